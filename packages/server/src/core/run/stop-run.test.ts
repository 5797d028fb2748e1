import { describe, expect, test } from 'vitest'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, wholeView } from '#core/fakes/test-river.ts'
import { processChunk } from './process-chunk.ts'
import { RecordError } from './record-error.ts'
import { outcomeOf } from './run.ts'
import { pendingOf } from './run-counts.ts'
import { runRest } from './run-rest.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

/** A renderer of which every record fails that `isBroken` says. */
function brokenRenderer(isBroken: (title: unknown) => boolean) {
  return createFreeRenderer({
    before: ({ values: { Title: title } }) => {
      if (!isBroken(title)) return
      throw new RecordError('image_status', 'the image returned 403', { layer: 'Picture', variable: 'Photo' })
    },
  })
}

const riverOf = (records: number, isBroken: (title: unknown) => boolean, stopAfterFailures: number | null = 20) =>
  createTestRiver(testData, {
    table: productTable(records),
    draft: { stopAfterFailures },
    world: { renderer: brokenRenderer(isBroken) },
  })

describe('a run whose records all fail alike', () => {
  test('ends as failed with the reason; the rest are cancelled, and a new run is over them', async () => {
    const isBroken = { is: true }
    const river = await riverOf(300, () => isBroken.is)
    const run = await river.runAll()
    expect(run).toMatchObject({ state: 'failed', total: 300, failed: 20, cancelled: 280, rendered: 0 })
    expect([outcomeOf(run), pendingOf(run)]).toEqual(['failed', 0])
    expect(run.error).toEqual({
      code: 'image_status',
      message:
        'The first 20 records failed for the same reason, so the rest were cancelled: the image in field Photo returned 403 (image_status)',
    })
    expect(Object.values(run.failureGroups)).toMatchObject([{ code: 'image_status', records: 20 }])
    isBroken.is = false
    const { run: rest } = await runRest(river.world, run.id)
    await river.drain()
    expect(await river.run(rest.id)).toMatchObject({ state: 'completed', total: 280, rendered: 280, retryOf: run.id })
    await expect(runRest(river.world, rest.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('goes on to its end where the action does not ask for it', async () => {
    const river = await riverOf(60, () => true, null)
    const run = await river.runAll()
    expect(run).toMatchObject({ state: 'completed', failed: 60, cancelled: 0 })
    expect(outcomeOf(run)).toBe('failed')
  })

  test('goes on when one of the first comes out well, or fails otherwise', async () => {
    const river = await riverOf(60, (title) => title !== 'Product 7')
    const run = await river.runAll()
    expect(run).toMatchObject({ state: 'completed', failed: 59, rendered: 1 })
    expect(outcomeOf(run)).toBe('completed_with_failures')
  })

  test('goes on when one of several outputs comes out well', async () => {
    const renderer = createFreeRenderer({
      before: ({ output }) => {
        if (output.scale === 0.5) throw new RecordError('image_truncated', 'the image is cut off')
      },
    })
    const [large, small] = [
      { name: 'large', output: {} },
      { name: 'small', output: { scale: 0.5 } },
    ]
    const draft = { stopAfterFailures: 2, writeBack: null, isListed: true, outputs: [large, small] }
    const river = await createTestRiver(testData, { table: productTable(5), draft, world: { renderer } })
    expect(await river.runAll()).toMatchObject({
      ...{ state: 'completed', failed: 5, cancelled: 0 },
      outputs: { large: { rendered: 5 }, small: { failed: 5 } },
    })
  })

  test('lets the waiting run start, and is told once as failed', async () => {
    const river = await riverOf(50, () => true)
    const first = await startRun(river.world, river.actionId, wholeView)
    const second = await startRun(river.world, river.actionId, wholeView)
    await river.drain()
    expect(await river.run(first.run.id)).toMatchObject({ state: 'failed', failed: 20, cancelled: 30 })
    expect(await river.run(second.run.id)).toMatchObject({ state: 'failed', failed: 20, cancelled: 30 })
  })

  test('stops after a crash between the last failure and its end, and its counts stay true', async () => {
    const river = await riverOf(120, () => true)
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const [plan] = river.jobs.splice(0)
    if (plan === undefined) throw new Error('no job')
    await river.work(plan)
    const data = { ...river.world.data }
    const crash = new Error('crash')
    const world = { ...river.world, data: { ...data, actions: { ...data.actions } } }
    let flushed = 0
    const transaction: typeof data.transaction = (work) =>
      flushed > 0
        ? Promise.reject(crash)
        : data.transaction(async (inside) => {
            const done = await work(inside)
            flushed = (await inside.runs.get(run.id))?.failed ?? 0
            return done
          })
    const chunk = { runId: run.id, fromN: 0, toN: 100 }
    const never = new AbortController().signal
    await expect(processChunk({ ...world, data: { ...world.data, transaction } }, chunk, never)).rejects.toBe(crash)
    const before = await river.run(run.id)
    expect(before).toMatchObject({ state: 'active', failed: flushed })
    await river.work({ name: 'process-chunk', job: chunk })
    await river.drain()
    const after = await river.run(run.id)
    expect(after).toMatchObject({ state: 'failed', rendered: 0 })
    expect(after.failed + after.cancelled).toBe(120)
    expect(after.failed).toBeLessThanOrEqual(20)
  })

  test('counts reasons apart up to a bound, and never loses a record', async () => {
    const river = await createTestRiver(testData, {
      table: productTable(90),
      world: {
        renderer: createFreeRenderer({
          before: ({ values: { Title: title } }) => {
            throw new RecordError(`code_${String(title).replace(/\D/g, '')}`, 'is wrong')
          },
        }),
      },
    })
    const { failed, failureGroups } = await river.runAll()
    const groups = Object.values(failureGroups)
    expect(failed).toBe(90)
    expect(groups.length).toBeLessThanOrEqual(21)
    expect(groups.reduce((sum, { records }) => sum + records, 0)).toBe(90)
  })
})
