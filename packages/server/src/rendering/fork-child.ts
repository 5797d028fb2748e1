import { type ChildProcess, execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { forkDecoder } from '#sandbox/fork-decoder.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'

/**
 * Measured to keep a long-lived renderer small and fast; nothing else of our environment reaches it. Buffers of pages above
 * 4 megapixels go back to the system as soon as they are free.
 */
export const childEnvironment = {
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  LANG: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16777216',
  MALLOC_TRIM_THRESHOLD_: '134217728',
  TZ: 'UTC',
  UV_THREADPOOL_SIZE: '4',
}

/**
 * Young memory begins with what it grows to anyway: a start is over before it has to be collected more than once. Old memory
 * may grow to three times what is in use: files that were handed over wait in it, and to look for them after every few pages
 * took a twentieth of the time. Without its trap handler, WebAssembly (by which Node reads TypeScript) reserves no gigabytes,
 * for which there is no room once the address space is bounded.
 */
export const childFlags = [
  '--max-old-space-size=512',
  '--min-semi-space-size=16',
  '--heap-growing-percent=200',
  '--disable-wasm-trap-handler',
]

/** A size in the kernel's report on a process; null where the system does not give one. */
function readBytes(pid: number | undefined, name: 'VmSize' | 'VmRSS'): number | null {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n')
    const line = lines.find((each) => each.startsWith(`${name}:`))
    return line === undefined ? null : Number.parseInt(line.slice(name.length + 1), 10) * 1024
  } catch {
    return null
  }
}

/** Memory that a process holds, asked of the kernel: a process taken over would lie. 0 where the system does not say. */
export const readResidentBytes = (pid: number | undefined): number => readBytes(pid, 'VmRSS') ?? 0

/**
 * `boundAddressSpace()` lets a started process reserve this much more and no further. Where there is no `prlimit` it
 * goes without: the deadline and recycling remain.
 */
export async function boundAddressSpace(pid: number, bytes: number): Promise<void> {
  const reserved = readBytes(pid, 'VmSize')
  if (reserved === null) return
  await new Promise<void>((resolve) => {
    execFile('prlimit', ['--pid', String(pid), `--as=${reserved + bytes}`], () => resolve())
  })
}

export interface ForkedChild {
  child: ChildProcess
  /** The last words of the process, for the log. */
  lastWords(): string
}

/**
 * Rendering takes every core it gets: the service that answers people goes first. Before a process is ready it does not step
 * back: on a busy machine it would be minutes until the first image.
 */
export function stepBack(pid: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It has ended already, or the system does not let us: rendering works all the same.
    }
  }
}

/** Linux keeps a priority for each thread; new ones have that of the thread that starts them. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** The kernel ends a process that has used the processor for an hour. One that works is replaced after ten minutes. */
const CPU_SECONDS = 3600

export const renderEntry = join(import.meta.dirname, 'child.ts')

/** `forkChild()` starts one render process. */
export function forkChild(sandbox: Sandbox, compiledFolder: string | undefined): ForkedChild {
  const child = forkDecoder(renderEntry, {
    sandbox,
    flags: childFlags,
    env: childEnvironment,
    compiledFolder,
    stdin: 'ignore',
    cpuSeconds: CPU_SECONDS,
  })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000)
  })
  return { child, lastWords: () => words.trim() }
}
