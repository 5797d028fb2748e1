import { issuesOf } from '#renderer/errors/issues.ts'
import { isDatePattern } from '#renderer/values/date-pattern.ts'
import { formatSchema } from '#renderer/values/format.ts'
import { type Formatted, formatValue } from '#renderer/values/format-value.ts'
import { localesOf } from '#renderer/values/locales.ts'
import { remembering } from '#renderer/values/remembering.ts'
import { isEmpty, isList, toNumber, toText, type Value } from '#renderer/values/value.ts'
import { ExpressionError } from './expression-error.ts'
import { nearestName } from './nearest-name.ts'
import type { Token } from './scanner.ts'

/** What a filter works with besides the value. */
export interface FilterContext {
  readonly arguments: readonly Value[]
  /** Of the arguments, where they have names. */
  readonly names: readonly string[]
  readonly locale: string
}

/** Changes a value: `{{Price | currency:EUR}}`. */
export interface Filter {
  /** For the reference. */
  readonly description: string
  /** How many arguments it takes. */
  readonly arguments: { readonly min: number; readonly max: number }
  /** Expressions and their results, for the reference and its test. */
  readonly examples: readonly (readonly [expression: string, result: string])[]
  /** True when an empty value is what it is for. Other filters leave an empty value empty. */
  readonly takesEmpty: boolean
  /** Why it cannot work with these arguments. */
  check(given: readonly Value[], names: readonly string[]): string | undefined
  /** Why the last of these names cannot be that of an argument. A filter without it has no named arguments. */
  checkNames?(names: readonly string[]): string | undefined
  apply(value: Value, context: FilterContext): Formatted
}

type Definition = Omit<Filter, 'arguments' | 'check' | 'takesEmpty'> & Partial<Filter>

const none = { min: 0, max: 0 }

function define(filter: Definition): Filter {
  return { arguments: none, takesEmpty: false, check: () => undefined, ...filter }
}

/** A filter that is a format of bindings. */
function defineFormat(filter: Omit<Definition, 'apply'>, toFormat: (given: readonly Value[]) => object): Filter {
  const read = (given: readonly Value[], locale: string) => formatSchema.safeParse({ locale, ...toFormat(given) })
  return define({
    ...filter,
    check(given) {
      const parsed = read(given, 'en')
      return parsed.success ? undefined : wordsFor(given, toFormat(given), parsed.error)
    },
    apply(value, { arguments: given, locale }) {
      const parsed = formats(`${JSON.stringify(toFormat(given))} ${locale}`, () => read(given, locale))
      if (parsed.success) return formatValue(value, parsed.data)
      return { value, problem: wordsFor(given, toFormat(given), parsed.error) }
    },
  })
}

/** What is wrong with the arguments of a filter: one that the format has as it is, else the number of digits, which is the last. */
function wordsFor(given: readonly Value[], format: object, error: Parameters<typeof issuesOf>[0]): string {
  const [issue] = issuesOf(error)
  const [, wrong] = Object.entries(format).find(([key]) => key === issue?.path) ?? []
  const argument = given.find((each) => toText(each) === wrong) ?? given.at(-1)
  return `"${toText(argument).slice(0, 80)}" ${issue?.message ?? 'is not valid'}`
}

type Read = ReturnType<typeof formatSchema.safeParse>

/** Reading a format costs more than using it. */
const formats = remembering<Read>()

/** Of one number both, else the least and the most. */
function digits([least, most = least]: readonly Value[]): { minimumDigits?: number; maximumDigits?: number } {
  return least === undefined ? {} : { minimumDigits: toNumber(least) ?? -1, maximumDigits: toNumber(most) ?? -1 }
}

function ofText(change: (text: string, context: FilterContext) => string): Filter['apply'] {
  return (value, context) => ({ value: change(toText(value), context) })
}

/** A word that is no pattern is to be a style. */
const dateForm = (form: string) =>
  isDatePattern(form) || !/^[a-z]+$/.test(form) ? { pattern: form } : { dateStyle: form }

const changeCase = (to: 'upper' | 'lower' | 'title' | 'sentence') => (): { type: 'case'; to: typeof to } => {
  return { type: 'case', to }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first `most` characters as people count them. */
function cut(text: string, most: number, end: string): string {
  // A character has at least one code unit.
  if (text.length <= most) return text
  const parts: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    if (parts.length === most) return `${parts.slice(0, -1).join('').trimEnd()}${end}`
    parts.push(segment)
  }
  return text
}

