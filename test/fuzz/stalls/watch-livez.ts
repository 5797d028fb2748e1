import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const seenSchema = z.object({
  polls: z.number(),
  longestMs: z.number(),
  /** Of a server that does nothing, polled at the same moments: the delays of the machine. */
  idleLongestMs: z.number(),
  /** Polls that took longer than 100 ms. */
  long: z.number(),
  idleLong: z.number(),
  /** Those that took 100 ms longer than the idle server. */
  longWhileIdleWasNot: z.number(),
})

/** How soon `/livez` answered another process. */
export type LivezDelays = z.output<typeof seenSchema>

export interface LivezWatch {
  /** @returns what was seen until now */
  stop(): Promise<LivezDelays>
}

/** Polls `/livez` from a process of its own, all the time. */
export async function watchLivez(url: string): Promise<LivezWatch> {
  const script = join(import.meta.dirname, 'poll-livez.ts')
  const child = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'pipe'] })
  const printed = text(child.stdout)
  await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])
  return {
    async stop() {
      child.stdin.end()
      return seenSchema.parse(JSON.parse(await printed))
    },
  }
}
