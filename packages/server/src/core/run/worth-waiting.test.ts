import { describe, expect, test } from 'vitest'
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
