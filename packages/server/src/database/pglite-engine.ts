import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { types } from '@electric-sql/pglite'
import { StartError } from '#core/start-error.ts'
import { corruptError } from '#database/errors/corruption.ts'
import { type EngineStop, engineStop } from '#database/errors/engine-stop.ts'
import type { Verified } from './verify/verify-cluster.ts'

/** Where PGlite keeps its files: in a directory, or in memory, empty (null) or as the copy of a cluster (a tar). */
export type Place = string | Blob | null

export type Request =
  | { kind: 'run'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'verify'; table: number }
  | { kind: 'close' }

export type Answer =
  | { kind: 'started'; lists: [list: number, item: number][] }
  | ({ kind: 'refused' } & EngineStop)
  | { kind: 'done'; bytes: Uint8Array<ArrayBuffer>; syncs: number }
  | ({ kind: 'verified' } & Verified)
  | { kind: 'closed' }
  | { kind: 'failed'; error: unknown; death: string | null }

export type Parsers = Readonly<Record<number, ((text: string) => unknown) | undefined>>

/** A PGlite in a thread of its own, whose commits reach the disk, and that says when it has died instead of hanging. */
export interface Engine {
  /** Of types in the text format, by their oid. */
  parsers: Parsers
  /** Runs messages of PostgreSQL's protocol. Calls must not overlap. @returns the messages it answered */
  run(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  /** Verifies a part of the files of a table, by its oid. As `run()`, and outside of every transaction. */
  verify(table: number): Promise<Verified>
  /** Why it has ended; null while it runs. */
  deathReason(): string | null
  /** How often a file was synced to disk. */
  syncCount(): number
  /** Memory of its thread. @throws when it has ended */
  memory(): Promise<EngineMemory>
  close(): Promise<void>
}

/** Of the JavaScript in the thread, and of what lies outside its heap: PostgreSQL itself. */
export interface EngineMemory {
  heapUsedBytes: number
  heapTotalBytes: number
  externalBytes: number
}

function parsersWith(lists: readonly [list: number, item: number][]): Parsers {
  const parsers: Record<number, (text: string) => unknown> = { ...types.parsers }
  for (const [list, item] of lists) {
    const parseItem = parsers[item] ?? ((text: string) => text)
    parsers[list] ??= (text) => types.arrayParser(text, parseItem, list)
  }
  return parsers
}

/** Asks the thread for one thing at a time. It keeps the process alive only while somebody waits for an answer. */
function createCaller(thread: Worker) {
  let waiting = Promise.withResolvers<Answer>()
  let endReason: string | null = null
  const end = (error: unknown) => {
    endReason ??= engineStop(error).reason
    waiting.reject(error)
  }
  waiting.promise.catch(() => {})
  thread.on('message', (answer: Answer) => {
    thread.unref()
    waiting.resolve(answer)
  })
  thread.on('error', end)
  thread.on('exit', () => end(new Error('The thread of the embedded database has ended')))
  return {
    first: waiting.promise,
    endReason: () => endReason,
    ask(request: Request): Promise<Answer> {
      if (endReason !== null) return waiting.promise
      waiting = Promise.withResolvers()
      thread.ref()
      thread.postMessage(request, request.kind === 'run' ? [request.bytes.buffer] : [])
      return waiting.promise
    },
  }
}

function refusal({ reason, isCorrupt }: EngineStop, place: Place): Error {
  if (isCorrupt) return corruptError(reason, typeof place === 'string' ? { where: `The database in ${place}` } : {})
  return new StartError(`The embedded database does not start: ${reason}`)
}

/** Node gives a thread none of the compiled code that its process has, unless a variable names the folder. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const compiled = getCompileCacheDir()
  // The folder has one of its own for each version of Node.
  return compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(compiled) }
}

/**
 * Starts PGlite at its place, in a thread of this module.
 * @throws StartError when it cannot be made to sync, AppError when its files are corrupt
 */
export async function startEngine(
  place: Place,
  module = join(import.meta.dirname, 'pglite-thread.ts'),
): Promise<Engine> {
  const thread = new Worker(module, { workerData: place, env: threadEnvironment() })
  const caller = createCaller(thread)
  const started = await caller.first.catch((error) => {
    throw new StartError(`The embedded database does not start: ${engineStop(error).reason}`, { cause: error })
  })
  if (started.kind === 'refused') throw refusal(started, place)
  if (started.kind !== 'started') throw new Error('The embedded database did not respond to its start')
  let syncs = 0
  let death: string | null = null
  const deathReason = () => death ?? caller.endReason()
  async function ask(request: Request): Promise<Answer> {
    const answer = await caller.ask(request)
    if (answer.kind !== 'failed') return answer
    death ??= answer.death
    throw answer.error
  }
  return {
    parsers: parsersWith(started.lists),
    async run(bytes) {
      const answer = await ask({ kind: 'run', bytes })
      if (answer.kind !== 'done')
        throw new Error(`The embedded database gave an unexpected response to a statement: ${answer.kind}`)
      syncs = answer.syncs
      return answer.bytes
    },
    async verify(table) {
      const answer = await ask({ kind: 'verify', table })
      if (answer.kind !== 'verified')
        throw new Error(`The embedded database gave an unexpected response to a check: ${answer.kind}`)
      return answer
    },
    deathReason,
    syncCount: () => syncs,
    async memory() {
      const { used_heap_size, total_heap_size, external_memory } = await thread.getHeapStatistics()
      return { heapUsedBytes: used_heap_size, heapTotalBytes: total_heap_size, externalBytes: external_memory }
    },
    async close() {
      try {
        if (deathReason() === null) await ask({ kind: 'close' })
      } finally {
        await thread.terminate()
      }
    },
  }
}
