import { type Format, formatSchema } from '#renderer/values/format.ts'

type Of<Type extends Format['type']> = Extract<Format, { type: Type }>
type Filter = readonly (string | number)[]

/** Both bounds as a filter takes them; undefined where it cannot, as a currency has bounds of its own. */
function digitsOf({ type, minimumDigits: least, maximumDigits: most }: Of<'number' | 'currency'>): Filter | undefined {
  if (most === undefined) return least === undefined ? [] : undefined
  if (least === undefined && type === 'currency') return undefined
  return least === most ? [most] : [least ?? 0, most]
}

function numberFilter(format: Of<'number'>): Filter | undefined {
  const { style, grouping } = format
  const digits = digitsOf(format)
  if (digits === undefined) return undefined
  if (style === 'decimal')
    return grouping ? ['number', ...digits] : digits.length > 0 ? ['fixed', ...digits] : undefined
  if (!grouping || (style === 'compact' && digits.length > 0)) return undefined
  return [style, ...digits]
}

function currencyFilter(format: Of<'currency'>): Filter | undefined {
  const digits = digitsOf(format)
  return digits && ['currency', format.currency, ...digits]
}

function dateFilter({ dateStyle, timeStyle, timeZone }: Of<'date'>): Filter {
  if (timeStyle !== 'none') return ['date', dateStyle, `"${timeZone}"`, timeStyle]
  return timeZone === 'UTC' ? ['date', dateStyle] : ['date', dateStyle, `"${timeZone}"`]
}

function partsOf(format: Format): Filter | undefined {
  switch (format.type) {
    case 'currency':
      return currencyFilter(format)
    case 'number':
      return numberFilter(format)
    case 'date':
      return dateFilter(format)
    case 'duration':
      return ['duration', `"${format.form}"`]
    case 'case':
      return [format.to]
    case 'join':
      return undefined
  }
}

/**
 * The filter that does in a locale what a format does, such as `currency:USD:2`. A filter is always in the locale of its
 * template: undefined for a format in another one, for those that no filter has, and for what is no format.
 */
export function filterFor(format: unknown, locale: string): string | undefined {
  const parsed = formatSchema.safeParse(format)
  if (!parsed.success || (parsed.data.type !== 'join' && parsed.data.locale !== locale)) return undefined
  return partsOf(parsed.data)?.join(':')
}
