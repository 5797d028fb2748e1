import { AppError, type ErrorDetail } from '#core/errors.ts'
import { parseExactJson } from '#core/exact-number.ts'
import { nextTurn } from '#core/turns.ts'
import { longBodyBytes } from '#http/limits.ts'
import { jsonMistake } from './json-mistake.ts'
import { problemsOfShape, problemsOfTexts } from './json-shape.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Uint8Array, what: string): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new AppError('invalid_request', `${what} is not UTF-8 text.`, { cause })
  }
}

function placeOf(text: string): string {
  const before = text.slice(0, jsonMistake(text))
  return `line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`
}

export interface JsonBody {
  value: unknown
  /** The body with its numbers as doubles. The same as `value` where a double keeps all of their digits. */
  rounded: unknown
}

function parsed(text: string, what: string): JsonBody {
  try {
    const { value, hasLongNumber } = parseExactJson(text)
    return { value, rounded: hasLongNumber ? JSON.parse(text) : value }
  } catch (cause) {
    throw new AppError('invalid_request', `${what} is not valid JSON: the error is at ${placeOf(text)}.`, { cause })
  }
}

/** Only an escape can put into JSON what no database keeps: bytes that are no UTF-8 are refused before. */
const unkeepable = /\\u(?:0000|d[89a-f])/i

function refuse(errors: ErrorDetail[], what: string): void {
  if (errors.length > 0) throw new AppError('invalid_request', `${what} is not valid.`, { errors })
}

/**
 * `parseJsonBody()` reads JSON strictly: each key once, nesting and keys bounded, text that can be kept. Numbers whose digits
 * a double cannot keep become text. The shape comes first, as what is refused for it would be parsed slowly.
 * @throws AppError whose message begins with `what`
 */
export async function parseJsonBody(bytes: Uint8Array, what = 'The body'): Promise<JsonBody> {
  const text = decoded(bytes, what)
  refuse(problemsOfShape(text), what)
  if (bytes.length > longBodyBytes) await nextTurn()
  const body = parsed(text, what)
  if (unkeepable.test(text)) refuse(problemsOfTexts(body.value), what)
  return body
}
