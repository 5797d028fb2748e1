import { type Endpoint, isRaw } from '@pictable/client'
import { z } from 'zod'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { issueDetails } from '#core/issue-details.ts'
import { pointer } from '#core/pointer.ts'
import { inTurns, nextTurn } from '#core/turns.ts'
import { jsonLimitBytes, longBodyBytes } from '#http/limits.ts'
import { type JsonBody, parseJsonBody } from './json-body.ts'
import { problemsOfTexts } from './json-shape.ts'
import { splitEntries } from './split-entries.ts'

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

const MAX_ERRORS = 50

async function bodyOf(entry: Endpoint, raw: RawRequest): Promise<Attempt> {
  if (entry.body && isRaw(entry.body)) {
    checkMediaType(raw, entry.body.raw)
    return { value: raw.body, errors: [] }
  }
  const schema = entry.body ?? noBody
  if (raw.body.length === 0) return attempt(schema, undefined, [])
  checkMediaType(raw, ['application/json'])
  if (entry.entries !== undefined && schema instanceof z.ZodObject) return entriesOf(schema, entry.entries, raw.body)
  const json = await parseJsonBody(raw.body)
  if (raw.body.length > longBodyBytes) await nextTurn()
  return attemptExact(schema, json)
}

/** An entry of a list, with the places of its errors. */
async function entryOf(bytes: Uint8Array, { key, schema, index }: Entries & { index: number }): Promise<Attempt> {
  if (bytes.length > jsonLimitBytes)
    return { value: undefined, errors: [{ pointer: pointer(key, index), detail: 'is larger than 1 MiB' }] }
  const place = pointer(key, index)
  try {
    const { value, errors } = attemptExact(schema, await parseJsonBody(bytes, `${key}[${index}]`))
    return { value, errors: errors.map((error) => ({ ...error, pointer: place + error.pointer })) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const inside = error.errors.map((each) => ({ ...each, pointer: place + each.pointer }))
    return { value: undefined, errors: inside.length > 0 ? inside : [{ pointer: place, detail: error.message }] }
  }
}

type Entries = NonNullable<Endpoint['entries']>

/** A body with a long list: each entry is parsed as if it were a body of its own, and all others have their turn in between. */
async function entriesOf(schema: z.ZodObject, list: Entries, body: Uint8Array): Promise<Attempt> {
  const { key, max } = list
  const split = await inTurns(splitEntries(body, list))
  if (split === 'too many')
    return { value: undefined, errors: [{ pointer: pointer(key), detail: `must have at most ${max} entries` }] }
  const envelope = split?.envelope ?? body
  if (envelope.length > jsonLimitBytes)
    throw new AppError('payload_too_large', `Without its ${key}, the body can have at most 1 MiB.`)
  const json = await parseJsonBody(envelope)
  const anyEntries = z.array(z.unknown()).min(1).max(max)
  const outer = attemptExact(z.strictObject({ ...schema.shape, [key]: anyEntries }), json)
  if (outer.errors.length > 0) return outer
  // An escape hid the key of the list, so that its entries are in the body still.
  if (split === null) return attemptExact(schema, json)
  const values: unknown[] = []
  const errors: ErrorDetail[] = []
  let bytes = 0
  for (const [index, part] of split.entries.entries()) {
    const parsed = await entryOf(part, { ...list, index })
    values.push(parsed.value)
    errors.push(...parsed.errors)
    if (errors.length >= MAX_ERRORS) break
    bytes += part.length
    if (bytes < longBodyBytes) continue
    bytes = 0
    await nextTurn()
  }
  return { value: Object.assign({}, outer.value, { [key]: values }), errors }
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
export async function parseRequest(entry: Endpoint, raw: RawRequest): Promise<ParsedRequest> {
  const params = (entry.params ?? nothing).safeParse(raw.params)
  if (!params.success || problemsOfTexts(params.data).length > 0)
    throw new AppError('not_found', 'This URL does not exist.')
  const text = queryOf(entry.ignoresQuery ? '' : raw.queryText)
  const query = attempt(entry.query ?? nothing, text.query, ['query'])
  const body = await bodyOf(entry, raw)
  const errors = [...text.errors, ...query.errors, ...body.errors].slice(0, MAX_ERRORS)
  if (errors.length > 0) {
    throw new AppError('invalid_request', `The request is invalid: ${summaryOf(errors)}.`, { errors })
  }
  return { params: params.data, query: query.value, body: body.value }
}

function summaryOf([first, ...others]: readonly ErrorDetail[]): string {
  const place = first?.pointer === '' ? 'the body' : first?.pointer
  return `${place} ${first?.detail}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
}
