import { expect, test } from 'vitest'
import type { ActionDraft } from '#core/action/action-draft.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import type { Renderer } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'
import { startRun } from '#core/run/start-run.ts'
import { estimateRun } from './estimate-run.ts'
import { runCost } from './run-cost.ts'

const testData = useTestData()

const startMs = 300
/** What an image takes one of the two processes. */
const imageMs = 40
const processes = 2
/** What is added to the images of a small run for each record. */
const besideMs = 2

interface TimedOptions {
  before?: () => void
  /** What its files have two of, each with a report of its own. */
  parts?: string
  /** What the renderer says of an image, instead of `imageMs`. */
  shownMs?: number
  draft?: Partial<ActionDraft>
}

/** A server whose time passes only while a run waits to start, and while images are rendered. */
async function createTimedRiver(
  count: number,
  { before = () => {}, parts, shownMs = imageMs, draft }: TimedOptions = {},
) {
  const clock = fixedClock()
  const free = createFreeRenderer({
    before() {
      before()
      clock.advance(imageMs / processes)
    },
  })
  const own = { ms: { draw: shownMs - 1, encode: 1 } }
  const report = parts === undefined ? own : { [parts]: [own, own] }
  const renderAll: Renderer['renderAll'] = async (jobs, signal) =>
    (await free.renderAll(jobs, signal)).map((made) => (made instanceof RecordError ? made : { ...made, report }))
  const river = await createTestRiver(testData, {
    table: productTable(count),
    source: { pageSize: 1000, counts: true },
    world: { clock, renderer: { ...free, renderAll, processes } },
    ...(draft && { draft }),
  })
  const run = async (trigger: Partial<typeof wholeView>) => {
    await startRun(river.world, river.actionId, { ...wholeView, ...trigger })
    clock.advance(startMs)
    await river.drain()
    clock.advance(60_000)
  }
  return { river, clock, run }
}

const newRecords = (count: number) =>
  productTable(count).records.map(({ fields }, index) => ({ id: `rec_new${index}`, fields }))

/** Every second record, or every one, gets another title. */
function change({ table }: TestRiver, share: number, generation: string): void {
  for (const [index, record] of table.records.entries()) {
    const isChanged = share === 1 || (share === 0.5 && index % 2 === 0)
    if (isChanged) record.fields = { ...record.fields, fld_title: `Product ${index} ${generation}` }
  }
}

test('nothing is said of the duration where no run tells', async () => {
  const { river } = await createTimedRiver(5)
  expect(await estimateRun(river.world, river.actionId, { ...wholeView, look: true })).toMatchObject({
    ...{ records: 5, changed: 5, seconds: null },
  })
})

/** Where an estimate is wrong, by the records of a run and the share of them that has changed. */
async function missesOf({ world, actionId }: TestRiver, count: number, share: number) {
  const { changed, seconds } = await estimateRun(world, actionId, { ...wholeView, limit: count, look: true })
  const rendered = Math.ceil(count * share)
  const real = (startMs + (rendered * imageMs) / processes) / 1000
  const likely = seconds?.likely ?? Number.NaN
  // Nobody plans by the second: what renders nothing ends at once.
  const isNear = likely / real < 2 || (share === 0 && likely < 1)
  return isNear && likely / real > 0.5 && changed === rendered ? [] : [{ count, share, changed, seconds, real }]
}

test('the duration is right within a factor of 2 for 1, 100 and 10,000 records, after runs of 1 and of 1,000', async () => {
  const { river, clock, run } = await createTimedRiver(1000)
  await run({})
  const added = newRecords(9000)
  for (const last of [1, 1000]) {
    await run({})
    await run({ force: true, limit: last })
    await river.world.data.runs.deleteEnded(clock.now())
    for (const share of [0, 0.5, 1]) {
      change(river, share, `after ${last}, ${share}`)
      // The last are new ones: an image of each of 10,000 would take the test minutes.
      if (share === 1) river.table.records.push(...added)
      for (const count of [1, 100, share === 1 ? 10_000 : 1000]) expect(await missesOf(river, count, share)).toEqual([])
      river.table.records.length = 1000
    }
  }
})

test('a record takes more than its image: 9,000 with images of 3 ms took two processes 32 seconds', async () => {
  const { river, run } = await createTimedRiver(1000, { shownMs: 3 })
  await run({ limit: 1 })
  const { seconds } = await estimateRun(river.world, river.actionId, { ...wholeView, look: true })
  const real = startMs / 1000 + (999 * 32) / 9000
  expect(seconds?.likely).toBeGreaterThan(real / 2)
  expect(seconds?.likely).toBeLessThan(real * 2)
})