function wholeNumber(given: Value): string | undefined {
  const number = toNumber(given)
  return number !== undefined && Number.isInteger(number) && number >= 1
    ? undefined
    : 'needs a whole number of at least 1'
}

/** Some languages have more forms than two: without names they are written in the order of this list. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

interface Plurals {
  readonly rules: Intl.PluralRules
  readonly digits: Intl.NumberFormat
  /** The forms of the language, and those of whole numbers: Polish has a fourth one for fractions. */
  readonly all: readonly Intl.LDMLPluralRule[]
  readonly whole: readonly Intl.LDMLPluralRule[]
}

const plurals = remembering<Plurals>()

function pluralsOf(locale: string): Plurals {
  const rules = new Intl.PluralRules(localesOf(locale))
  const all = categories.filter((each) => rules.resolvedOptions().pluralCategories.includes(each))
  const counted = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
  const whole = all.filter((each) => counted.has(each))
  return { rules, digits: new Intl.NumberFormat(localesOf(locale)), all, whole }
}

/** The last name is no form, or is there twice. */
function checkForms(names: readonly string[]): string | undefined {
  const last = names.at(-1) ?? ''
  if (names.indexOf(last) < names.length - 1) return `the form "${last}" is there twice`
  if (categories.some((each) => each === last)) return undefined
  const near = nearestName(last, categories)
  const cure = near === undefined ? `there are ${categories.join(', ')}` : `did you mean "${near}"?`
  return `there is no form "${last}"; ${cure}`
}

function lacksOther(_: readonly Value[], names: readonly string[]): string | undefined {
  return names.length === 0 || names.includes('other') ? undefined : 'needs the form "other", for all other numbers'
}

/** The place of the form for a number. A form that is written for zero is also that of 0 where the language has no such form. */
function namedForm(number: number, names: readonly string[], rules: Intl.PluralRules): number {
  if (number === 0 && names.includes('zero')) return names.indexOf('zero')
  const place = names.indexOf(rules.select(number))
  return place < 0 ? names.indexOf('other') : place
}

function plural(value: Value, { arguments: forms, names: given, locale }: FilterContext): Formatted {
  const number = toNumber(value)
  if (number === undefined) return { value, problem: `"${toText(value)}" is not a number` }
  const { rules, digits: format, all, whole } = plurals(locale, () => pluralsOf(locale))
  if (given.length > 0) {
    const form = toText(forms[namedForm(number, given, rules)])
    return { value: replaced(form, '#', format.format(number)) }
  }
  const names = [all, whole, ['one', 'other']].find((each) => each.length === forms.length)
  if (!names) {
    return { value, problem: `"${locale}" has ${all.length} forms (${all.join(', ')}), but ${forms.length} are given` }
  }
  const chosen = names.indexOf(rules.select(number))
  const form = toText(chosen < 0 ? forms.at(-1) : forms[chosen])
  const shown = { value: replaced(form, '#', format.format(number)) }
  const missing = whole.filter((each) => !names.includes(each))
  if (missing.length === 0) return shown
  const note = `"${locale}" has ${all.length} forms (${all.join(', ')}), but ${forms.length} are given; write the missing ones too: ${missing.join(', ')}`
  return { ...shown, note }
}

/** The most characters that a text may have at any time. */
export const MAX_TEXT_LENGTH = 1_000_000

function replaced(text: string, from: string, to: string): string {
  const parts = text.split(from)
  if (text.length + (parts.length - 1) * (to.length - from.length) > MAX_TEXT_LENGTH) throw tooLong()
  return parts.join(to)
}

export function tooLong(): ExpressionError {
  return new ExpressionError(`the text is longer than ${MAX_TEXT_LENGTH} characters`, 0)
}

