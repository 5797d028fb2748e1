import type { Connection } from 'mysql2'
import { boundAnswers, type DriverSocket } from './driver-socket.ts'
import { withinTime } from './fault.ts'
import { connectWithTls, patienceOf, type ServerSettings, type TlsOptions } from './server-settings.ts'
import type { SqlAnswer, SqlCell, SqlConnection, SqlValue } from './sql-dialect.ts'

export type MysqlSettings = ServerSettings & { database?: string | undefined }

/** A server speaks first, once it has looked up who calls; most of what else listens somewhere waits for us. */
const greetingTimeoutMs = 3000

export const isSilent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'NO_GREETING'

export const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT'

/** No file of this machine is ever sent, and a text is one statement. */
async function driverOf(settings: MysqlSettings, tls: TlsOptions | null, socket: DriverSocket): Promise<Connection> {
  const { host, port, user, password, database } = settings
  // Loaded by the first connection: most servers have none, and would start later for it.
  const { createConnection } = await import('mysql2')
  socket.connect(port, host)
  return createConnection({
    host,
    port,
    user,
    password,
    ...(database === undefined ? {} : { database }),
    ...(tls === null ? {} : { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
    stream: () => socket,
    charset: 'utf8mb4_general_ci',
    connectTimeout: patienceOf(settings).connectMs,
    connectAttributes: { program_name: 'Pictable' },
    multipleStatements: false,
    flags: ['-LOCAL_FILES', 'FOUND_ROWS'],
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    maxPreparedStatements: 200,
  })
}

/** Strict, so that a text that is too long is refused and never cut; in UTC; and nothing goes on for ever. */
const setUp = (isMaria: boolean) =>
  `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO', time_zone = '+00:00',
    innodb_lock_wait_timeout = 10, lock_wait_timeout = 10, ${isMaria ? 'max_statement_time = 60' : 'max_execution_time = 60000'}`

const connected = (driver: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    // An idle connection that ends must not end the process.
    driver.on('error', reject)
    driver.once('connect', () => resolve())
  })

/** Rejects when something took the connection and does not say a word. */
const silence = (socket: DriverSocket): Promise<never> =>
  new Promise((_resolve, reject) => {
    socket.once('connect', () => {
      const silent = Object.assign(new Error('no greeting'), { code: 'NO_GREETING' })
      const timer = setTimeout(() => reject(silent), greetingTimeoutMs)
      for (const end of ['data', 'close']) socket.once(end, () => clearTimeout(timer))
    })
  })

async function openDriver(settings: MysqlSettings, createSocket: () => DriverSocket): Promise<Connection> {
  const open = async (tls: TlsOptions | null) => {
    const socket = createSocket()
    const driver = await driverOf(settings, tls, socket)
    try {
      await withinTime(Promise.race([connected(driver), silence(socket)]), 2 * patienceOf(settings).connectMs)
      return driver
    } catch (error) {
      driver.destroy()
      throw error
    }
  }
  return connectWithTls(settings, open, hasNoTls)
}

const cellOf = (value: unknown): SqlCell =>
  value === null || value instanceof Uint8Array
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

function answerOf(result: unknown): SqlAnswer {
  if (Array.isArray(result)) {
    return { rows: result.map((row: unknown) => (Array.isArray(row) ? row.map(cellOf) : [])), affected: 0 }
  }
  const hasCount = typeof result === 'object' && result !== null && 'affectedRows' in result
  return { rows: [], affected: hasCount ? Number(result.affectedRows) : 0 }
}

const isParameter = (value: SqlValue): value is string | number | null =>
  value === null || typeof value === 'string' || typeof value === 'number'

/** Opens a connection. @throws the driver's error */
export async function connectMysql(settings: MysqlSettings, createSocket: () => DriverSocket): Promise<SqlConnection> {
  let socket: DriverSocket | undefined
  let beginAnswer = () => {}
  const driver = await openDriver(settings, () => {
    socket = createSocket()
    beginAnswer = boundAnswers(socket)
    return socket
  })
  let isOpen = true
  const lost = () => {
    isOpen = false
  }
  driver.on('error', lost)
  socket?.on('close', lost)

  function query(text: string, values?: readonly SqlValue[]): Promise<SqlAnswer> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, result: unknown) => {
        if (error === null || error === undefined) return resolve(answerOf(result))
        // The connection still waits for an answer that may come any time.
        if (error instanceof Error && 'fatal' in error && error.fatal === true) close()
        reject(error)
      }
      const statement = { sql: text, timeout: patienceOf(settings).answerMs }
      beginAnswer()
      if (values === undefined) driver.query(statement, done)
      else driver.execute(statement, values.filter(isParameter), done)
    })
  }

  function close(): void {
    isOpen = false
    driver.destroy()
  }

  const { rows } = await query('SELECT version()')
  const version = String(rows[0]?.[0] ?? '')
  const isMaria = /mariadb/i.test(version)
  await query(setUp(isMaria))
  return {
    version: `${isMaria ? 'MariaDB' : 'MySQL'} ${version.replace(/-.*$/s, '')}`,
    query,
    isOpen: () => isOpen,
    setIdle: (isIdle) => void (isIdle ? socket?.unref() : socket?.ref()),
    close,
  }
}
