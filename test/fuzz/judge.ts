import { isRaw, problem } from '@pictable/client'
import { errorCatalogue } from '@pictable/server/core/errors.ts'
import type { Api, Operation } from './operations.ts'
import type { WireRequest } from './requests.ts'
import type { WireAnswer } from './send.ts'

/** Of addresses that lead nowhere, and of what is no proper HTTP. */
const outsideStatuses = new Set([400, 401, 404, 405, 413, 415, 431])

const statusOf = new Map<string, number>(Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What people open says so with a page. */
function isPage(operation: Operation | undefined, { status, headers }: WireAnswer): boolean {
  const shape = operation?.entry.answers[status]
  return shape != null && isRaw(shape) && shape.raw.includes(headers['content-type'] ?? '')
}

function problemsOfRejection(operation: Operation | undefined, answer: WireAnswer): string[] {
  if (isPage(operation, answer)) return []
  const { status, headers, text } = answer
  const wrong: string[] = []
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    wrong.push(`comes as ${headers['content-type']}`)
  const body = problem.safeParse(parsed(text))
  if (!body.success) return [...wrong, `is no problem: ${text.slice(0, 300)}`]
  if (body.data.status !== status) wrong.push(`says ${body.data.status} inside`)
  if (body.data.request_id !== headers['x-request-id']) wrong.push('has another request id inside')
  if (body.data.detail === '') wrong.push('says nothing')
  // Node itself refuses what is no HTTP, with a status of its own.
  if (statusOf.get(body.data.code) !== status && ![431, 408].includes(status))
    wrong.push(`has the code ${body.data.code}`)
  return wrong
}

/** Of a table behind a connection, or a catalogue of fonts. */
const isOfOthers = (code: string) => code.startsWith('source_') || code === 'fonts_unavailable'

/** Whether a failure is documented as one of others. */
function isForeign({ entry }: Operation, { method }: WireRequest, { status, text }: WireAnswer): boolean {
  // The answer to HEAD has nothing but its status.
  if (method === 'HEAD') return entry.errors.some((code) => isOfOthers(code) && statusOf.get(code) === status)
  const body = problem.safeParse(parsed(text))
  return body.success && isOfOthers(body.data.code) && entry.errors.includes(body.data.code)
}

function problemsOfSuccess({ entry }: Operation, { status, headers, text }: WireAnswer): string[] {
  const shape = entry.answers[status]
  if (shape === undefined) return []
  if (shape === null) return text === '' ? [] : ['has a body although it should be empty']
  if (isRaw(shape))
    return shape.raw.includes(headers['content-type'] ?? '') ? [] : [`comes as ${headers['content-type']}`]
  if (headers['content-type'] !== 'application/json; charset=utf-8') return [`comes as ${headers['content-type']}`]
  const body = shape.safeParse(parsed(text))
  return body.success ? [] : [`breaks its schema: ${body.error.message.slice(0, 400)}`]
}

/** `judge()` holds an answer against the document. @returns what is wrong with it */
export function judge(api: Api, request: WireRequest, answer: WireAnswer): string[] {
  const { status, headers, text } = answer
  const operation = api.at(request.method === 'HEAD' ? 'GET' : request.method, request.target.split('?', 1)[0] ?? '')
  const wrong: string[] = []
  if (status >= 500 && !(operation && isForeign(operation, request, answer)))
    wrong.push(`is ${status}: ${text.slice(0, 300)}`)
  if (headers['x-content-type-options'] !== 'nosniff') wrong.push('lacks the security headers')
  if (!/^req_/.test(headers['x-request-id'] ?? '')) wrong.push('has no request id')
  if (request.method === 'HEAD') return wrong
  // Bytes that are no HTTP may come in pieces: whether they were to be HEAD is not known then.
  if ([400, 408, 431].includes(status) && headers.connection === 'close' && text === '') return wrong
  if (request.method === 'OPTIONS' && status === 204) return wrong
  const documented = operation?.statuses ?? outsideStatuses
  if (!documented.has(status) && status !== 431)
    wrong.push(`is ${status}, which ${operation?.name ?? 'no operation'} does not have`)
  if (status === 304) return wrong
  if (status >= 400) return [...wrong, ...problemsOfRejection(operation, answer)]
  return operation === undefined ? wrong : [...wrong, ...problemsOfSuccess(operation, answer)]
}
