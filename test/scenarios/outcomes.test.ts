import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { makeAction, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

const postgresql = needs('postgresql')

const design = {
  schema: 1,
  name: 'Card',
  width: 60,
  height: 40,
  layers: [{ type: 'image', name: 'photo', x: 0, y: 0, width: 60, height: 40, src: { bind: 'Photo' } }],
}
const fields: Parameters<typeof makeAction>[1]['fields'] = [
  { name: 'Name', kind: 'text' },
  { name: 'Photo', kind: 'url' },
]

/** No picture may be fetched from there. */
const refused = (n: number) => ({ Name: `Product ${n}`, Photo: `http://10.0.0.1/${n}.png` })
const plain = (n: number) => ({ Name: `Product ${n}` })
const rowsOf = (count: number, row: (n: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, n) => row(n))

/** Each worker tries that many records before it knows. */
const workersPerProcess = 2

function describeOutcomes(name: string, processes: number, open: () => Promise<WholeApp[]>): void {
  describe(name, () => {
    let apps: WholeApp[] = []
    const app = (): WholeApp => {
      const [first] = apps
      if (first === undefined) throw new Error('no app')
      return first
    }
    beforeAll(async () => {
      apps = await open()
    })
    afterAll(async () => {
      for (const one of apps) await one.close()
    })

    test('a run whose first records fail alike ends as failed; the rest run once the cause is fixed', async () => {
      const { client } = app()
      const { actionId, tableId, rowIds } = await makeAction(client, { fields, rows: rowsOf(400, refused), design })
      await client.webhooks.create({ body: { name: 'Shop', url: 'https://shop.invalid/', actions: [actionId] } })
      const action = await client.actions.update({ params: { id: actionId }, body: { stop_after_failures: 20 } })
      expect(action.stop_after_failures).toBe(20)
      const run = await untilEnded(client, await trigger(client, actionId))
      expect(run).toMatchObject({ state: 'failed', outcome: 'failed', total: 400, pending: 0, rendered: 0, skipped: 0 })
      expect(run.failed).toBeGreaterThanOrEqual(20)
      expect(run.failed).toBeLessThanOrEqual(20 * workersPerProcess * processes)
      expect(run.failed + run.cancelled).toBe(400)
      expect(run.error).toMatchObject({
        code: 'image_blocked_address',
        message: expect.stringMatching(
          /^The first \d+ records failed for the same reason, .*: the image in field Photo /,
        ),
      })
      const { results, other } = await client.runs.failures({ params: { id: run.id } })
      expect([results, other]).toEqual([
        [expect.objectContaining({ code: 'image_blocked_address', records: run.failed })],
        0,
      ])
      const failed = await client.runs.records({
        params: { id: run.id },
        query: { limit: 20, failure_group: results[0]?.group ?? '' },
      })
      expect(failed.results).toHaveLength(20)
      const told = await client.deliveries.list({ query: { run_id: run.id, event: 'run.failed', limit: 100 } })
      expect(told.results).toHaveLength(1)
      const fixed = rowIds.map((id) => ({ id, fields: { Photo: null } }))
      await client.tables.updateRows({ params: { id: tableId }, body: { rows: fixed } })
      const started = await client.runs.runRest({ params: { id: run.id } })
      expect(started).toMatchObject({ retry_of: run.id, started_by: { kind: 'rest' } })
      const rest = await untilEnded(client, started.id)
      expect(rest).toMatchObject({ outcome: 'completed', total: run.cancelled, rendered: run.cancelled })
      const [before, after] = [await recordsOf(client, run.id), await recordsOf(client, rest.id)]
      const cancelled = before.filter(({ state }) => state === 'cancelled').map(({ record_id: id }) => id)
      expect(after.map(({ record_id: id }) => id)).toEqual(cancelled)
      await expect(client.runs.runRest({ params: { id: rest.id } })).rejects.toMatchObject({ status: 409 })
    })

    test('an outcome says what came of the records, and reasons are counted once', async () => {
      const { client } = app()
      const rows = [...rowsOf(30, refused), ...rowsOf(5, plain)]
      const { actionId } = await makeAction(client, { fields, rows, design })
      expect((await client.actions.get({ params: { id: actionId } })).stop_after_failures).toBeNull()
      const run = await untilEnded(client, await trigger(client, actionId))
      expect(run).toMatchObject({ state: 'completed', outcome: 'completed_with_failures', failed: 30, rendered: 5 })
      const all = await makeAction(client, { fields, rows: rowsOf(25, refused), design })
      const failed = await untilEnded(client, await trigger(client, all.actionId))
      expect(failed).toMatchObject({ state: 'completed', outcome: 'failed', failed: 25, error: null })
      const good = await makeAction(client, { fields, rows: rowsOf(2, plain), design })
      expect(await untilEnded(client, await trigger(client, good.actionId))).toMatchObject({ outcome: 'completed' })
      const { results } = await client.runs.failures({ params: { id: failed.id } })
      expect(results).toMatchObject([{ records: 25 }])
    })
  })
}

describeOutcomes('outcomes, embedded', 1, async () => [await startWholeApp()])

describe.skipIf(!postgresql.found)('with two processes', () => {
  let cluster: PostgresCluster | undefined
  const folder = mkdtempSync(join(tmpdir(), 'pictable-outcomes-'))
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  describeOutcomes('outcomes, on PostgreSQL', 2, async () => {
    if (!postgresql.found) return []
    cluster = await startPostgresCluster(postgresql.path)
    const settings = {
      PICTABLE_DATABASE_URL: await cluster.createDatabase(),
      PICTABLE_DATA_DIR: folder,
      PICTABLE_PUBLIC_URL: 'http://pictable.example',
      PICTABLE_SECRET_KEY: 'a secret key of the tests alone',
    }
    return [await startWholeApp(settings), await startWholeApp(settings)]
  })
})

test('an estimate, and a refused run, say that the template is not published', async () => {
  const app = await startWholeApp()
  try {
    const { client } = app
    const { actionId } = await makeAction(client, { fields, rows: rowsOf(2, plain), design })
    const draft = await client.templates.create({ body: { name: 'Draft', design } })
    await client.actions.update({ params: { id: actionId }, body: { template_id: draft.id } })
    const cure = `The template "Draft" has no published version. Publish version 1, then start the run again.`
    const estimate = () => client.actions.run({ params: { id: actionId }, body: { dry_run: true } })
    expect(await estimate()).toMatchObject({ records: 2, error: { code: 'conflict', message: cure } })
    await expect(client.actions.run({ params: { id: actionId } })).rejects.toMatchObject({ status: 409, message: cure })
    await client.templates.publish({ params: { id: draft.id } })
    expect(await estimate()).toMatchObject({ error: null })
    expect(await untilEnded(client, await trigger(client, actionId))).toMatchObject({ outcome: 'completed' })
  } finally {
    await app.close()
  }
})
