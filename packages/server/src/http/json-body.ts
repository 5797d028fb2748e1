import { AppError } from '#core/errors.ts'
import { jsonMistake } from './json-mistake.ts'
import { problemsOfShape, problemsOfTexts } from './json-shape.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new AppError('invalid_request', 'The body is not UTF-8 text.', { cause })
  }
}

function placeOf(text: string): string {
  const before = text.slice(0, jsonMistake(text))
  return `line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_request', `The body is not valid JSON: the mistake is at ${placeOf(text)}.`, { cause })
  }
}

/** Only an escape can put into JSON what no database keeps: bytes that are no UTF-8 are refused before. */
const unkeepable = /\\u(?:0000|d[89a-f])/i

/**
 * `parseJsonBody()` reads JSON strictly: each key once, nesting and keys bounded, text that can be kept. The shape comes
 * first, as what is refused for it would be parsed slowly.
 * @throws AppError
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decoded(bytes)
  const ofShape = problemsOfShape(text)
  const value = ofShape.length > 0 ? undefined : parsed(text)
  const errors = ofShape.length > 0 || !unkeepable.test(text) ? ofShape : problemsOfTexts(value)
  if (errors.length > 0) throw new AppError('invalid_request', 'The body cannot be used as it is.', { errors })
  return value
}
