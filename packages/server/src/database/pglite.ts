import { messages, protocol } from '@electric-sql/pglite'
import { AppError, isCorrupt } from '#core/errors.ts'
import { encodeParameter } from './parameters.ts'
import { type Engine, type EngineMemory, type Parsers, type Place, startEngine } from './pglite-engine.ts'
import type { Verified } from './verify/verify-cluster.ts'

/** PGlite as this product uses it. Calls must not overlap: the owner of the connection sees to that. */
export interface Pglite {
  /** Runs one statement, prepared on first use. */
  query<Row>(text: string, parameters: readonly unknown[]): Promise<PgliteResult<Row>>
  /** Runs any number of statements without parameters. @returns their rows, one after the other */
  script<Row>(text: string): Promise<PgliteResult<Row>>
  isInTransaction(): boolean
  isDead(): boolean
  /** Starts anew if PostgreSQL has died in between; what was committed comes back from its log. @returns whether it did */
  revive(): Promise<boolean>
  /** Hears what is notified on channels listened to. @returns what stops it */
  onNotification(channel: string, listener: (payload: string) => void): () => void
  /** Verifies a part of the files of a table, by its oid, outside of every transaction: to be called until it is done. */
  verify(table: number): Promise<Verified>
  /** How often a file was synced to disk. */
  syncCount(): number
  memory(): Promise<EngineMemory>
  close(): Promise<void>
}

export interface PgliteResult<Row> {
  rows: Row[]
  affectedRows: number
  /** The last command that was run: a COMMIT that did not is a ROLLBACK. */
  command: string
}

interface Prepared {
  name: string
  columns: readonly Column[]
}

interface Column {
  name: string
  parse: ((text: string) => unknown) | undefined
}

/** Enough for every statement there is; texts made at run time must not pile up. */
const PREPARED_MAX = 400
/** An engine that dies again and again is not started more often. */
const START_INTERVAL_MS = 5000
/** A table has changed since the statement was prepared, or it is not known any more. */
const staleCodes = ['0A000', '26000']

function readRow<Row>(fields: readonly (string | null)[], columns: readonly Column[]): Row {
  const row = Object.create(Object.prototype)
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index] ?? { name: '' }
    const text = fields[index] ?? null
    row[name] = text === null || parse === undefined ? text : parse(text)
  }
  return row
}

function columnsOf(description: InstanceType<typeof messages.RowDescriptionMessage>, parsers: Parsers): Column[] {
  return description.fields.map(({ name, dataTypeID }) => ({ name, parse: parsers[dataTypeID] }))
}

function read<Row>(received: readonly unknown[], parsers: Parsers, known: readonly Column[] = []): PgliteResult<Row> {
  let columns = known
  const result: PgliteResult<Row> = { rows: [], affectedRows: 0, command: '' }
  for (const message of received) {
    if (message instanceof messages.DataRowMessage) {
      result.rows.push(readRow(message.fields, columns))
    } else if (message instanceof messages.RowDescriptionMessage) {
      columns = columnsOf(message, parsers)
    } else if (message instanceof messages.CommandCompleteMessage) {
      const words = message.text.split(' ')
      result.command = words[0] ?? ''
      result.affectedRows = Number(words.at(-1)) || 0
    }
  }
  return result
}

function died(reason: string, cause?: unknown): AppError {
  const message = `The embedded database has stopped: ${reason}. It restarts automatically.`
  return new AppError('unavailable', message, { cause })
}

/** The statements of one engine, which know nothing of another one's. */
function createSession(engine: Engine, onNotification: (channel: string, payload: string) => void) {
  const { parse, describe, bind, execute, query, sync } = protocol.serialize
  const { parsers } = engine
  const prepared = new Map<string, Prepared>()
  let preparedCount = 0
  let state = 'I'

  function readMessages({ buffer }: Uint8Array<ArrayBuffer>): unknown[] {
    const received: unknown[] = []
    let failure: unknown
    new protocol.Parser().parse(buffer, (message) => {
      if (message instanceof messages.ReadyForQueryMessage) state = message.status
      else if (message instanceof messages.NotificationResponseMessage) onNotification(message.channel, message.payload)
      else if (message instanceof messages.DatabaseError) failure ??= message
      else received.push(message)
    })
    if (failure !== undefined) throw failure
    return received
  }

  async function send(...parts: Uint8Array[]): Promise<unknown[]> {
    const ended = engine.deathReason()
    if (ended !== null) throw died(ended)
    const answer = await engine.run(new Uint8Array(Buffer.concat(parts))).catch((error) => {
      const reason = engine.deathReason()
      throw reason === null ? error : died(reason, error)
    })
    return readMessages(answer)
  }

  async function prepare(text: string): Promise<Prepared> {
    const known = prepared.get(text)
    if (known) return known
    if (prepared.size >= PREPARED_MAX) {
      await send(query('deallocate all'))
      prepared.clear()
    }
    const name = `s${preparedCount++}`
    const received = await send(parse({ name, text }), describe({ type: 'S', name }), sync())
    const description = received.find((message) => message instanceof messages.RowDescriptionMessage)
    const statement = { name, columns: description ? columnsOf(description, parsers) : [] }
    prepared.set(text, statement)
    return statement
  }

  return {
    isInTransaction: () => state !== 'I',
    async query<Row>(text: string, parameters: readonly unknown[]) {
      const { name, columns } = await prepare(text)
      try {
        const values = parameters.map(encodeParameter)
        return read<Row>(await send(bind({ statement: name, values }), execute(), sync()), parsers, columns)
      } catch (error) {
        if (error instanceof messages.DatabaseError && staleCodes.includes(error.code ?? '')) prepared.delete(text)
        throw error
      }
    },
    async script<Row>(text: string) {
      return read<Row>(await send(query(text)), parsers)
    },
  }
}

/**
 * Starts PGlite at its place, with commits that reach the disk.
 * @throws StartError when this PGlite cannot be made to sync
 */
export async function startPglite(place: Place, openEngine = startEngine): Promise<Pglite> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const tell = (channel: string, payload: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  async function start() {
    const engine = await openEngine(place)
    return { engine, session: createSession(engine, tell) }
  }

  let { engine, session } = await start()
  let nextStartMs = 0
  let hopeless: AppError | null = null
  const isDead = () => engine.deathReason() !== null
  return {
    query: (text, parameters) => session.query(text, parameters),
    script: (text) => session.script(text),
    isInTransaction: () => !isDead() && session.isInTransaction(),
    isDead,
    async revive() {
      const reason = engine.deathReason()
      if (typeof place !== 'string' || reason === null) return false
      if (hopeless !== null) throw hopeless
      if (performance.now() < nextStartMs) throw died(reason)
      nextStartMs = performance.now() + START_INTERVAL_MS
      await engine.close()
      const restarted = await start().catch((error) => {
        if (isCorrupt(error)) hopeless = error
        throw hopeless ?? died(error instanceof Error ? error.message : reason, error)
      })
      engine = restarted.engine
      session = restarted.session
      for (const channel of listeners.keys()) await session.script(`listen "${channel}"`)
      return true
    },
    onNotification(channel, listener) {
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(listener))
      return () => all.delete(listener)
    },
    verify: (table) => engine.verify(table),
    syncCount: () => engine.syncCount(),
    memory: () => engine.memory(),
    close: () => engine.close(),
  }
}
