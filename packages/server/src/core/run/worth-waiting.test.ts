import { describe, expect, test } from 'vitest'
import { updateAction } from '#core/action/save-action.ts'
import { AppError } from '#core/errors.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, wholeView } from '#core/fakes/test-river.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

describe('a table that does not answer', () => {
  test('fails no record: what is left is written once it does, and nothing is drawn twice', async () => {
    let isDown = false
    const renderer = createFreeRenderer()
    const before = (method: string) => {
      if (method === 'writeBack' && isDown)
        throw new AppError('source_unavailable', 'The table does not answer.', { retryAfterMs: 1 })
    }
    const river = await createTestRiver(testData, { world: { renderer }, source: { before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const [plan] = river.jobs.splice(0)
    if (plan) await river.work(plan)
    const [chunk] = river.jobs
    isDown = true
    await expect(river.drain()).rejects.toMatchObject({ code: 'source_unavailable' })
    expect(await river.run(run.id)).toMatchObject({
      state: 'active',
      rendered: 0,
      failed: 0,
      waitingFor: { code: 'source_unavailable', message: 'The table does not answer.' },
    })
    isDown = false
    if (chunk) await river.work(chunk)
    const done = { rendered: 3, writtenBack: 3, failed: 0, waitingFor: null }
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', ...done })
    expect(renderer.jobs).toHaveLength(3)
  })

  test('gets images of the output as it is when the run goes on, and those before are deleted', async () => {
    let isDown = true
    const renderer = createFreeRenderer()
    const before = (method: string) => {
      if (method === 'writeBack' && isDown)
        throw new AppError('source_unavailable', 'The table does not answer.', { retryAfterMs: 1 })
    }
    const river = await createTestRiver(testData, { world: { renderer }, source: { before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const [plan] = river.jobs.splice(0)
    if (plan) await river.work(plan)
    const [chunk] = river.jobs.splice(0)
    if (chunk === undefined) throw new Error('there is no chunk')
    await expect(river.work(chunk)).rejects.toMatchObject({ code: 'source_unavailable' })
    await updateAction(river.world, { id: river.actionId }, { output: { scale: 2 } })
    const madeOf = async () =>
      (await river.world.data.images.list({ runId: run.id, limit: 100 })).results.map(({ id }) => id)
    const first = await madeOf()
    expect(first).toHaveLength(3)
    await expect(river.work(chunk)).rejects.toMatchObject({ code: 'source_unavailable' })
    // Until the new ones are in the table, those before may be there.
    expect(await madeOf()).toHaveLength(6)
    isDown = false
    await river.work(chunk)
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', rendered: 3, writtenBack: 3 })
    expect(renderer.jobs.map(({ output }) => output.scale)).toEqual([undefined, undefined, undefined, 2, 2, 2])
    const made = await madeOf()
    expect(made).toEqual(Array(3).fill(expect.not.stringMatching(first.join('|'))))
    const cells = river.table.records.map(({ fields }) => fields.fld_image_url)
    expect(cells).toEqual(made.map((id) => expect.stringContaining(id)).toReversed())
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
  })

  test('for an hour fails the records that it cannot keep, however long the run has taken before', async () => {
    const clock = fixedClock()
    const before = (method: string) => {
      if (method === 'writeBack')
        throw new AppError('source_unavailable', 'The table does not answer.', { retryAfterMs: 1 })
    }
    const river = await createTestRiver(testData, { world: { clock }, source: { before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const [plan] = river.jobs.splice(0)
    if (plan) await river.work(plan)
    const [chunk] = river.jobs
    if (chunk === undefined) throw new Error('there is no chunk')
    for (const minutes of [180, 59]) {
      clock.advance(minutes * 60_000)
      await expect(river.work(chunk)).rejects.toMatchObject({ code: 'source_unavailable' })
    }
    clock.advance(60_000)
    await river.work(chunk)
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', failed: 3, writtenBack: 0 })
  })
})
