import { type Format, formatSchema } from '#renderer/values/format.ts'
import { localesOf } from '#renderer/values/locales.ts'

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

/** The most decimals that an amount has by itself: of a euro 2, of a yen none. */
function usualDigits({ currency, locale }: Of<'currency'>): number {
  const options = { style: 'currency', currency } as const
  return new Intl.NumberFormat(localesOf(locale), options).resolvedOptions().maximumFractionDigits ?? 0
}

function currencyFilter(format: Of<'currency'>): Filter | undefined {
  // Only a most of its own says that whole amounts have no decimals.
  const most = format.minimumDigits === 0 ? (format.maximumDigits ?? usualDigits(format)) : format.maximumDigits
  const digits = digitsOf({ ...format, maximumDigits: most })
  return digits && ['currency', format.currency, ...digits]
}

function dateFilter({ pattern, timeZone, locale: own, ...styles }: Of<'date'>, locale: string): Filter {
  const form = pattern === undefined ? styles.dateStyle : `"${pattern}"`
  const timeStyle = pattern === undefined ? styles.timeStyle : 'none'
  if (own !== locale) return ['date', form, `"${timeZone}"`, timeStyle, `"${own}"`]
  if (timeStyle !== 'none') return ['date', form, `"${timeZone}"`, timeStyle]
  return timeZone === 'UTC' ? ['date', form] : ['date', form, `"${timeZone}"`]
}

function partsOf(format: Format, locale: string): Filter | undefined {
  switch (format.type) {
    case 'currency':
      return currencyFilter(format)
    case 'number':
      return numberFilter(format)
    case 'date':
      return dateFilter(format, locale)
    case 'duration':
      return ['duration', `"${format.form}"`]
    case 'case':
      return [format.to]
    case 'join':
      return undefined
  }
}

/**
 * The filter that does in a locale what a format does, such as `currency:USD:2`. Only that of dates may have a locale of its
 * own: undefined for any other format in another one, for those that no filter has, and for what is no format.
 */
export function filterFor(format: unknown, locale: string): string | undefined {
  const [only, ...others] = [format].flat()
  const parsed = formatSchema.safeParse(only)
  if (!parsed.success || others.length > 0 || parsed.data.type === 'join') return undefined
  if (parsed.data.type !== 'date' && parsed.data.locale !== locale) return undefined
  return partsOf(parsed.data, locale)?.join(':')
}