test('records that no image is left for are new, wherever the table has them', async () => {
  const { river, run } = await createTimedRiver(1500)
  await run({})
  river.table.records.push(...newRecords(1000))
  const look = async () => estimateRun(river.world, river.actionId, { ...wholeView, look: true })
  expect(await look()).toMatchObject({ records: 2500, changed: 1000 })
  expect(
    await estimateRun(river.world, river.actionId, { ...wholeView, recordIds: ['rec_1', 'rec_new1'], look: true }),
  ).toMatchObject({ records: 2, changed: 1 })
})

const secondsOf = async ({ world, actionId }: TestRiver, trigger: Partial<typeof wholeView>) =>
  (await estimateRun(world, actionId, { ...wholeView, force: true, ...trigger, look: true })).seconds

/** Of so many rendered records, by the pace of a large run. */
const paced = (records: number) => (startMs + (records * imageMs) / processes) / 1000

test('a run whose records failed, which is soon over, tells nothing of rendering', async () => {
  const fails = { from: Number.POSITIVE_INFINITY }
  let rendered = 0
  const { river, run } = await createTimedRiver(100, {
    before() {
      rendered++
      if (rendered > fails.from) throw new RecordError('image_address', 'the image has no address')
    },
  })
  await run({})
  fails.from = rendered
  await run({ force: true })
  expect((await secondsOf(river, {}))?.likely).toBeCloseTo(paced(100), 3)
  fails.from = rendered + 25
  await run({ force: true })
  expect((await secondsOf(river, {}))?.likely).toBeCloseTo(paced(100), 3)
})

test('runs that also waited, or that a clock was set back in, do not count among others', async () => {
  const late = { ms: 0 }
  const { river, clock, run } = await createTimedRiver(100, { before: () => clock.advance(late.ms / 100) })
  for (const ms of [0, 0, 0, 8 * 3_600_000, -60_000]) {
    late.ms = ms
    await run({ force: true })
  }
  late.ms = 0
  expect((await secondsOf(river, {}))?.likely).toBeCloseTo(paced(100), 3)
})

test('of two runs the one that did not wait counts', async () => {
  const late = { ms: 0 }
  const { river, clock, run } = await createTimedRiver(100, { before: () => clock.advance(late.ms / 100) })
  for (const ms of [0, 8 * 3_600_000]) {
    late.ms = ms
    await run({ force: true })
  }
  expect((await secondsOf(river, {}))?.likely).toBeCloseTo(paced(100), 3)
})

test('a record takes as long as the images of all of its outputs', async () => {
  const outputs = [
    { name: 'large', output: {} },
    { name: 'small', output: { scale: 0.5 } },
    { name: 'tiny', output: { scale: 0.1 } },
  ]
  const { river, run } = await createTimedRiver(19, { draft: { writeBack: null, outputs } })
  await run({})
  // of three images, with 4 side by side
  expect((await secondsOf(river, {}))?.likely).toBeCloseTo((startMs + (19 * 3 * imageMs) / 4 + 19 * besideMs) / 1000, 3)
})

test.each(['pages', 'frames'])('a file of several %s tells how long each of them took', async (parts) => {
  const { river, run } = await createTimedRiver(2, { parts })
  await run({ limit: 1 })
  const real = (startMs + (2 * imageMs) / processes + besideMs) / 1000
  expect((await secondsOf(river, { limit: 1 }))?.likely).toBeCloseTo(real, 3)
})

test('what an unchanged record takes is told by the largest run in which nothing changed', async () => {
  const { river, run } = await createTimedRiver(1)
  await run({})
  const [made] = (await river.world.data.runs.list({ limit: 1 })).results
  if (made === undefined) throw new Error('There is no run.')
  const idle = (skipped: number, seconds: number) => ({
    ...made,
    ...{ rendered: 0, failed: 0, skipped, total: skipped },
    ...{ startedAt: new Date(0), finishedAt: new Date(seconds * 1000) },
  })
  const { unchanged } = await runCost(river.world, [idle(100, 0.03), idle(10_000, 1.4), idle(2000, 0.4)])
  expect(unchanged).toBeCloseTo(0.00014, 5)
  // A page of a remote table takes a second; a run of a hundred records of ours is over before it has begun.
  expect((await runCost(river.world, [idle(100, 1)])).unchanged).toBeCloseTo(0.0098, 6)
  expect((await runCost(river.world, [idle(100, 0.04)])).unchanged).toBeCloseTo(0.0002, 6)
  expect((await runCost(river.world, [idle(100, 0.01)])).unchanged).toBe(0.00005)
})
