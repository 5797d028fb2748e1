import { en } from './en.ts'

type Catalogue = typeof en
type StringKey = keyof Catalogue

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A text with plurals has one form per case; `count` decides. */
type NamesOf<Entry> = Entry extends string
  ? NamesIn<Entry>
  : Entry extends Readonly<Record<string, string>>
    ? NamesIn<Entry[keyof Entry]> | 'count'
    : never

type ValuesOf<Key extends StringKey> = { [Name in NamesOf<Catalogue[Key]>]: string | number }
type Rest<Key extends StringKey> = [NamesOf<Catalogue[Key]>] extends [never] ? [] : [values: ValuesOf<Key>]

/** Keys of texts without anything to fill in. */
export type PlainKey = { [Key in StringKey]: [NamesOf<Catalogue[Key]>] extends [never] ? Key : never }[StringKey]

/** The person's own way to write numbers and dates. */
export const locale = navigator.language

const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules('en')

function formOf(entry: string | Readonly<Record<string, string>>, values: Readonly<Record<string, string | number>>) {
  if (typeof entry === 'string') return entry
  return entry[plurals.select(Number(values.count))] ?? entry.other ?? ''
}

/** What runs from right to left, or says so: it must not turn the text around it. */
const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/
const apart = (text: string) => (turning.test(text) ? `\u2068${text}\u2069` : text)

/** `t('runs.of', { done: 3, total: 12 })` is the text of the interface, with numbers as the person writes them. */
export function t<Key extends StringKey>(key: Key, ...rest: Rest<Key>): string {
  const [given = {}]: readonly Readonly<Record<string, string | number>>[] = rest
  return formOf(en[key], given).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? ''
    return typeof value === 'number' ? numbers.format(value) : apart(value)
  })
}
