import { writeSync } from 'node:fs'
import { z } from 'zod'
import { allEscapes, type Targets } from './escapes.test-kit.ts'

/**
 * Loaded into a decoder before its own code: once that has decoded a file and is about to answer, takes the process over
 * and tries to get out.
 */

export const MARK = 'ESCAPES '

const targetsSchema = z.object({
  serverPid: z.int(),
  dataDir: z.string(),
  keyFile: z.string(),
  databaseFile: z.string(),
  temporaryDir: z.string(),
  port: z.int(),
}) satisfies z.ZodType<Targets>

async function tryAll(targets: Targets): Promise<void> {
  const outcomes: Record<string, string> = {}
  for (const { name, attempt } of allEscapes) outcomes[name] = await attempt(targets)
  writeSync(2, `${MARK}${JSON.stringify(outcomes)}\n`)
}

const given = process.env.ESCAPE_TARGETS
const { send } = process
if (given !== undefined && send !== undefined) {
  const targets = targetsSchema.parse(JSON.parse(given))
  let sent = 0
  Object.assign(process, {
    /** The first message says that the process is ready, the second is about a file. */
    send(...message: Parameters<typeof send>): boolean {
      sent++
      if (sent !== 2) return send.apply(process, message)
      void tryAll(targets).then(() => send.apply(process, message))
      return true
    },
  })
}
