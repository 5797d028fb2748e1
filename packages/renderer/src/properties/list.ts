import { z } from 'zod/mini'
import { toNumber, toText } from '#renderer/values/value.ts'

const most = 200

function isAmount(text: string): boolean {
  return text.trim() === '' || toNumber(text) !== undefined
}

const amount = z.union([z.number(), z.string().check(z.maxLength(50), z.refine(isAmount, 'is not a number'))])

/** Numbers: a list, in which empty fields count as 0, or text such as `3, 5, 8`. */
export const numbersSchema = z.union([
  z.array(z.nullish(amount)).check(z.maxLength(most)),
  z.string().check(
    z.maxLength(10_000),
    z.refine((text) => partsOf(text, /[,;\s]+/).every(isAmount), 'is not a list of numbers such as "3, 5, 8"'),
  ),
])

/** Words: a list, or text such as `Mon, Tue, Wed`. */
export const wordsSchema = z.union([
  z.array(z.nullish(z.union([z.string().check(z.maxLength(200)), z.number()]))).check(z.maxLength(most)),
  z.string().check(z.maxLength(10_000)),
])

export function numbersOf(given: z.output<typeof numbersSchema>): number[] {
  const list = typeof given === 'string' ? partsOf(given, /[,;\s]+/) : given
  return list.slice(0, most).map((each) => toNumber(each) ?? 0)
}

export function wordsOf(given: z.output<typeof wordsSchema>): string[] {
  const list = typeof given === 'string' ? partsOf(given, /[,;\n]/) : given
  return list.slice(0, most).map(toText)
}

function partsOf(text: string, separator: RegExp): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return jsonParts(trimmed) ?? trimmed.split(separator).map((part) => part.trim())
}

/** A list as JSON, as databases give it; undefined where it is none. */
function jsonParts(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(toText) : undefined
  } catch {
    // Words may begin like JSON.
    return undefined
  }
}
