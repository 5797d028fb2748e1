import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { cpuSeconds, ownCpuSeconds } from '#bench/cpu-seconds.ts'
import { freePort } from '#test/server-process.ts'

const KEY = 'bench-admin-key-0123456789'
const LOOK_MS = 20
const MEMORY_LOOK_MS = 100
const STARTS_WITHIN_MS = 180_000

/** A server of any version, in a process of its own, used only over HTTP. */
export interface ServerLife {
  /** From its start to the first answer of `/livez`: wall time, and processor time of all its processes. */
  live: { ms: number; cpuMs: number }
  /** The answer to a request as JSON, with the headers of an administrator. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>
  upload(filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>
  /** The most memory that its processes had at a moment so far, pages that they share counted once. */
  peakMib(): number
  /** Processor time of all its processes until now. */
  cpuMs(): Promise<number>
  /** That of the server without the processes that it started. */
  ownCpuMs(): Promise<number>
  end(): Promise<void>
}

export interface Command {
  program: string
  args: readonly string[]
  cwd: string
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.ok) return response.status === 204 ? null : response.json()
  throw new Error(`${response.url} answers ${response.status}: ${(await response.text()).slice(0, 400)}`)
}

async function untilLive(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const endsAt = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    const isLive = await fetch(`${url}/livez`).then(
      (response) => response.ok,
      () => false,
    )
    if (isLive) return
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    if (performance.now() > endsAt) throw new Error(`the server does not get live:\n${output()}`)
    await setTimeout(LOOK_MS)
  }
}

/** Proportional set size; 0 for a process that has ended. */
async function memoryKib(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(
    children
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((child) => memoryKib(Number(child))),
  )
  return below.reduce((sum, one) => sum + one, Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0))
}

/** Looks at the memory of a process and of those it started until it ends. @returns the most so far, in MiB */
function watchMemory(child: ChildProcess): () => number {
  let peakKib = 0
  const watch = async () => {
    while (child.exitCode === null && child.signalCode === null) {
      peakKib = Math.max(peakKib, await memoryKib(child.pid ?? 0))
      await setTimeout(MEMORY_LOOK_MS)
    }
  }
  void watch()
  return () => peakKib / 1024
}

/** `startLife()` starts a server on a data folder, and waits until it is live. Watching its memory delays it a little. Compiled code of others in `HOME` would shorten that. */
export async function startLife(
  { program, args, cwd }: Command,
  settings: Readonly<Record<string, string>> & { readonly HOME: string },
  { isMemoryWatched = true } = {},
): Promise<ServerLife> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH } = process.env
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd,
    env: { PATH, PICTABLE_PORT: `${port}`, PICTABLE_ADMIN_KEY: KEY, PICTABLE_LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-5000)
    })
  const ended = once(child, 'exit')
  const peakMib = isMemoryWatched ? watchMemory(child) : () => Number.NaN
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} does not start`)
  try {
    await untilLive(child, url, () => output)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const live = { ms: performance.now() - startedAt, cpuMs: (await cpuSeconds(pid)) * 1000 }
  const authorization = `Bearer ${KEY}`
  return {
    live,
    peakMib,
    ask: async (method, path, body) =>
      answerOf(
        await fetch(url + path, {
          method,
          headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    upload: async (filename, body) =>
      answerOf(
        await fetch(`${url}/v1/assets?filename=${filename}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'image/jpeg' },
          body,
        }),
      ),
    cpuMs: async () => (await cpuSeconds(pid)) * 1000,
    ownCpuMs: async () => (await ownCpuSeconds(pid)) * 1000,
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
