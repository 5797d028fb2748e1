import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pictableProgram } from '#test/programs.ts'
import { quickFlags } from '#test/quick-flags.ts'
import { until } from '#test/until.ts'

/** A real server of its own process, as a user starts it. */
export interface ServerProcess {
  url: string
  /** Of the process, to be measured. */
  pid: number | undefined
  /** All that it printed so far. */
  output(): string
  /** What of it went to standard output. */
  log(): string
  /** Sends the signal and waits until the process has gone. @returns its exit code, null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Systems take the ports of outgoing connections and of `listen(0)` above these. */
const freePorts = { from: 11_000, to: 32_000 }

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** A port of loopback that nothing uses, and that nothing else is given before its user listens. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(freePorts.from, freePorts.to)
    if (await isFree(port)) return port
  }
  throw new Error('no port')
}

/** A start takes seconds of processor time, and several may share the processor: only one that hangs is a failure. */
const STARTS_WITHIN = { withinMs: 110_000, everyMs: 50 }

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    return fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  }
  await until(() => `the server did not get ready:\n${output()}`, isReady, STARTS_WITHIN)
}

interface ProcessOptions {
  /** Of the release that is started. Default: what we have. */
  folder?: string
  role?: string
  /** The module that is run instead of `pictable serve`. */
  main?: string
  /** Whether to wait until it is ready. Default: true. */
  isAwaited?: boolean
}

/** Starts `pictable serve` with these settings and waits until it is ready. */
export async function startServerProcess(
  settings: Readonly<Record<string, string>> & { PICTABLE_PORT: string },
  { folder, role = 'both', main, isAwaited = true }: ProcessOptions = {},
): Promise<ServerProcess> {
  const program = folder === undefined ? pictableProgram() : join(folder, 'packages/server/bin/pictable.js')
  const command = main === undefined ? [program, 'serve', '--role', role] : [main]
  const child = spawn(process.execPath, [...quickFlags, ...command], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: process.env.HOME,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (...streams: Readable[]) => {
    let printed = ''
    for (const stream of streams)
      stream.on('data', (chunk: Buffer) => {
        printed = (printed + chunk.toString()).slice(-5_000_000)
      })
    return () => printed
  }
  const output = keep(child.stdout, child.stderr)
  const log = keep(child.stdout)
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = `http://127.0.0.1:${settings.PICTABLE_PORT}`
  try {
    if (isAwaited) await untilReady(child, url, output)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url,
    pid: child.pid,
    output,
    log,
    end(signal) {
      child.kill(signal)
      return gone
    },
  }
}
