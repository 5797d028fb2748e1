import { z } from 'zod'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { isForeign, type Rejection } from '#sources/hosted/hosted-api.ts'

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
    message:
      'The base no longer exists in NocoDB, or the token has no access to it. Choose another base in the action.',
  },
  ERR_TABLE_NOT_FOUND: {
    code: 'source_not_found',
    message: 'The table is no longer in the NocoDB base. Choose another table in the action.',
  },
  ERR_VIEW_NOT_FOUND: {
    code: 'source_not_found',
    message: 'The view is no longer in the NocoDB table. Choose another view in the action.',
  },
  ERR_FIELD_NOT_FOUND: {
    code: 'source_not_found',
    message: 'A field is no longer in the NocoDB table. Choose another field in the action.',
  },
  ERR_RECORD_NOT_FOUND: { code: 'source_not_found', message: 'The record was deleted from NocoDB during the run.' },
  ERR_INVALID_PK_VALUE: { code: 'source_not_found', message: 'NocoDB has no record with this id.' },
  ERR_GENERIC_NOT_FOUND: { code: 'source_not_found', message: 'NocoDB does not find this: it was deleted.' },
  ERR_HOOK_NOT_FOUND: { code: 'source_not_found', message: 'The webhook no longer exists in NocoDB.' },
  INVALID_API_VERSION: {
    code: 'source_invalid',
    message: 'This NocoDB is too old: Pictable needs its API v3. Update NocoDB to 0.260 or newer.',
  },
  NOT_FOUND: {
    code: 'source_invalid',
    message:
      'This NocoDB lacks an endpoint that Pictable needs. Update NocoDB to 0.260 or newer, and check the URL in the connection.',
  },
}

const byStatus: Readonly<Record<number, { code: ErrorCode; message: string }>> = {
  401: {
    code: 'source_auth',
    message:
      'NocoDB rejected the token. Create a new one in NocoDB (Account settings, Tokens) and enter it in the connection.',
  },
  402: {
    code: 'source_quota',
    message: 'The NocoDB plan does not allow this request. Check the limits of the plan in NocoDB.',
  },
  403: {
    code: 'source_forbidden',
    message:
      'The user of the token lacks permission in NocoDB. Writing needs the role Editor in the base, webhooks need the role Creator.',
  },
  413: {
    code: 'source_invalid',
    message:
      'The request is larger than NocoDB, or a proxy in front of it, accepts. Raise the limit there, or write less.',
  },
  429: { code: 'source_rate_limited', message: 'NocoDB limits the requests. Pictable pauses, then continues.' },
}

function errorOf(status: number, { error, message, msg }: z.infer<typeof bodySchema>): NocoError {
  const said = (message || msg).slice(0, 500).replace(/\.$/, '')
  const about = { vendorCode: error, said }
  const known = byStatus[status] ?? inWords[error]
  if (known !== undefined) return new NocoError(known.code, known.message, about)
  const reason = said === '' ? `status ${status}` : `"${said}"`
  return status >= 500
    ? new NocoError('source_unavailable', `NocoDB has an internal error (${reason}). Retry later.`, about)
    : new NocoError('source_invalid', `NocoDB rejected the request: ${reason}.`, about)
}

/** Its errors have a code, or `msg` in older releases. */
const isOwn = ({ error, msg }: z.infer<typeof bodySchema>) => /^[A-Z][A-Z_]+$/.test(error) || msg !== ''

/** What is wrong with an answer of NocoDB, in words; null = nothing. */
export function rejectionOf({ status, body }: { status: number; body: unknown }): Rejection | 'foreign' | null {
  if (status < 300) return body === undefined ? 'foreign' : null
  const said = bodySchema.catch({ error: '', message: '', msg: '' }).parse(body)
  if (isForeign(status) && !isOwn(said)) return 'foreign'
  const error = errorOf(status, said)
  return error.code === 'source_rate_limited' ? { error, pauseMs } : { error }
}
