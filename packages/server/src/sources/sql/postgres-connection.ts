import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { DriverSocket } from './driver-socket.ts'
import { AnswerTooLarge, MalformedMessage, withinTime } from './fault.ts'
import { createMessageCheck } from './postgres-messages.ts'
import { connectWithTls, patienceOf, type ServerSettings, type TlsOptions } from './server-settings.ts'
import type { SqlCell, SqlConnection } from './sql-dialect.ts'

declare module 'pg' {
  interface ClientConfig {
    connection?: Connection
  }
  interface Connection {
    /** Parses what the stream receives, which is the socket or the TLS above it. */
    attachListeners(stream: EventEmitter): void
  }
}

/** A server that is hostile ends its own connection, and not this process. */
class CheckedConnection extends pg.Connection {
  override attachListeners(stream: Duplex): void {
    const checked = new EventEmitter()
    super.attachListeners(checked)
    const check = createMessageCheck((messages) => checked.emit('data', messages))
    stream.on('data', (chunk) => {
      try {
        check(chunk)
      } catch (cause) {
        const isTooLarge = cause instanceof AnswerTooLarge
        stream.destroy(isTooLarge ? cause : new MalformedMessage('The message cannot be parsed', { cause }))
      }
    })
  }
}

export type PostgresSettings = ServerSettings & { database: string }

const goodbyeMs = 1000

/** Everything as the server's own text: nothing loses a digit. */
const types = { getTypeParser: () => (text: string) => text }

const noTlsMessage = 'The server does not support SSL connections'

export const hasNoTls = (error: unknown): boolean => error instanceof Error && error.message === noTlsMessage

/** What is not given, the driver looks for in the environment of this process: so nothing secret is left out. */
function clientOf(settings: PostgresSettings, tls: TlsOptions | null, socket: DriverSocket): pg.Client {
  const { host, port, user, password, database } = settings
  const { connectMs, answerMs } = patienceOf(settings)
  const ssl = tls ?? false
  return new pg.Client({
    host,
    port,
    user,
    database,
    password: () => password,
    ssl,
    connection: new CheckedConnection({ ssl, stream: () => socket, keepAlive: true }),
    application_name: 'Pictable',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    types,
  })
}

/** A client that is connected, and the socket below it. */
export interface PostgresClient {
  client: pg.Client
  socket: DriverSocket
  /** Says goodbye; a server that does not close its side is cut off. */
  close: () => void
}

/** @throws the driver's error */
export function openPostgresClient(
  settings: PostgresSettings,
  createSocket: () => DriverSocket,
): Promise<PostgresClient> {
  const open = async (tls: TlsOptions | null) => {
    const socket = createSocket()
    const client = clientOf(settings, tls, socket)
    // An idle connection that ends must not end the process.
    client.on('error', () => {})
    try {
      await withinTime(client.connect(), 2 * patienceOf(settings).connectMs)
      const close = () => {
        client.end().catch(() => {})
        setTimeout(() => socket.destroy(), goodbyeMs).unref()
      }
      return { client, socket, close }
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  return connectWithTls(settings, open, hasNoTls)
}

const isCell = (value: unknown): value is SqlCell => value === null || typeof value === 'string'

/** Opens a connection. @throws the driver's error */
export async function connectPostgres(
  settings: PostgresSettings,
  createSocket: () => DriverSocket,
): Promise<SqlConnection> {
  const { client, socket, close: closeClient } = await openPostgresClient(settings, createSocket)
  let isOpen = true
  const lost = () => {
    isOpen = false
  }
  client.on('error', lost)
  client.on('end', lost)
  const close = () => {
    isOpen = false
    closeClient()
  }

  const connection: SqlConnection = {
    version: '',
    async query(text, values) {
      try {
        if (values === undefined) {
          await client.query(text)
          return { rows: [], affected: 0 }
        }
        const answer = await client.query<unknown[], unknown[]>({ text, values: [...values], rowMode: 'array' })
        return {
          rows: answer.rows.map((row) => row.map((cell) => (isCell(cell) ? cell : null))),
          affected: answer.rowCount ?? 0,
        }
      } catch (error) {
        if (error instanceof Error && error.message === 'Query read timeout') close()
        throw error
      }
    },
    isOpen: () => isOpen,
    setIdle: (isIdle) => void (isIdle ? socket.unref() : socket.ref()),
    close,
  }
  const { rows } = await connection.query('SHOW server_version', [])
  connection.version = `PostgreSQL ${rows[0]?.[0] ?? ''}`
  return connection
}
