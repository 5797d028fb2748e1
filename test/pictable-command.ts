import { spawn } from 'node:child_process'
import { pictableProgram } from '#test/programs.ts'
import { quickFlags } from '#test/quick-flags.ts'

export interface EndedCommand {
  code: number | null
  said: string
}

interface CommandOptions {
  /** Asks for its end by SIGTERM. */
  toldToEnd?: AbortSignal
  withinMs?: number
}

/** Runs `pictable` with these arguments and settings to its end. */
export async function pictable(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { toldToEnd, withinMs = 100_000 }: CommandOptions = {},
): Promise<EndedCommand> {
  const child = spawn(process.execPath, [...quickFlags, pictableProgram(), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
  })
  toldToEnd?.addEventListener('abort', () => child.kill('SIGTERM'))
  let said = ''
  const keep = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}
