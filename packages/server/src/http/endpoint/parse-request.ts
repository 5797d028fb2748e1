import { type Endpoint, isRaw } from '@pictable/client'
import { z } from 'zod'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { issueDetails } from '#core/issue-details.ts'
import { type JsonBody, parseJsonBody } from './json-body.ts'
import { problemsOfTexts } from './json-shape.ts'

/** A request as it came in. */
export interface RawRequest {
  params: unknown
  /** Behind the `?`, as it came. */
  queryText: string
  contentType: string | undefined
  contentEncoding: string | undefined
  body: Uint8Array
}

export interface ParsedRequest {
  params: unknown
  query: unknown
  body: unknown
}

const nothing = z.strictObject({})
/** Many clients send an empty object where there is nothing to say. */
const noBody = z.custom((body) => body === undefined || nothing.safeParse(body).success, 'takes no body')

function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** @throws AppError `unsupported_media_type` naming what is understood */
function checkMediaType(raw: RawRequest, understood: readonly string[]): void {
  if (raw.contentEncoding !== undefined && raw.contentEncoding !== 'identity') {
    throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
  if (understood.includes('*/*') || understood.includes(mediaTypeOf(raw.contentType))) return
  throw new AppError('unsupported_media_type', `Send the body as Content-Type ${understood.join(', ')}.`)
}

interface Attempt {
  value: unknown
  errors: ErrorDetail[]
}

function bodyOf(entry: Endpoint, raw: RawRequest): Attempt {
  if (entry.body && isRaw(entry.body)) {
    checkMediaType(raw, entry.body.raw)
    return { value: raw.body, errors: [] }
  }
  const schema = entry.body ?? noBody
  if (raw.body.length === 0) return attempt(schema, undefined, [])
  checkMediaType(raw, ['application/json'])
  return attemptExact(schema, parseJsonBody(raw.body))
}

/** A long number is text where any value is taken, refused where a number is. It is never taken for a text, as no number is. */
function attemptExact(schema: z.ZodType, { value, rounded }: JsonBody): Attempt {
  const asNumbers = attempt(schema, rounded, [])
  if (value === rounded || asNumbers.errors.length > 0) return asNumbers
  const exact = attempt(schema, value, [])
  const detail = 'has too many digits; write at most 15'
  return { value: exact.value, errors: exact.errors.map((error) => ({ ...error, detail })) }
}

function queryOf(text: string): { query: Record<string, string>; errors: ErrorDetail[] } {
  const query: Record<string, string> = {}
  const errors: ErrorDetail[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(query, name)) errors.push({ pointer: `/query/${name}`, detail: 'occurs twice' })
    else Object.defineProperty(query, name, { value, enumerable: true })
  }
  return { query, errors: [...errors, ...problemsOfTexts(query, ['query'])] }
}

function attempt(schema: z.ZodType, value: unknown, base: readonly string[]): Attempt {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? { value: parsed.data, errors: [] }
    : { value: undefined, errors: issueDetails(parsed.error.issues, base) }
}

/**
 * `parseRequest()` checks everything at the door and names all that is wrong at once.
 * @throws AppError `not_found` for a path that can lead nowhere, `unsupported_media_type`, `invalid_request`
 */
export function parseRequest(entry: Endpoint, raw: RawRequest): ParsedRequest {
  const params = (entry.params ?? nothing).safeParse(raw.params)
  if (!params.success) throw new AppError('not_found', 'This URL does not exist.')
  const text = queryOf(raw.queryText)
  const query = attempt(entry.query ?? nothing, text.query, ['query'])
  const body = bodyOf(entry, raw)
  const errors = [...text.errors, ...query.errors, ...body.errors].slice(0, 50)
  if (errors.length > 0) {
    throw new AppError('invalid_request', `The request is invalid: ${summaryOf(errors)}.`, { errors })
  }
  return { params: params.data, query: query.value, body: body.value }
}

function summaryOf([first, ...others]: readonly ErrorDetail[]): string {
  const place = first?.pointer === '' ? 'the body' : first?.pointer
  return `${place} ${first?.detail}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
}
