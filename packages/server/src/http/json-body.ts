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

/** `parseJsonBody()` reads JSON strictly: each key once, nesting bounded, text that can be kept. @throws AppError */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decoded(bytes)
  const value = parsed(text)
  const ofShape = problemsOfShape(text)
  const errors = ofShape.length > 0 ? ofShape : problemsOfTexts(value).slice(0, 20)
  if (errors.length > 0) throw new AppError('invalid_request', 'The body cannot be used as it is.', { errors })
  return value
}
