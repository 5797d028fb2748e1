import { DatabaseError } from 'pg'
import { AppError } from '#core/errors.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import {
  busy,
  forbidden,
  missing,
  networkFault,
  noDatabase,
  noPassword,
  noTls,
  otherProduct,
  RefusedValue,
  readOnly,
  refusedRow,
  type ServerPlace,
  tlsFault,
  unavailable,
  wrongPassword,
} from './fault.ts'
import { hasNoTls } from './postgres-connection.ts'

/** Lost without a code of the system's. */
const lost = /^(Connection terminated|Client was closed|Query read timeout|timeout expired|Client has encountered)/

/** To the question whether there is TLS. */
const unknownAnswer = 'There was an error establishing an SSL connection'

/** A detail that repeats the row holds columns that are nobody's business here. */
const text = (part = '') => (part === '' || part.startsWith('Failing row') ? '' : `: ${part.replace(/\.$/, '')}`)

/** No text of the type, out of range, no date, a date out of range. */
const ofValue = new Set(['22P02', '22003', '22007', '22008'])

function rowFault(error: DatabaseError): RefusedBatch {
  const { column, constraint, message, detail } = error
  const where = [column && `column "${column}"`, constraint && `rule "${constraint}"`].filter(Boolean).join(', ')
  const what = `${message}${text(detail)}${where === '' || message.includes(column ?? constraint ?? '') ? '' : ` (${where})`}`
  const Refused = ofValue.has(error.code ?? '') ? RefusedValue : RefusedBatch
  return new Refused(refusedRow('PostgreSQL', what, error))
}

/** A policy of row-level security that the new row does not meet: the code is that of missing rights. */
const isOfPolicy = ({ routine }: DatabaseError) => routine === 'ExecWithCheckOptions'

const refusedByPolicy = (error: DatabaseError): RefusedBatch =>
  new RefusedBatch(
    new AppError(
      'source_forbidden',
      `PostgreSQL rejected the row: ${error.message}. Change the WITH CHECK of the policy, or write other columns back.`,
      { cause: error },
    ),
  )

/** What an account lacks where it is not a right to the table. */
function missingRight({ message }: DatabaseError): string | undefined {
  if (message.includes('for database')) return 'CONNECT on the database'
  return message.includes('for schema') ? 'USAGE on the schema' : undefined
}

/** A server that follows another one refuses to begin what may write as something that it does not support. */
const isOfStandby = ({ code, routine, message }: DatabaseError) =>
  code === '0A000' && (routine === 'call_bool_check_hook' || /read-write mode during recovery/.test(message))

function ofServer(error: DatabaseError, place: ServerPlace): unknown {
  const { code = '' } = error
  if (code === '28P01' || code.startsWith('28')) return wrongPassword(place, error)
  if (code === '3D000') return noDatabase(place, error)
  if (code === '42501') return isOfPolicy(error) ? refusedByPolicy(error) : forbidden(place, error, missingRight(error))
  if (code === '25006' || isOfStandby(error)) return readOnly(place, error)
  if (/^(42P01|42703|3F000|42704|42883)$/.test(code)) return missing(error)
  if (/^(40|55P03|57014|55006)/.test(code)) return busy('PostgreSQL', error)
  if (/^(53|57P|08|58|XX)/.test(code)) return unavailable(place, `is unavailable: ${error.message}. Retry later`, error)
  // A value, a rule of the table, or a trigger that objects.
  if (/^(22|23|P0|44|21|0A)/.test(code)) return rowFault(error)
  return new AppError('source_invalid', `PostgreSQL rejected the request: ${error.message}.`, { cause: error })
}

/** What an error of the driver means; others stay as they are. */
export function postgresFault(error: unknown, place: ServerPlace): unknown {
  if (error instanceof AppError || error instanceof RefusedBatch || !(error instanceof Error)) return error
  if (error instanceof DatabaseError) return ofServer(error, place)
  if (error.message.startsWith('SASL'))
    return error.message.includes('non-empty string') ? noPassword(place, error) : wrongPassword(place, error)
  if (hasNoTls(error)) return noTls(place, error)
  if (error.message === unknownAnswer) return otherProduct(place, error)
  if (lost.test(error.message))
    return unavailable(place, 'closed the connection or did not respond. Check that the server is running', error)
  return networkFault(error, place) ?? tlsFault(error, place) ?? error
}
