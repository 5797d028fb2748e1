import type { Template } from '#renderer/template/template.ts'
import { variablesOf } from '#renderer/template/variables.ts'

/** Values that a design was not drawn for. */
export const hardSets = ['long', 'empty', 'right to left', 'CJK'] as const
export type HardSet = (typeof hardSets)[number]

type Texts = Readonly<Record<string, string>>

const arabic = 'من إلى هذا بيت شاي مدينة حديقة الصباح القاهرة المكتبة الموسيقى المهرجان والاستقبال الاستثنائية'.split(
  ' ',
)
const hebrew = 'של עם בית תה ספר מדינה הבוקר ירושלים הספרייה המוזיקה האוניברסיטה והתפתחותם'.split(' ')
const chinese = '清晨的城市花园里有一座安静图书馆人们喝茶读书并且等待春天到来山川湖海日月星辰'
const japanese = '東京の朝とても静かな図書館でお茶を飲みながら春を待つ美しい庭園ガラスの花瓶'
const korean = '아침 도시의 정원에는 조용한 도서관이 있고 사람들은 차를 마시며 봄을 기다립니다'.split(' ')

/** A word, with the apostrophes and hyphens inside it. */
const word = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*/gu
const dateOrCurrency = /^\d{4}-\d{2}-\d{2}|^[A-Z]{3}$/

/**
 * The sample with other values. Only words change: numbers, dates, currencies, pictures, colours and what codes contain are the same,
 * but an empty record has none of them.
 */
export function hardValues(set: HardSet, template: Template, sample: Texts): Texts {
  const worded = wordedNames(template)
  const entries = Object.entries(sample).map(([name, value], index) => {
    if (set === 'empty') return [name, '']
    const isWords = worded.has(name) && /\p{L}/u.test(value) && !dateOrCurrency.test(value)
    return [name, isWords ? change(set, value, index) : value]
  })
  return Object.fromEntries(entries)
}

function change(set: Exclude<HardSet, 'empty'>, value: string, index: number): string {
  if (set === 'long')
    return Array(3)
      .fill(value)
      .join(value.includes('\n') ? '\n' : ' ')
  if (set === 'right to left') {
    const words = index % 2 === 0 ? arabic : hebrew
    return value.replace(word, (old, at: number) => ofLength(words, old.length, at))
  }
  if (index % 3 === 2) return value.replace(word, (old, at: number) => ofLength(korean, Math.ceil(old.length / 2), at))
  const letters = index % 3 === 0 ? chinese : japanese
  const dense = value.replace(word, (old, at: number) => lettersAt(letters, Math.ceil(old.length / 2), at))
  // Chinese and Japanese have no spaces.
  return dense.replace(/(?<=\p{Lo}) (?=\p{Lo})/gu, '')
}

/** One of the words that is about as long; which one depends on where it is. */
function ofLength(words: readonly string[], length: number, at: number): string {
  const near = words.toSorted((one, other) => Math.abs(one.length - length) - Math.abs(other.length - length))
  return near[at % 2] ?? ''
}

function lettersAt(letters: string, length: number, at: number): string {
  const start = (at * 7) % (letters.length - length)
  return letters.slice(start, start + length)
}

/** Names whose values are seen as words, and decide nothing else. */
function wordedNames(template: Template): ReadonlySet<string> {
  const uses = variablesOf(template)
  const isSeen = (property: string) => property === 'text' || property.startsWith('rows')
  const other = uses.filter(({ property }) => !isSeen(property) && property !== 'visible').map(({ name }) => name)
  const seen = uses.filter(({ property }) => isSeen(property)).map(({ name }) => name)
  return new Set(seen.filter((name) => !other.includes(name)))
}
