import { randomInt } from 'node:crypto'
import type { Findings } from '#test/chaos/history.ts'
import { type InstallationOptions, startInstallation } from '#test/chaos/installation.ts'
import { eventually, untilSettled } from '#test/chaos/settle.ts'
import { type OpenShop, openBuiltInShop } from '#test/chaos/shop.ts'

export interface KillReport extends Findings {
  kills: number
  runs: number
  /** Of a single process: how long until it answered again, at most. */
  slowestRestartSeconds: number
  seconds: number
}

/**
 * Kills one process after the other with SIGKILL, at moments that nobody chose, while runs render, write back and tell of
 * it; each is started again on the same data.
 */
export async function kill(options: {
  kills: number
  records: number
  roles: readonly string[]
  settings?: InstallationOptions['settings']
  openShop?: OpenShop
  log?: (line: string) => void
}): Promise<KillReport> {
  const { kills, records, roles, settings = () => ({}), openShop = openBuiltInShop, log = () => {} } = options
  const installation = await startInstallation({ records, roles, settings, openShop })
  const startedAtMs = performance.now()
  let slowestMs = 0
  try {
    const { processes, history, client, shop } = installation
    for (let count = 0; count < kills; count++) {
      await eventually('a trigger is taken', async () => (await installation.trigger()) !== null)
      await new Promise((resolve) => setTimeout(resolve, randomInt(2000)))
      const index = count % processes.length
      await history.look(shop)
      const killedAtMs = performance.now()
      await processes[index]?.end('SIGKILL')
      await installation.restart(index)
      slowestMs = Math.max(slowestMs, performance.now() - killedAtMs)
      log(`kill ${count + 1} of ${kills}: ${roles[index]}`)
    }
    await untilSettled(installation)
    const findings = await history.check(client, shop)
    const { results } = await client.runs.list({ query: { action_id: shop.actionId, limit: 100 } })
    return {
      ...findings,
      kills,
      runs: results.length,
      slowestRestartSeconds: slowestMs / 1000,
      seconds: (performance.now() - startedAtMs) / 1000,
    }
  } finally {
    await installation.close()
  }
}
