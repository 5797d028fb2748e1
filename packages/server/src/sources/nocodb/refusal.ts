import { z } from 'zod'
import { AppError, type ErrorCode } from '#core/errors.ts'
import type { Refusal } from '#sources/hosted/hosted-api.ts'

/** What NocoDB refused, with the code that it gave (empty for the few answers without one) and what it said. */
export class NocoError extends AppError {
  readonly vendorCode: string
  readonly said: string

  constructor(code: ErrorCode, message: string, { vendorCode = '', said = '' } = {}) {
    super(code, message)
    this.name = 'NocoError'
    this.vendorCode = vendorCode
    this.said = said
  }
}

const bodySchema = z.object({ error: z.string().catch(''), message: z.string().catch(''), msg: z.string().catch('') })

/** The table names its limit of requests in seconds only sometimes; its documentation says 30. */
const pauseMs = 30_000

const inWords: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  ERR_BASE_NOT_FOUND: {
    code: 'source_not_found',
    message: 'The base is gone from NocoDB, or the token does not reach it. Choose another base in the action.',
  },
  ERR_TABLE_NOT_FOUND: {
    code: 'source_not_found',
    message: 'The table is gone from the NocoDB base. Choose another table in the action.',
  },
  ERR_VIEW_NOT_FOUND: {
    code: 'source_not_found',
    message: 'The view is gone from the NocoDB table. Choose another view in the action.',
  },
  ERR_FIELD_NOT_FOUND: {
    code: 'source_not_found',
    message: 'A field is gone from the NocoDB table. Choose another field in the action.',
  },
  ERR_RECORD_NOT_FOUND: { code: 'source_not_found', message: 'The record was deleted from NocoDB in the meantime.' },
  ERR_INVALID_PK_VALUE: { code: 'source_not_found', message: 'NocoDB has no record with this id.' },
  ERR_GENERIC_NOT_FOUND: { code: 'source_not_found', message: 'NocoDB does not find what was asked for: it is gone.' },
  ERR_HOOK_NOT_FOUND: { code: 'source_not_found', message: 'The webhook is gone from NocoDB.' },
  INVALID_API_VERSION: {
    code: 'source_invalid',
    message: 'This NocoDB is too old: Pictable needs its API v3, which came with NocoDB 0.260. Update NocoDB.',
  },
  NOT_FOUND: {
    code: 'source_invalid',
    message:
      'This NocoDB lacks a part of its API that Pictable needs. Update NocoDB to 0.260 or newer, and check the address in the connection.',
  },
}

const byStatus: Readonly<Record<number, { code: ErrorCode; message: string }>> = {
  401: {
    code: 'source_auth',
    message:
      'NocoDB does not accept the token. Create a new one in NocoDB (Account settings, Tokens) and put it into the connection.',
  },
  402: { code: 'source_quota', message: 'The NocoDB plan does not allow this request. Check its limits in NocoDB.' },
  403: {
    code: 'source_forbidden',
    message:
      'The user whose token this is may not do this in NocoDB. Writing needs the role Editor in the base, watching for changes the role Creator.',
  },
  413: {
    code: 'source_invalid',
    message: 'The request is larger than NocoDB, or a proxy before it, accepts.',
  },
  429: { code: 'source_rate_limited', message: 'NocoDB asks for a pause: too many requests.' },
}

const notNocoDb =
  'The address answers, but not as NocoDB does. Check it in the connection: it is the one that stands before /dashboard in the browser.'

function errorOf(status: number, { error, message, msg }: z.infer<typeof bodySchema>): NocoError {
  const said = (message || msg).slice(0, 500).replace(/\.$/, '')
  const about = { vendorCode: error, said }
  const known = byStatus[status] ?? inWords[error]
  if (known !== undefined) return new NocoError(known.code, known.message, about)
  const reason = said === '' ? `status ${status}` : `"${said}"`
  return status >= 500
    ? new NocoError('source_unavailable', `NocoDB failed (${reason}). Try again later.`, about)
    : new NocoError('source_invalid', `NocoDB refused the request: ${reason}.`, about)
}

/** What is wrong with an answer of NocoDB, in words; null = nothing. */
export function refusalOf({ status, body }: { status: number; body: unknown }): Refusal | null {
  if (status < 300) {
    return body === undefined ? { error: new NocoError('source_invalid', notNocoDb) } : null
  }
  const said = bodySchema.safeParse(body)
  if (!said.success && (status < 400 || status === 404 || status === 405)) {
    return { error: new NocoError('source_invalid', notNocoDb) }
  }
  const error = errorOf(status, said.success ? said.data : { error: '', message: '', msg: '' })
  return error.code === 'source_rate_limited' ? { error, pauseMs } : { error }
}
