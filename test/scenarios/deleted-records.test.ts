import { eraseDeleted } from '@pictable/server/core/action/erase-deleted.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { judgeConfirmed, judgeDeleted } from './judge-deleted.ts'
import { type MadeAction, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

const postgresql = needs('postgresql')
const dayMs = 24 * 3_600_000

const design = {
  schema: 1,
  width: 60,
  height: 30,
  layers: [{ type: 'text', name: 'Name', text: { bind: 'Name' }, width: 60, height: 30 }],
}

type Change = NonNullable<Parameters<WholeApp['client']['actions']['update']>[0]['body']>

describe.each(['embedded', 'postgresql'])('records that are deleted from the table, %s', (kind) => {
  const isMissing = kind === 'postgresql' && !postgresql.found
  let app: WholeApp
  let cluster: PostgresCluster | undefined

  beforeAll(async () => {
    if (isMissing) return
    if (kind === 'postgresql' && postgresql.found) cluster = await startPostgresCluster(postgresql.path)
    app = await startWholeApp(cluster && { PICTABLE_DATABASE_URL: await cluster.createDatabase() })
  })
  afterAll(async () => {
    if (isMissing) return
    await app.close()
    await cluster?.stop()
  })

  /** An action with an image of each of four records. */
  async function makeFour(change: Change): Promise<MadeAction> {
    const rows = ['Ada', 'Bob', 'Cleo', 'Dan'].map((Name) => ({ Name }))
    const made = await makeAction(app.client, { fields: [{ name: 'Name', kind: 'text' }], rows, design })
    await app.client.actions.update({ params: { id: made.actionId }, body: change })
    await run(made)
    return made
  }
  const run = async ({ actionId }: MadeAction) => untilEnded(app.client, await trigger(app.client, actionId))
  const imageOf = async ({ actionId }: MadeAction, record_id = '') => {
    const { results } = await app.client.images.list({ query: { action_id: actionId, record_id } })
    return results[0]
  }
  const answers = (made: MadeAction) =>
    Promise.all(
      made.rowIds.map(async (id) => {
        const image = await imageOf(made, id)
        return image === undefined ? null : (await fetch(image.url)).status
      }),
    )
  const remove = ({ tableId, rowIds }: MadeAction, count: number) =>
    app.client.tables.deleteRows({ params: { id: tableId }, body: { row_ids: rowIds.slice(0, count) } })
  const warningsOf = async ({ actionId }: MadeAction) =>
    (await app.client.actions.get({ params: { id: actionId } })).warnings.filter((each) => each.includes('missing'))
  /** A job follows the change. */
  const until = (made: MadeAction, expected: (number | null)[]) => expect.poll(() => answers(made)).toEqual(expected)
  const judge = ({ actionId }: MadeAction, run?: { id: string }) =>
    judgeDeleted(app.world, { actionId, listedBy: run?.id })
  const runAndJudge = async (made: MadeAction) => judge(made, await run(made))

  test.skipIf(isMissing)('keep their images unless the action says otherwise', async () => {
    const made = await makeFour({})
    await remove(made, 1)
    await runAndJudge(made)
    expect(await answers(made)).toEqual([200, 200, 200, 200])
  })

  test.skipIf(isMissing)('are unpublished, and published again when they come back', async () => {
    const made = await makeFour({ deleted_records: 'unpublish' })
    const url = (await imageOf(made, made.rowIds[0]))?.url ?? ''
    await remove(made, 1)
    await runAndJudge(made)
    expect(await answers(made)).toEqual([410, 200, 200, 200])
    expect(await (await fetch(url)).json()).toMatchObject({ code: 'image_unpublished' })
    expect((await imageOf(made, made.rowIds[0]))?.unpublished_at).toEqual(expect.any(String))
    await app.client.tables.restoreRows({ params: { id: made.tableId }, body: { row_ids: made.rowIds.slice(0, 1) } })
    expect(await run(made)).toMatchObject({ skipped: 4 })
    await until(made, [200, 200, 200, 200])
    expect(await imageOf(made, made.rowIds[0])).toMatchObject({ url, unpublished_at: null })
  })

  test.skipIf(isMissing)('are noticed too when a trigger names them', async () => {
    const made = await makeFour({ deleted_records: 'unpublish' })
    await remove(made, 1)
    const params = { id: made.actionId }
    await app.client.actions.run({ params, body: { record_ids: made.rowIds.slice(0, 2) } })
    await expect.poll(() => app.world.data.deletedRecords.first(made.actionId, 'missing', 9)).toHaveLength(1)
    await judge(made)
    expect(await answers(made)).toEqual([410, 200, 200, 200])
  })

  test.skipIf(isMissing)('are not those that no longer match the filter, nor those of another table', async () => {
    const filter = { field: 'Name', operator: 'not_equals' as const, value: 'Zoe' }
    const made = await makeFour({ deleted_records: 'unpublish', filter })
    const [row_id = ''] = made.rowIds
    await app.client.tables.updateRow({ params: { id: made.tableId, row_id }, body: { fields: { Name: 'Zoe' } } })
    await runAndJudge(made)
    expect(await answers(made)).toEqual([200, 200, 200, 200])
    const fields = [{ name: 'Name', kind: 'text' as const }]
    const other = await makeAction(app.client, { fields, rows: Array(9).fill({ Name: 'Eve' }), design })
    await app.client.actions.update({ params: { id: made.actionId }, body: { table: other.tableId, filter: null } })
    await runAndJudge(made)
    expect(await answers(made)).toEqual([200, 200, 200, 200])
    expect(await warningsOf(made)).toEqual([])
  })

  test.skipIf(isMissing)('are held when they are more than half, until that is confirmed', async () => {
    const made = await makeFour({ deleted_records: 'unpublish' })
    await remove(made, 3)
    await runAndJudge(made)
    expect(await warningsOf(made)).toEqual([expect.stringContaining('3 records')])
    expect(await answers(made)).toEqual([200, 200, 200, 200])
    await runAndJudge(made)
    expect(await answers(made)).toEqual([200, 200, 200, 200])
    expect(await app.client.actions.confirmDeleted({ params: { id: made.actionId } })).toEqual({ records: 3 })
    await judgeConfirmed(app.world, made.actionId)
    expect(await answers(made)).toEqual([410, 410, 410, 200])
    expect(await warningsOf(made)).toEqual([])
    await app.client.actions.update({ params: { id: made.actionId }, body: { deleted_records: 'keep' } })
    await until(made, [200, 200, 200, 200])
  })

  test.skipIf(isMissing)('are not held any more once the action has another table', async () => {
    const made = await makeFour({ deleted_records: 'unpublish' })
    await remove(made, 3)
    await runAndJudge(made)
    expect(await warningsOf(made)).toEqual([expect.stringContaining('3 records')])
    const other = await makeAction(app.client, {
      fields: [{ name: 'Name', kind: 'text' }],
      rows: [{ Name: 'Eve' }],
      design,
    })
    await app.client.actions.update({ params: { id: made.actionId }, body: { table: other.tableId } })
    expect(await warningsOf(made)).toEqual([])
    expect(await app.client.actions.confirmDeleted({ params: { id: made.actionId } })).toEqual({ records: 0 })
  })

  test.skipIf(isMissing)('are none when the table is empty or cannot be read', async () => {
    const made = await makeFour({ deleted_records: 'delete', delete_after_days: 1 })
    await remove(made, 4)
    await runAndJudge(made)
    await eraseDeleted({ ...app.world, clock: { now: () => new Date(Date.now() + 9 * dayMs) } })
    expect(await answers(made)).toEqual([200, 200, 200, 200])
    const lost = await makeFour({ deleted_records: 'unpublish' })
    const action = await app.world.data.actions.get(lost.actionId)
    if (action === null) throw new Error('no action')
    await app.world.data.actions.update({ ...action, viewId: 'viw_none', viewName: 'None' })
    await remove(lost, 1)
    expect(await run(lost)).toMatchObject({ state: 'failed' })
    await judge(lost)
    expect(await answers(lost)).toEqual([200, 200, 200, 200])
  })

  test.skipIf(isMissing)('lose their images, inputs and exceptions after the days of the action', async () => {
    const made = await makeFour({ deleted_records: 'delete', delete_after_days: 7 })
    const [gone = ''] = made.rowIds
    const params = { id: made.actionId, record_id: gone }
    await app.client.exceptions.save({ params, body: { modifications: [{ name: 'Name', x: 1 }] } })
    await remove(made, 1)
    await runAndJudge(made)
    expect(await answers(made)).toEqual([410, 200, 200, 200])
    const exceptions = async () => (await app.client.exceptions.list({ params: { id: made.actionId } })).results
    expect((await exceptions()).map(({ warnings }) => warnings)).toEqual([[expect.stringContaining('was deleted')]])
    const later = (days: number) => ({ ...app.world, clock: { now: () => new Date(Date.now() + days * dayMs) } })
    await eraseDeleted(later(6.9))
    expect(await answers(made)).toEqual([410, 200, 200, 200])
    await eraseDeleted(later(7.1))
    expect(await answers(made)).toEqual([null, 200, 200, 200])
    const { results } = await app.client.runs.list({ query: { action_id: made.actionId } })
    const pages = await Promise.all(results.map(({ id }) => app.client.runs.records({ params: { id } })))
    expect(JSON.stringify(pages)).not.toContain(gone)
    expect(await exceptions()).toEqual([])
    expect(await app.world.data.deletedRecords.count(made.actionId, 'deleted', 9)).toBe(0)
  })

  test.skipIf(isMissing)('need a setting that there is', async () => {
    const { actionId } = await makeFour({})
    const update = (body: object) => app.client.actions.update({ params: { id: actionId }, body })
    for (const [body, pointer] of [
      [{ deleted_records: 'burn' }, '/deleted_records'],
      [{ delete_after_days: 0 }, '/delete_after_days'],
      [{ delete_after_days: 9999 }, '/delete_after_days'],
    ] as const)
      await expect(update(body)).rejects.toMatchObject({ status: 400, problem: { errors: [{ pointer }] } })
    expect(await update({ deleted_records: 'delete' })).toMatchObject({
      deleted_records: 'delete',
      delete_after_days: 30,
    })
    const sooner = await update({ title: 'Same', delete_after_days: 20 })
    expect(sooner).toMatchObject({ deleted_records: 'delete' })
    const days = (Date.parse(sooner.deletes_from ?? '') - Date.now()) / dayMs
    expect(Math.round(days)).toBe(20)
    expect(await update({ deleted_records: 'unpublish' })).toMatchObject({ deletes_from: null })
  })
})
