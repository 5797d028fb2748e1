import { rm } from 'node:fs/promises'
import { createClient } from '@pictable/client'
import { visitEmbedded } from '@pictable/server/database/open-embedded.ts'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { afterEach, expect, test } from 'vitest'
import { WORK_POINT } from '#test/chaos/fault-points.ts'
import { adminKey, settingsFor } from '#test/chaos/installation.ts'
import { makeTraced } from '#test/chaos/traces.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Its action keeps nothing of records that were deleted from their table more than 30 days ago. */
const markDeleted = `
with marked as (update actions set deleted_records = 'delete' where id = $1 returning id)
insert into deleted_records (action_id, record_id, state, noticed_at)
select id, record_id, 'deleted', now() - interval '40 days' from marked, unnest($2::text[]) record_id`

async function openMortal() {
  const dataDir = makeDataDirectory('pictable-erasures-')
  closers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }))
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = { ...settingsFor(dataDir), PICTABLE_PORT: port, PICTABLE_PUBLIC_URL: url }
  return {
    dataDir,
    client: createClient({ baseUrl: url, apiKey: adminKey }),
    async start(more: Readonly<Record<string, string>>, isAwaited = true) {
      const main = 'test/chaos/fault-server.ts'
      const started = await startServerProcess({ ...settings, ...more }, { main, isAwaited })
      closers.push(() => started.end('SIGKILL'))
      return started
    },
  }
}

/** Kills a process where it stops. What it printed tells why it does not. */
async function killAt(call: string, { output, end }: ServerProcess): Promise<void> {
  await expect.poll(output).toContain(`at ${call}\n`)
  await end('SIGKILL')
}

test('records are erased with all that is stored of them, and no others, wherever the process is killed', {
  timeout: 400_000,
}, async () => {
  const { dataDir, client, start } = await openMortal()
  const first = await start({ [WORK_POINT]: 'deliveries+0' })
  const { actionId, tableId, rowIds, runId, traces } = await makeTraced(client, 4)
  expect(await traces()).toEqual([3, 3, 3, 3])
  const [asked = '', ...deleted] = rowIds.slice(0, 3)
  const erase = (record_ids: string[]) => client.actions.erase({ params: { id: actionId }, body: { record_ids } })
  await client.tables.deleteRows({ params: { id: tableId }, body: { row_ids: deleted } })
  // Asked for: between the commit and the deletion of the deliveries.
  void erase([asked]).catch(() => {})
  await killAt('deliveries', first)
  await visitEmbedded(dataDir, (kysely) => rowsOf(kysely, markDeleted, [actionId, deleted]))
  // After their days: before the commit, and behind it.
  await killAt('images', await start({ [WORK_POINT]: 'images+1' }, false))
  await killAt('deliveries', await start({ [WORK_POINT]: 'deliveries+0' }, false))
  await start({})
  await expect.poll(traces).toEqual([0, 0, 0, 3])
  expect(await erase([asked, ...deleted])).toEqual({ images: 0, deliveries: 0, run_records: 0 })
  expect(await client.runs.get({ params: { id: runId } })).toMatchObject({ total: 4, rendered: 4, failed: 0 })
  const [kept] = (await client.images.list({ query: { action_id: actionId } })).results
  expect((await fetch(kept?.url ?? '')).status).toBe(200)
})
