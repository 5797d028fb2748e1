import { DatabaseError } from 'pg'
import { AppError, isCorrupt } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { codeOf } from '#database/errors/database-error.ts'

/** What makes a database that takes every text, in any cluster. */
export const createDatabase = 'createdb --encoding=UTF8 --template=template0 --locale=C.UTF-8'

const untrusted = 'Set PICTABLE_CA_FILE (or sslrootcert=… in PICTABLE_DATABASE_URL) to the certificate of its authority'
const notThere = 'Check host and port in PICTABLE_DATABASE_URL, and that the server is running'
const tableThere =
  'The database is not empty, perhaps after an incomplete restore. Set PICTABLE_DATABASE_URL to an empty database'
const wait = 'The server is starting or stopping. Retry in a moment'

/** By SQLSTATE, or the code of the network or of TLS. */
const cures: Readonly<Record<string, string>> = {
  '28P01': 'Correct user and password in PICTABLE_DATABASE_URL',
  '28000': 'Correct the user in PICTABLE_DATABASE_URL, or allow it in pg_hba.conf',
  '3D000': `Correct PICTABLE_DATABASE_URL, or create the database: ${createDatabase} …`,
  '42501': 'Its user must own the database, or needs: grant create on database … and on schema public to it',
  '42P06': tableThere,
  '42P07': tableThere,
  '42710': tableThere,
  '25006': 'Set PICTABLE_DATABASE_URL to the primary, not a standby, and set default_transaction_read_only = off',
  '53100': 'Its disk is full. Free some space there',
  '53200': 'The server has too little memory. Give it more',
  '53300': 'Raise max_connections, or close other connections. A process uses up to 15',
  '57P03': wait,
  '57P01': wait,
  '55P03': 'Another session holds the lock. See pg_locks',
  ECONNREFUSED: notThere,
  EHOSTUNREACH: notThere,
  ENETUNREACH: notThere,
  ETIMEDOUT: notThere,
  ENOENT: notThere,
  ENOTFOUND: 'Its host name cannot be resolved. Correct PICTABLE_DATABASE_URL, or check DNS',
  EAI_AGAIN: 'Its host name cannot be resolved. Correct PICTABLE_DATABASE_URL, or check DNS',
  CERT_HAS_EXPIRED: 'Renew the certificate of the server',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name of its certificate in PICTABLE_DATABASE_URL',
}

const noTls = /does not support SSL/
const noTlsCure = 'Enable TLS there, or set sslmode=disable in PICTABLE_DATABASE_URL'

/** Whether it is the database that failed, and not what was done with its rows. */
export function isOfPostgres(error: unknown): boolean {
  return (
    error instanceof DatabaseError || isCorrupt(error) || (error instanceof AppError && error.code === 'unavailable')
  )
}

/** What the database would not do, why, and what helps. */
export function postgresFailure(error: unknown, address: string): StartError | AppError {
  if (error instanceof StartError || isCorrupt(error)) return error
  const reason = error instanceof AppError && error.cause instanceof Error ? error.cause : error
  const code = codeOf(reason) ?? ''
  const message = reason instanceof Error ? reason.message || code : String(reason)
  const cure = noTls.test(message) ? noTlsCure : Object.hasOwn(cures, code) ? cures[code] : undefined
  return new StartError(
    `The database ${address} cannot be used: ${message}. ${cure ?? 'Check PICTABLE_DATABASE_URL, and that the server is running'}.`,
    { cause: error },
  )
}
