import { AppError } from '#core/errors.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import {
  busy,
  codeOf,
  forbidden,
  hiddenDatabase,
  missing,
  networkFault,
  noDatabase,
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
import { hasNoTls, isSilent } from './mysql-connection.ts'

const product = 'The database'

/** Numbers of the server's errors, MySQL's and MariaDB's; what stands in none of the lists is told as it is. */
const auth = new Set([1045, 1130, 1251, 1275, 1698, 1820, 1862, 3118, 3159, 4151])
const rights = new Set([1044, 1142, 1143, 1227, 1356, 1370])
const changesNothing = new Set([1290, 1792, 1836])
const gone = new Set([1051, 1054, 1109, 1146, 1932])
const held = new Set([1205, 1213, 1317, 1614, 1637, 1969, 3024, 3572])
const down = new Set([1037, 1038, 1040, 1041, 1053, 1114, 1129, 1203, 1226, 1927, 2006, 2013])
/** A value, a rule of the table, or a trigger that objects; also a batch that is too large for one message. */
const row = new Set([
  1048, 1062, 1136, 1153, 1169, 1216, 1217, 1264, 1265, 1267, 1292, 1300, 1364, 1366, 1369, 1406, 1411, 1451, 1452,
  1525, 1644, 1690, 3140, 3819, 3821, 4025, 4038,
])
/** Those about a value alone: out of range, of another type, no date. */
const ofValue = new Set([1264, 1292, 1366, 1411, 1525])

const numberOf = (error: Error) => ('errno' in error && typeof error.errno === 'number' ? error.errno : 0)

function ofServer(error: Error, place: ServerPlace): unknown {
  const number = numberOf(error)
  if (auth.has(number)) return wrongPassword(place, error)
  if (number === 1049) return noDatabase(place, error)
  if (number === 1044 && place.database !== undefined) return hiddenDatabase(place, error)
  if (rights.has(number)) return forbidden(place, error)
  if (changesNothing.has(number)) return readOnly(place, error)
  if (gone.has(number)) return missing(error)
  if (held.has(number)) return busy(product, error)
  if (down.has(number)) return unavailable(place, `is unavailable: ${error.message}. Retry later`, error)
  if (row.has(number)) {
    const Refused = ofValue.has(number) ? RefusedValue : RefusedBatch
    return new Refused(refusedRow(product, error.message.replace(/\.$/, ''), error))
  }
  return new AppError('source_invalid', `${product} rejected the request: ${error.message}.`, { cause: error })
}

/** What an error of the driver means; others stay as they are. */
export function mysqlFault(error: unknown, place: ServerPlace): unknown {
  if (error instanceof AppError || error instanceof RefusedBatch || !(error instanceof Error)) return error
  if (hasNoTls(error)) return noTls(place, error)
  if (isSilent(error)) return otherProduct(place, error)
  if ('sqlState' in error && numberOf(error) > 0) return ofServer(error, place)
  const code = codeOf(error)
  if (
    /^(PROTOCOL_SEQUENCE_TIMEOUT|PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR)$/.test(code) ||
    /closed state/.test(error.message)
  )
    return unavailable(place, 'closed the connection or did not respond. Check that the server is running', error)
  if (/^(AUTH_SWITCH|HANDSHAKE_UNKNOWN|MYSQL_CLEAR)/.test(code)) return wrongPassword(place, error)
  return networkFault(error, place) ?? tlsFault(error, place) ?? error
}
