import { z } from 'zod'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { sentence, shortened } from '#core/words.ts'
import { isForeign, type Rejection } from '#sources/hosted/hosted-api.ts'

/** What Google itself said: the cause of our error, which puts it in words. */
export class GoogleRejection extends Error {
  readonly status: number
  /** `PERMISSION_DENIED`, `SERVICE_DISABLED`, `invalid_grant` …, all that it gave. */
  readonly reasons: readonly string[]

  constructor(status: number, { reasons, message }: GoogleError) {
    super(message)
    this.name = 'GoogleRejection'
    this.status = status
    this.reasons = reasons
  }
}

/** What Google said when it caused this error. */
export function rejectionIn(error: unknown): GoogleRejection | null {
  return error instanceof AppError && error.cause instanceof GoogleRejection ? error.cause : null
}

interface GoogleError {
  reasons: string[]
  message: string
}

const reason = z.looseObject({ reason: z.string().optional() })
const errorSchema = z.union([
  z
    .looseObject({
      error: z.looseObject({
        code: z.number(),
        message: z.string().default(''),
        status: z.string().optional(),
        errors: z.array(reason).catch([]),
        details: z.array(reason).catch([]),
      }),
    })
    .transform(({ error: { message, status, errors, details } }): GoogleError => {
      const given = [status, ...[...errors, ...details].map((each) => each.reason)]
      return { message, reasons: given.filter((each) => each !== undefined) }
    }),
  z
    .looseObject({ error: z.string(), error_description: z.string().default('') })
    .transform(({ error, error_description: message }): GoogleError => ({ message, reasons: [error] })),
])

type Words = readonly [ErrorCode, string]

/** The quota of Google is one of each minute. */
const pauseMs = 30_000

const NEW_KEY =
  'Create a new key in the Google Cloud console (IAM & Admin, Service accounts, Keys) and enter it in the connection.'

const shareWith = (account: string | null) =>
  account === null ? 'Share it with the account that signed in' : `Share it with ${account}`

/** Rejections whose message tells more than their status. */
const byMessage: readonly (readonly [RegExp, Words])[] = [
  [
    /protected cell|protected range/i,
    [
      'source_forbidden',
      'The tab or column is protected, so Pictable cannot write into it. In Google Sheets, allow the account to edit the protected range (Data, Protect sheets and ranges).',
    ],
  ],
  [
    /50000 characters/,
    ['source_invalid', 'A Google Sheets cell holds up to 50,000 characters. Write less text into the field.'],
  ],
  [
    /^(?=.*metadata)(?=.*(?:limit|quota|exceed))/is,
    [
      'source_invalid',
      'The tab has too many rows for Pictable to mark each one. Enter a key column in the connection: one that has another value in each row.',
    ],
  ],
  [
    /10000000 cells|above the limit/i,
    ['source_invalid', 'The spreadsheet has reached the size that Google allows. Delete rows or tabs in it.'],
  ],
]

function ofForbidden({ reasons, message }: GoogleError, account: string | null): Words {
  if (reasons.includes('SERVICE_DISABLED') || reasons.includes('accessNotConfigured')) {
    const product = /drive/i.test(message) ? 'Google Drive API' : 'Google Sheets API'
    return [
      'source_forbidden',
      `The ${product} is not enabled in the Google Cloud project of the credentials. Enable it in the console (APIs & Services, Library) and retry after a minute.`,
    ]
  }
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT') || reasons.includes('insufficientPermissions'))
    return [
      'source_forbidden',
      'The credentials lack the scopes spreadsheets and drive.metadata.readonly. Sign in again with both and enter the new credentials in the connection.',
    ]
  return ['source_forbidden', `The account has no access to the spreadsheet. ${shareWith(account)} as an editor.`]
}

function ofToken({ message }: GoogleError, account: string | null): Words {
  const who = account === null ? 'the sign-in' : `the key of ${account}`
  const why = message === '' ? '' : `: ${shortened(message, 200)}`
  const fix = account === null ? 'Sign in again and enter the new credentials in the connection.' : NEW_KEY
  return ['source_auth', `${sentence(`Google rejected ${who}${why}`)} ${fix}`]
}

const isLimited = (status: number, { reasons }: GoogleError) =>
  status === 429 || (status === 403 && reasons.some((each) => /^(user)?rateLimitExceeded$/i.test(each)))

function inWords(status: number, said: GoogleError, account: string | null): Words {
  const { reasons, message } = said
  if (reasons.includes('dailyLimitExceeded') || (status === 429 && /per day/i.test(message)))
    return [
      'source_quota',
      'The Google Cloud project has used its requests of this day. Raise the quota in the console (APIs & Services, Quotas), or run the action again tomorrow.',
    ]
  if (isLimited(status, said))
    return [
      'source_rate_limited',
      'Google Sheets still limits the requests after several retries. Run the action again when fewer programs use the account.',
    ]
  if (reasons.some((each) => /^(invalid_(grant|client)|unauthorized_client|deleted_client)$/.test(each)))
    return ofToken(said, account)
  const known = byMessage.find(([pattern]) => pattern.test(message))
  if (known !== undefined && status < 500) return known[1]
  if (status === 401) return ofToken({ ...said, message: 'it was revoked or has expired' }, account)
  if (status === 403) return ofForbidden(said, account)
  if (status === 404)
    return [
      'source_not_found',
      `The spreadsheet was deleted, or the account has no access to it. ${shareWith(account)}.`,
    ]
  if (reasons.includes('FAILED_PRECONDITION') && status === 400)
    return [
      'source_invalid',
      'The file is not a Google spreadsheet. Open it in Google Sheets and choose File, Save as Google Sheets, then choose the new spreadsheet.',
    ]
  if (status >= 500) return ['source_unavailable', `Google Sheets has an internal error (${status}). Retry later.`]
  return [
    'source_invalid',
    sentence(`Google Sheets rejected the request (${reasons[0] ?? status}): ${shortened(message, 300)}`),
  ]
}

/** Judges answers of Google for one account. */
export function rejectionFor(account: string | null) {
  return ({ status, body }: { status: number; body: unknown }): Rejection | 'foreign' | null => {
    if (status >= 200 && status < 300) return null
    const parsed = errorSchema.safeParse(body)
    if (!parsed.success && isForeign(status)) return 'foreign'
    const said = parsed.success ? parsed.data : { reasons: [], message: '' }
    const [code, words] = inWords(status, said, account)
    const error = new AppError(code, words, { cause: new GoogleRejection(status, said) })
    return code === 'source_rate_limited' ? { error, pauseMs } : { error }
  }
}
