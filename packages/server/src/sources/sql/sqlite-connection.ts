import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { SqlAnswer, SqlConnection } from './sql-dialect.ts'
import type { FromSqlite, SqliteFailure, ToSqlite } from './sqlite-messages.ts'

/** One that does not end when it is told is ended after this. */
const CLOSE_MS = 2000
const START_MS = 60_000
/** SQLite's own numbers of a statement that was ended, and of a file that cannot be read. */
const [INTERRUPTED, UNREADABLE] = [9, 10]

const sqliteError = ({ message, code, errcode }: SqliteFailure) => Object.assign(new Error(message), { code, errcode })
const ended = (message: string, errcode: number) => sqliteError({ message, code: 'ERR_SQLITE_ERROR', errcode })

/** Asks the process for one thing at a time. */
function createCaller(child: ChildProcess) {
  let waiting: PromiseWithResolvers<FromSqlite> | null = null
  let end: Error | null = null
  const fail = (error: Error) => {
    end ??= error
    waiting?.reject(end)
  }
  const kill = (error: Error) => {
    fail(error)
    child.kill('SIGKILL')
  }
  child.on('message', (reply: FromSqlite) => waiting?.resolve(reply))
  child.once('error', fail)
  child.once('exit', () => fail(ended('its process ended', UNREADABLE)))
  return {
    isEnded: () => end !== null,
    async ask(question: ToSqlite, limitMs: number): Promise<SqlAnswer> {
      if (end !== null) throw end
      waiting = Promise.withResolvers()
      const tooLong = ended(`a statement took longer than ${limitMs / 1000} seconds`, INTERRUPTED)
      const timer = setTimeout(() => kill(tooLong), limitMs)
      child.send(question, (error) => error && fail(error))
      try {
        const reply = await waiting.promise
        if ('failure' in reply) throw sqliteError(reply.failure)
        return reply.answer
      } finally {
        clearTimeout(timer)
        waiting = null
      }
    },
    close(): void {
      if (waiting !== null) kill(ended('the statement was ended', INTERRUPTED))
      fail(ended('the connection is closed', UNREADABLE))
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS).unref()
      child.once('exit', () => clearTimeout(timer))
    },
  }
}

/**
 * Opens a file that is there, in a process of its own: SQLite works within its caller, where nothing else could go on, and
 * only the end of a process ends a statement. @throws the driver's error
 */
export async function connectSqlite(path: string, statementMs: number): Promise<SqlConnection> {
  const child = fork(join(import.meta.dirname, 'sqlite-child.ts'), [], {
    env: { LANG: 'C.UTF-8', TZ: 'UTC' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { ask, close, isEnded } = createCaller(child)
  try {
    await ask({ path }, START_MS)
    // The first look into the file: whether it is a database at all.
    const { rows } = await ask(
      { text: 'SELECT sqlite_version(), count(*) FROM sqlite_schema', values: [] },
      statementMs,
    )
    return {
      version: `SQLite ${rows[0]?.[0] ?? ''}`,
      query: (text, values) => ask({ text, ...(values && { values }) }, statementMs),
      isOpen: () => !isEnded(),
      setIdle(isIdle) {
        const verb = isIdle ? 'unref' : 'ref'
        child[verb]()
        child.channel?.[verb]()
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