/** Every filter by its name. */
export const filters: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
    currency: defineFormat(
      {
        description:
          'Amount of money in a currency (three-letter code). Further arguments: the number of decimals, or their minimum and maximum',
        arguments: { min: 1, max: 3 },
        examples: [
          ['1234.5 | currency:EUR', '€1,234.50'],
          ['1234.5 | currency:EUR:0', '€1,235'],
          ['1234 | currency:EUR:0:2', '€1,234'],
        ],
      },
      ([currency, ...rest]) => ({ type: 'currency', currency: toText(currency), ...digits(rest) }),
    ),
    number: defineFormat(
      {
        description:
          'Number with thousands separators. Arguments: the number of decimals, or their minimum and maximum',
        arguments: { min: 0, max: 2 },
        examples: [
          ['1234.5 | number', '1,234.5'],
          ['1234.5 | number:2', '1,234.50'],
        ],
      },
      (given) => ({ type: 'number', ...digits(given) }),
    ),
    fixed: defineFormat(
      {
        description: 'Like `number`, but without thousands separators',
        arguments: { min: 1, max: 2 },
        examples: [['1234.5 | fixed:2', '1234.50']],
      },
      (given) => ({ type: 'number', grouping: false, ...digits(given) }),
    ),
    percent: defineFormat(
      {
        description: 'Percentage: 0.5 is 50%. Same arguments as `number`',
        arguments: { min: 0, max: 2 },
        examples: [
          ['0.256 | percent:1', '25.6%'],
          ['0.5 | percent:0:1', '50%'],
        ],
      },
      (given) => ({ type: 'number', style: 'percent', ...digits(given) }),
    ),
    percent_sign: defineFormat(
      {
        description: 'Number with a percent sign: 19 is 19%. Same arguments as `number`',
        arguments: { min: 0, max: 2 },
        examples: [['19 | percent_sign:1', '19.0%']],
      },
      (given) => ({ type: 'number', style: 'percent_sign', ...digits(given) }),
    ),
    compact: defineFormat(
      {
        description: 'Short form of a large number',
        arguments: { min: 0, max: 1 },
        examples: [['1300000 | compact', '1.3M']],
      },
      (given) => ({ type: 'number', style: 'compact', ...digits(given) }),
    ),
    date: defineFormat(
      {
        description:
          'Date in the style `short`, `medium` (default), `long` or `full`, or by a pattern such as `dd/MM/yyyy`. For dates with a time: the second argument is the time zone (default: UTC), the third the style of the time (default: no time), the fourth a locale of its own',
        arguments: { min: 0, max: 4 },
        examples: [
          ['"2030-01-31" | date', 'Jan 31, 2030'],
          ['"2030-01-31" | date:long', 'January 31, 2030'],
          ['"2030-01-31" | date:"dd/MM/yyyy"', '31/01/2030'],
          ['"2030-01-31T23:30:00Z" | date:short:Europe/Berlin', '2/1/30'],
          ['"2030-01-31T18:30:00Z" | date:medium:UTC:short', 'Jan 31, 2030, 6:30 PM'],
          ['"2030-01-31" | date:long:UTC:none:"en-GB"', '31 January 2030'],
        ],
      },
      ([style = 'medium', zone, time, locale]) => ({
        type: 'date',
        ...dateForm(toText(style)),
        ...inZone(zone),
        ...(time !== undefined && { timeStyle: toText(time) }),
        ...(locale !== undefined && { locale: toText(locale) }),
      }),
    ),
    time: defineFormat(
      {
        description:
          'Time of a date in the style `short` (default), `medium`, `long` or `full`. Second argument: the time zone. Default: UTC',
        arguments: { min: 0, max: 2 },
        examples: [['"2030-01-31T18:30:00Z" | time:short:Europe/Berlin', '7:30 PM']],
      },
      ([style = 'short', zone]) => ({
        type: 'date',
        dateStyle: 'none',
        timeStyle: toText(style),
        ...inZone(zone),
      }),
    ),
    duration: defineFormat(
      {
        description:
          'Number of seconds as hours and minutes. With `h:mm:ss`, also the seconds; with `h:mm:ss.S` to `h:mm:ss.SSS`, also their decimals',
        arguments: { min: 0, max: 1 },
        examples: [
          ['5400 | duration', '1:30'],
          ['5429 | duration:"h:mm:ss"', '1:30:29'],
        ],
      },
      ([form = 'h:mm']) => ({ type: 'duration', form: toText(form) }),
    ),
    plural: define({
      description:
        'The form that fits a number in the language of the `locale`: `one` and `other` in English; `one`, `few`, `many` and `other` in Polish and Russian; `zero` and `two` in some others. Forms without names are given in the order zero, one, two, few, many, other; those that only fractions have can be left out. A named form that is missing is `other`. `#` is the number',
      arguments: { min: 2, max: 6 },
      check: lacksOther,
      checkNames: checkForms,
      examples: [
        ['3 | plural:one="# item":other="# items"', '3 items'],
        ['0 | plural:zero="sold out":one="# left":other="# left"', 'sold out'],
        ['1 | plural:"# item":"# items"', '1 item'],
        ['1200 | plural:"# item":"# items"', '1,200 items'],
      ],
      apply: plural,
    }),
    upper: defineFormat({ description: 'Upper case', examples: [['"Sale" | upper', 'SALE']] }, changeCase('upper')),
    lower: defineFormat({ description: 'Lower case', examples: [['"Sale" | lower', 'sale']] }, changeCase('lower')),
    title: defineFormat(
      { description: 'First letter of each word in upper case', examples: [['"big sale" | title', 'Big Sale']] },
      changeCase('title'),
    ),
    sentence: defineFormat(
      {
        description: 'First letter in upper case, the rest in lower case',
        examples: [['"BIG sale" | sentence', 'Big sale']],
      },
      changeCase('sentence'),
    ),
    trim: define({
      description: 'Text without spaces at its ends',
      examples: [['"  Sale " | trim', 'Sale']],
      apply: ofText((text) => text.trim()),
    }),
    truncate: define({
      description:
        'At most this many characters; the end of a longer text is replaced by `…` or by the second argument',
      arguments: { min: 1, max: 2 },
      examples: [['"Summer sale" | truncate:7', 'Summer…']],
      check: ([most]) => wholeNumber(most),
      apply(value, { arguments: [most, end = '…'] }) {
        if (isEmpty(most)) return { value }
        if (wholeNumber(most) !== undefined) {
          return { value, problem: `the length "${toText(most).slice(0, 80)}" is no whole number of at least 1` }
        }
        return { value: cut(toText(value), toNumber(most) ?? 1, toText(end)) }
      },
    }),
    replace: define({
      description: 'Replaces each occurrence of a text by another one',
      arguments: { min: 2, max: 2 },
      examples: [['"A, B" | replace:", ":" · "', 'A · B']],
      check: ([from]) => (toText(from) === '' ? 'needs a text to replace' : undefined),
      apply: (value, { arguments: [from, to] }) => {
        // Cut at an empty text, characters would fall apart.
        if (toText(from) === '') return { value, problem: 'the text to replace is empty' }
        return { value: replaced(toText(value), toText(from), toText(to)) }
      },
    }),
    url: define({
      description: 'Text as a part of a URL: characters that have a meaning there are escaped',
      examples: [['"tea & cake/1" | url', 'tea%20%26%20cake%2F1']],
      apply: ofText((text) => encodeURIComponent(text.toWellFormed())),
    }),
    join: define({
      description:
        'Joins the items of a list with a separator. Default: `, `. Second argument: the separator before the last item',
      arguments: { min: 0, max: 2 },
      examples: [['"A" | join:" and "', 'A']],
      apply: (value, { arguments: [separator = ', ', last] }) => {
        const count = isList(value) ? value.length : 1
        if (count * toText(separator).length > MAX_TEXT_LENGTH) throw tooLong()
        const format = { type: 'join', separator: toText(separator) } as const
        return formatValue(value, last === undefined ? format : { ...format, last: toText(last) })
      },
    }),
    default: define({
      description: 'Replaces an empty value',
      arguments: { min: 1, max: 1 },
      examples: [['"" | default:"friend"', 'friend']],
      takesEmpty: true,
      apply: (value, { arguments: [instead] }) => ({ value: isEmpty(value) ? instead : value }),
    }),
  } satisfies Record<string, Filter>),
)

function inZone(zone: Value): { timeZone?: string } {
  return zone === undefined ? {} : { timeZone: toText(zone) }
}

/** @throws ExpressionError for a filter that does not exist, with the nearest name */
export function filterNamed({ kind, value, at }: Token): Filter {
  if (kind !== 'word') throw new ExpressionError(`expected a filter after "|": ${[...filters.keys()].join(', ')}`, at)
  const name = value
  const filter = filters.get(name)
  if (filter) return filter
  const near = nearestName(name, [...filters.keys()])
  const cure = near === undefined ? `the filters are ${[...filters.keys()].join(', ')}` : `did you mean "${near}"?`
  throw new ExpressionError(`there is no filter "${name}"; ${cure}`, at)
}
