import { z } from 'zod'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { shortened } from '#core/words.ts'
import { isForeign, type Rejection } from '#sources/hosted/hosted-api.ts'

/** What Airtable itself said: the cause of our error, which puts it in words. */
export class AirtableRefusal extends Error {
  readonly status: number
  /** `ROW_DOES_NOT_EXIST`, `NOT_FOUND` …; empty when the answer was none of Airtable's. */
  readonly type: string

  constructor(status: number, { type, message }: { type: string; message: string }) {
    super(message)
    this.name = 'AirtableRefusal'
    this.status = status
    this.type = type
  }
}

/** What Airtable said when it caused this error. */
export function refusalIn(error: unknown): AirtableRefusal | null {
  return error instanceof AppError && error.cause instanceof AirtableRefusal ? error.cause : null
}

const told = z.union([
  z.looseObject({ error: z.looseObject({ type: z.string(), message: z.string().default('') }) }).transform((body) => ({
    type: body.error.type,
    message: body.error.message,
  })),
  z.looseObject({ error: z.string() }).transform(({ error }) => ({ type: error, message: '' })),
  z
    .looseObject({
      errors: z.tuple([z.looseObject({ error: z.string(), message: z.string().default('') })], z.unknown()),
    })
    .transform(({ errors: [first] }) => ({ type: first.error, message: first.message })),
])

/** All that no recorded body has a better word for, by status. */
const byStatus: Readonly<Record<number, { code: ErrorCode; words: string }>> = {
  401: {
    code: 'source_auth',
    words:
      'Airtable rejected the token: it is mistyped, revoked or expired. Create a token at airtable.com/create/tokens and enter it in the connection.',
  },
  403: {
    code: 'source_forbidden',
    words:
      'The token lacks access to this. At airtable.com/create/tokens, add the scopes data.records:read, data.records:write and schema.bases:read, and this base; the owner of the token must be an editor of the base.',
  },
  404: {
    code: 'source_not_found',
    words: 'Airtable does not find this: it was deleted, or the token has no access to it.',
  },
  413: {
    code: 'source_invalid',
    words: 'Airtable rejected the request because it is too large. Write less text into the field.',
  },
}

/** Answers that mean something else than their status. */
const byType: Readonly<Record<string, { code: ErrorCode; words: string }>> = {
  PUBLIC_API_BILLING_LIMIT_EXCEEDED: {
    code: 'source_quota',
    words:
      'The Airtable plan of this workspace has no API calls left this month. Wait until the first of next month, or upgrade the plan.',
  },
  LIST_RECORDS_ITERATOR_NOT_AVAILABLE: {
    code: 'source_cursor_expired',
    words: 'The Airtable list expired while it was read. Pictable reads the table again from its first record.',
  },
  ROW_DOES_NOT_EXIST: { code: 'source_not_found', words: 'The record was deleted from the table during the run.' },
  MODEL_ID_NOT_FOUND: { code: 'source_not_found', words: 'The record was deleted from the table during the run.' },
  TABLE_NOT_FOUND: {
    code: 'source_not_found',
    words: 'The table is no longer in the base. Choose another table in the action.',
  },
  UNKNOWN_FIELD_NAME: {
    code: 'source_not_found',
    words: 'A field is no longer in the table. Choose another field in the action, or restore the field.',
  },
  INVALID_MULTIPLE_CHOICE_OPTIONS: {
    code: 'source_invalid',
    words:
      'The field has no such option. Add the option to the field in Airtable, or choose a text field in the action.',
  },
  INVALID_VALUE_FOR_COLUMN: {
    code: 'source_invalid',
    words: 'The field does not accept this value. Choose another field in the action.',
  },
  VIEW_ID_NOT_FOUND: {
    code: 'source_not_found',
    words: 'The view is no longer in the table. Choose another view in the action, or none.',
  },
  VIEW_NAME_NOT_FOUND: {
    code: 'source_not_found',
    words: 'The view is no longer in the table. Choose another view in the action, or none.',
  },
}

/** After a limit was hit nothing gets through for so long. */
const penaltyMs = 30_000

const quoted = (message: string) => (message === '' ? '' : ` Airtable says: ${shortened(message, 300)}`)

function inWords(status: number, { type, message }: { type: string; message: string }): [ErrorCode, string] {
  const known = byType[type] ?? byStatus[status]
  if (known !== undefined)
    return [known.code, known.code === 'source_invalid' ? `${known.words}${quoted(message)}` : known.words]
  if (status === 429)
    return [
      'source_rate_limited',
      'Airtable still limits the requests after several retries. Run the action again when fewer programs use the base.',
    ]
  if (status >= 500) return ['source_unavailable', `Airtable has an internal error (${status}). Retry later.`]
  return ['source_invalid', `Airtable rejected the request (${type || status}).${quoted(message)}`]
}

/** Judges an answer of Airtable; every body that was recorded or documented has its own words. */
export function rejectionOf({ status, body }: { status: number; body: unknown }): Rejection | 'foreign' | null {
  if (status >= 200 && status < 300) return null
  const parsed = told.safeParse(body)
  if (!parsed.success && isForeign(status)) return 'foreign'
  const vendor = parsed.success ? parsed.data : { type: '', message: '' }
  const [code, words] = inWords(status, vendor)
  const error = new AppError(code, words, { cause: new AirtableRefusal(status, vendor) })
  return code === 'source_rate_limited' ? { error, pauseMs: penaltyMs } : { error }
}
