import { en } from './en.ts'

type Entry = string | Readonly<Record<string, string>>

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A text with plurals has one form per case; `count` decides. */
type NamesOf<Text> = Text extends string
  ? NamesIn<Text>
  : Text extends Readonly<Record<string, string>>
    ? NamesIn<Text[keyof Text]> | 'count'
    : never

type ValuesOf<Text> = { [Name in NamesOf<Text>]: string | number }
type Rest<Text> = [NamesOf<Text>] extends [never] ? [] : [values: ValuesOf<Text>]

/** Keys of texts without anything to fill in. */
export type PlainKeyOf<Catalogue> = {
  [Key in keyof Catalogue]: [NamesOf<Catalogue[Key]>] extends [never] ? Key : never
}[keyof Catalogue]
export type PlainKey = PlainKeyOf<typeof en>

/** The person's own way to write numbers and dates. */
export const locale = navigator.language

const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules('en')

function formOf(entry: Entry | undefined, values: Readonly<Record<string, string | number>>) {
  if (typeof entry !== 'object') return entry ?? ''
  return entry[plurals.select(Number(values.count))] ?? entry.other ?? ''
}

/** What runs from right to left, or says so: it must not turn the text around it. */
const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/
const apart = (text: string) => (turning.test(text) ? `\u2068${text}\u2069` : text)

/** The texts of a catalogue, with numbers as the person writes them. */
export function textsOf<const Catalogue extends Readonly<Record<string, Entry>>>(catalogue: Catalogue) {
  return <Key extends keyof Catalogue & string>(key: Key, ...rest: Rest<Catalogue[Key]>): string => {
    const [given = {}]: readonly Readonly<Record<string, string | number>>[] = rest
    return formOf(catalogue[key], given).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name] ?? ''
      return typeof value === 'number' ? numbers.format(value) : apart(value)
    })
  }
}

/** `t('runs.of', { done: 3, total: 12 })` is a text of the interface. */
export const t = textsOf(en)
