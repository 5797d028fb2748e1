import { AppError, type ErrorCode } from '#core/errors.ts'
import { isForeign, type Rejection } from '#sources/hosted/hosted-api.ts'
import type { Description } from './description.ts'
import { at, plain } from './notation.ts'
import type { ErrorWord } from './notation-schema.ts'

/** An error that a described product gave. */
export class DescribedError extends AppError {
  /** Empty where the product gave none. */
  readonly vendorCode: string
  /** Whether the cause is one record of a batch, or may be. */
  readonly isOfRecord: boolean

  constructor(code: ErrorCode, message: string, { vendorCode = '', isOfRecord = false } = {}) {
    super(code, message)
    this.name = 'DescribedError'
    this.vendorCode = vendorCode
    this.isOfRecord = isOfRecord
  }
}

type Means = ErrorWord['means']

const byStatus: Readonly<Record<number, Means>> = {
  401: 'auth',
  402: 'quota',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
}

const meaningOf = (status: number): Means => byStatus[status] ?? (status >= 500 ? 'unavailable' : 'invalid')

/** What is said of an error when the description does not say it. `reason` is what the product said, in quotes. */
const sentences: Readonly<Record<Means, (title: string, reason: string) => string>> = {
  auth: (title) => `${title} rejected the credentials. Create new ones in ${title} and enter them in the connection.`,
  forbidden: (title, reason) =>
    `The credentials lack a permission in ${title} (${reason}). Grant it in ${title}, or use others in the connection.`,
  not_found: (title, reason) =>
    `${title} does not find this: it was deleted, or the credentials have no access to it (${reason}). Choose it again in the action.`,
  invalid: (title, reason) => `${title} rejected the request: ${reason}.`,
  rate_limited: (title) => `${title} limits the requests. Pictable pauses, then continues.`,
  quota: (title, reason) =>
    `The quota of the ${title} plan is used up (${reason}). Raise it in ${title}, or wait for it to renew.`,
  unavailable: (title, reason) => `${title} has an internal error (${reason}). Retry later.`,
}

interface Said {
  code: string
  message: string
}

function saidIn({ error }: Description, body: unknown): Said {
  const textIn = (path: string | undefined) => (path === undefined ? '' : plain(at(body, path)).slice(0, 300))
  return { code: textIn(error.code), message: textIn(error.message).replace(/\.$/, '') }
}

const isMeant = (word: ErrorWord, status: number, said: Said) =>
  (word.status === undefined || word.status === status) &&
  (word.code === undefined || word.code === said.code) &&
  (word.says === undefined || said.message.includes(word.says))

interface Answer {
  status: number
  body: unknown
  /** Errors of this request. */
  own: readonly ErrorWord[]
  /** Every server of the product has what is read: nothing can be deleted there. */
  isFixed: boolean
}

/** What is wrong with an answer, in the words of its description; null = nothing. */
export function rejectionOf(
  description: Description,
  { status, body, own, isFixed }: Answer,
): Rejection | 'foreign' | null {
  if (status < 300) return body === undefined && status !== 204 ? 'foreign' : null
  const said = saidIn(description, body)
  if (isForeign(status) && said.code === '' && said.message === '') return 'foreign'
  const word = [...own, ...description.errors].find((each) => isMeant(each, status, said))
  if (isFixed && status === 404 && word === undefined) return 'foreign'
  const means = word?.means ?? meaningOf(status)
  const reason = said.message === '' ? said.code || `status ${status}` : `"${said.message}"`
  const isOfRecord = word?.record === true || (word === undefined && means === 'invalid')
  const message = word?.message ?? sentences[means](description.title, reason)
  const error = new DescribedError(`source_${means}`, message, { vendorCode: said.code, isOfRecord })
  return means === 'rate_limited' ? { error, pauseMs: description.limits.pause_seconds * 1000 } : { error }
}
