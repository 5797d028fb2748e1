import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { AppError } from '#core/errors.ts'
import type { FileRow, ReadTableFile } from '#core/ports/table-file.ts'
import { forkDecoder } from '#sandbox/fork-decoder.ts'
import { type Sandbox, supportedSandbox } from '#sandbox/sandbox.ts'
import { type FromReader, fromReaderSchema, type ToReader } from './table-file/messages.ts'

/**
 * Reading is left to a process of its own, which can be ended: a workbook made to harm fills memory and time of its
 * reader alone. (A worker thread would not do: what V8 cannot allocate ends the whole process.)
 */
const usualMemoryMb = 1024
/** Beside the heap: the file, unpacked and as text. */
const BUFFERS_MB = 1024
const usualDeadlineMs = 120_000
/** Far above what the deadline leaves to a reader of several threads. */
const CPU_SECONDS = 600
const rowsAtOnce = 500
/** More files wait for their turn. */
const mostReaders = 2

/** Lets so many work at once. @returns what waits for a place and gives the way to leave it */
function createPlaces(count: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let free = count
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

const takePlace = createPlaces(mostReaders)

export const tableFileEntry = join(import.meta.dirname, 'table-file', 'child.ts')

const tooMuch = (what: string) =>
  new AppError('invalid_request', `The file ${what}. Save the sheet that you need as CSV, or split the file.`)

const outOfMemory = () => tooMuch('needs more memory than is available')

/** Asks and waits; without a question, for the process to be ready. @throws AppError when it ends, or is ended, instead of answering */
async function ask(child: ChildProcess, question: ToReader | null, deadlineMs: number): Promise<FromReader> {
  // One that has ended says so only once.
  if (child.exitCode !== null || child.signalCode !== null) throw outOfMemory()
  const controller = new AbortController()
  const { signal } = controller
  const ended = once(child, 'exit', { signal }).then(() => {
    throw outOfMemory()
  })
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(tooMuch('takes too long to read')), deadlineMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
  // whichever comes second is of no interest
  ended.catch(() => {})
  late.catch(() => {})
  try {
    const replied = once(child, 'message', { signal })
    replied.catch(() => {})
    if (question !== null) child.send(question, () => {})
    const [reply]: unknown[] = await Promise.race([replied, ended, late])
    return fromReaderSchema.parse(reply)
  } finally {
    controller.abort()
  }
}

/** Such as when the machine has no memory left. @throws AppError `unavailable` */
function startOrLeave(start: () => ChildProcess, leave: () => void): ChildProcess {
  try {
    return start()
  } catch (cause) {
    leave()
    throw new AppError('unavailable', 'The file could not be read: no process could be started. Send it again later.', {
      cause,
    })
  }
}

export interface ReadTableFileOptions {
  deadlineMs?: number
  memoryMb?: number
  /** Lets a process reserve this many bytes more, and no further. */
  boundMemory?: (pid: number, bytes: number) => Promise<void>
  sandbox?: Sandbox
  /** Folder of compiled code, which halves the time of a start. */
  compiledFolder?: string | undefined
}

/** `createReadTableFile()` makes the reader of uploaded tables. */
export function createReadTableFile({
  deadlineMs = usualDeadlineMs,
  memoryMb = usualMemoryMb,
  boundMemory = async () => {},
  sandbox = supportedSandbox,
  compiledFolder,
}: ReadTableFileOptions = {}): ReadTableFile {
  const start = () =>
    forkDecoder(tableFileEntry, {
      sandbox,
      // Without its trap handler, WebAssembly reserves no gigabytes, for which the bound would leave no room.
      flags: [`--max-old-space-size=${memoryMb}`, '--disable-wasm-trap-handler'],
      env: { LANG: 'C.UTF-8', TZ: 'UTC' },
      compiledFolder,
      stdin: 'pipe',
      cpuSeconds: CPU_SECONDS,
    })
  return async (bytes, { sheet } = {}) => {
    const leave = await takePlace()
    const child = startOrLeave(start, leave)
    // Nobody reads its last words.
    child.stderr?.resume()
    const close = async () => {
      child.kill('SIGKILL')
      leave()
    }
    child.on('error', () => {})
    // it may end before it has read everything
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
    try {
      await ask(child, null, deadlineMs)
      if (child.pid !== undefined) await boundMemory(child.pid, (memoryMb + BUFFERS_MB) * 1024 * 1024)
      const opened = await ask(child, { sheet }, deadlineMs)
      if ('refused' in opened) throw new AppError('invalid_request', opened.refused)
      if (!('columns' in opened)) throw new Error('The reader gave an unexpected response.')
      const { rowCount } = opened
      async function* pieces(): AsyncIterable<readonly FileRow[]> {
        for (let from = 0; from < rowCount; from += rowsAtOnce) {
          const reply = await ask(child, { from, count: rowsAtOnce }, deadlineMs)
          if ('rows' in reply) yield reply.rows
        }
      }
      return { ...opened, pieces, close }
    } catch (error) {
      await close()
      throw error
    }
  }
}
