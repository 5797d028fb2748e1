import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '#bench/bench.ts'
import { cpuSeconds } from '#bench/cpu-seconds.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'

/** What a server costs that nobody uses: render processes included, the sample's images made. */
export const idle: Bench = {
  name: 'idle',
  summary: 'processor time of an embedded server at rest, in percent of one core (Linux)',
  async run({ quick }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'pictable-idle-'))
    const server = await startServerProcess({
      PICTABLE_PORT: String(await freePort()),
      PICTABLE_DATA_DIR: dataDir,
      PICTABLE_LOG_LEVEL: 'warn',
    })
    try {
      const { pid } = server
      if (pid === undefined) throw new Error('the server has no process')
      for (let attempt = 0; attempt < 600 && !/Try it:/.test(server.output()); attempt++)
        await new Promise((resolve) => setTimeout(resolve, 100))
      // The first round of everything that comes every minute is over then.
      await new Promise((resolve) => setTimeout(resolve, quick ? 10_000 : 75_000))
      const before = await cpuSeconds(pid)
      const startedAt = performance.now()
      await new Promise((resolve) => setTimeout(resolve, quick ? 20_000 : 300_000))
      const percent = ((await cpuSeconds(pid)) - before) / ((performance.now() - startedAt) / 100_000)
      return { figures: { idle_cpu_percent: percent } }
    } finally {
      await server.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
