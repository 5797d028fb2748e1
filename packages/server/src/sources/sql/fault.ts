import { AppError } from '#core/errors.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'

/** What messages about a server name. */
export interface ServerPlace {
  product: string
  host: string
  port: number
  user: string
  database: string | undefined
}

const at = ({ product, host, port }: ServerPlace) => `The ${product} server at ${host}:${port}`

/** The `code` of a driver's or system's error; an empty text when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.replace(/\.$/, '') : String(error))

const lost = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'PROTOCOL_CONNECTION_LOST'])
const silent = new Set(['CONNECT_TIMEOUT', 'ETIMEDOUT'])
const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const certificate =
  /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|self[- ]signed certificate|certificate|Hostname\/IP does not match/i

/** What a server sent is not its protocol. */
export class MalformedMessage extends Error {}

/** Memory that the answer to one statement may take. */
export const maxAnswerBytes = 256 * 2 ** 20

/** Each page is held as a whole. */
export class AnswerTooLarge extends Error {}

export const unavailable = (place: ServerPlace, what: string, cause: unknown): AppError =>
  new AppError('source_unavailable', `${at(place)} ${what}.`, { cause })

/** The door in front of the network has words of its own; rooms know it by its name. */
function blockedFault(error: Error, place: ServerPlace): AppError {
  const isBlocked = codeOf(error).startsWith('blocked_')
  if (!isBlocked)
    return unavailable(
      place,
      `is unreachable: ${messageOf(error)}. Check the host, and that the server is running`,
      error,
    )
  const cure =
    'cure' in error && typeof error.cure === 'string'
      ? error.cure
      : 'Check host and port in the connection: Pictable never connects to these.'
  const message = `${at(place)} is unreachable: ${messageOf(error)}. ${cure}`
  return new AppError('source_server', message, { cause: error })
}

/** What keeps a connection from being there, whichever the database; null when it is something else. */
export function networkFault(error: unknown, place: ServerPlace): AppError | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'NetError') return blockedFault(error, place)
  if (error instanceof MalformedMessage) return otherProduct(place, error)
  if (error instanceof AnswerTooLarge) return answerTooLarge(place, error)
  const code = codeOf(error)
  if (refused.has(code))
    return unavailable(place, `is unreachable (${code}). Check host and port, and that the server is running`, error)
  if (lost.has(code))
    return unavailable(
      place,
      'closed the connection. It may have been restarted; if the error remains, check host and port',
      error,
    )
  if (silent.has(code))
    return unavailable(
      place,
      'did not respond in time. Check host and port, and whether a firewall blocks Pictable',
      error,
    )
  return null
}

/** Node ends some with what those who start programs may try. */
const withoutAdvice = (message: string) => message.split('; if the root CA', 1).join()

/** Why a server and we found no common TLS; null when it is something else. */
export function tlsFault(error: unknown, place: ServerPlace): AppError | null {
  const code = codeOf(error)
  const text = `${code} ${messageOf(error)}`
  if (!certificate.test(text) && !/^(ERR_SSL|EPROTO|ERR_TLS|HANDSHAKE_SSL_ERROR)/.test(code)) return null
  const cure = certificate.test(text)
    ? 'Enter the certificate of its authority in "ca", or let the operator of Pictable trust it with PICTABLE_CA_FILE; if the network in between is trusted, set "ssl" to require'
    : 'Check the port, and the setting "ssl"'
  return new AppError(
    'source_auth',
    `${at(place)} has no trusted TLS connection: ${withoutAdvice(messageOf(error))}. ${cure}.`,
    {
      cause: error,
    },
  )
}

export const noTls = (place: ServerPlace, cause: unknown): AppError =>
  new AppError(
    'source_auth',
    `${at(place)} does not support TLS. Enable TLS there, or set "ssl" to prefer or disable if the network in between is trusted.`,
    { cause },
  )

export const wrongPassword = (place: ServerPlace, cause: unknown): AppError =>
  new AppError(
    'source_auth',
    `${at(place)} rejected the user "${place.user}": ${messageOf(cause)}. Check user and password in the connection, and whether the server accepts this user from this host.`,
    { cause },
  )

export const noPassword = (place: ServerPlace, cause: unknown): AppError =>
  new AppError('source_auth', `${at(place)} requires the password of "${place.user}". Enter it in the connection.`, {
    cause,
  })

/** Whatever listens there is something else. */
export const otherProduct = (place: ServerPlace, cause: unknown): AppError =>
  unavailable(place, `is not ${place.product}. Check host and port`, cause)

const answerTooLarge = (place: ServerPlace, cause: unknown): AppError =>
  new AppError(
    'source_invalid',
    `${at(place)} sent more than 256 MB for one page of rows. Use a view without the columns that contain files or long texts.`,
    { cause },
  )

export const noDatabase = (place: ServerPlace, cause: unknown): AppError =>
  new AppError(
    'source_not_found',
    `${at(place)} has no database "${place.database ?? ''}". Check the database in the connection.`,
    { cause },
  )

/** One that MySQL and MariaDB hide from a user who lacks access to it. */
export const hiddenDatabase = (place: ServerPlace, cause: unknown): AppError =>
  new AppError(
    'source_not_found',
    `${at(place)} has no database "${place.database ?? ''}", or the user "${place.user}" has no access to it. Check the database in the connection, or GRANT the user access.`,
    { cause },
  )

const ofTable = 'SELECT on the table, and UPDATE on the columns that are written'

export const forbidden = ({ user }: ServerPlace, cause: unknown, right = ofTable): AppError =>
  new AppError('source_forbidden', `The user "${user}" lacks permission: ${messageOf(cause)}. GRANT it ${right}.`, {
    cause,
  })

export const readOnly = (place: ServerPlace, cause: unknown): AppError =>
  new AppError(
    'source_forbidden',
    `${at(place)} is read-only: ${messageOf(cause)}. Connect to the primary server, or write nothing back.`,
    { cause },
  )

export const missing = (cause: unknown): AppError =>
  new AppError(
    'source_not_found',
    `The database no longer has what the action uses: ${messageOf(cause)}. Choose another one in the action, or restore it.`,
    { cause },
  )

/** A value that its column cannot hold: as a key, no row has it. */
export class RefusedValue extends RefusedBatch {}

/** What a table says to a row. */
export const refusedRow = (product: string, what: string, cause: unknown): AppError =>
  new AppError('source_invalid', `${product} rejected the row: ${what}.`, { cause })

export const busy = (product: string, cause: unknown): AppError =>
  new AppError('source_unavailable', `${product} is busy: ${messageOf(cause)}. Pictable retries.`, { cause })

/** @throws an error of code CONNECT_TIMEOUT when the work takes longer; ending it is for the caller */
export async function withinTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    const late = Object.assign(new Error('no response in time'), { code: 'CONNECT_TIMEOUT' })
    timer = setTimeout(() => reject(late), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
