import type { RunRecordState } from '@pictable/model/run'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionStatus } from '#core/action/action-status.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import type { SentJob } from '#core/fakes/memory-queue.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { cancelRun } from './cancel-run.ts'
import { planRun } from './plan-run.ts'
import { processChunk } from './process-chunk.ts'
import type { Run } from './run.ts'
import { pendingOf } from './run-counts.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

/** Everything stops working after so many uses, until the power is back. */
function createPower() {
  let usesLeft = Number.POSITIVE_INFINITY
  return {
    use() {
      usesLeft -= 1
      if (usesLeft < 0) throw new Error('power cut')
    },
    cutAfter(uses: number) {
      usesLeft = uses
    },
  }
}

type Power = ReturnType<typeof createPower>

/** A process that knows of a transaction only as long as it has power: cut before it nothing is kept, cut after it all is. */
function onPower(data: Data, power: Power): Data {
  return {
    ...data,
    async transaction(work) {
      power.use()
      const result = await data.transaction(work)
      power.use()
      return result
    },
  }
}

type Step =
  | { do: 'trigger'; records: number[] | null; force: boolean; limit: number | null }
  | { do: 'work'; job: number; cutAfter: number | null; beside: number | null }
  | { do: 'repeat'; job: number }
  | { do: 'cancel'; which: 'active' | 'waiting' }
  | { do: 'edit' | 'delete'; record: number }

const recordCount = 12
const record = fc.nat(recordCount - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('trigger' as const),
      records: fc.option(fc.array(record, { maxLength: 4 })),
      force: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      job: fc.nat(20),
      cutAfter: fc.option(fc.nat(25)),
      beside: fc.option(fc.nat(20)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), job: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.constantFrom('active', 'waiting') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('edit', 'delete'), record }) },
)

interface Scene {
  river: TestRiver
  power: Power
  world: World
  /** Jobs worked off before: a job engine may hand them out again. */
  done: SentJob[]
  runIds: Set<string>
}

async function createScene(): Promise<Scene> {
  testData.jobs.length = 0
  const power = createPower()
  const river = await createTestRiver(testData, {
    table: productTable(recordCount),
    source: { pageSize: 5, before: () => power.use(), capabilities: { write: { batchMax: 3, checkCalls: 1 } } },
    world: {
      renderer: createFreeRenderer({ concurrency: 2, before: () => power.use() }),
      storage: createMemoryStorage({ beforePut: () => power.use() }),
    },
  })
  const world = { ...river.world, data: onPower(river.world.data, power) }
  return { river, power, world, done: [], runIds: new Set() }
}

async function attempt({ world }: Scene, { name, job }: SentJob): Promise<boolean> {
  const { signal } = new AbortController()
  try {
    if (name === 'plan-run') await planRun(world, job, signal)
    else if (name === 'process-chunk') await processChunk(world, job, signal)
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'power cut') return false
    throw error
  }
}

/** Takes a job; it stays in the queue when the power went out over it. */
async function workOff(scene: Scene, index: number): Promise<void> {
  const { jobs } = scene.river
  const job = jobs[index % jobs.length]
  if (job === undefined) return
  if (!(await attempt(scene, job))) return
  const place = jobs.indexOf(job)
  if (place >= 0) jobs.splice(place, 1)
  scene.done.push(job)
}

const steps = {
  async trigger({ river, runIds }: Scene, { records, force, limit }: Extract<Step, { do: 'trigger' }>) {
    const recordIds = records?.map((index) => `rec_${index}`) ?? null
    runIds.add((await startRun(river.world, river.actionId, { ...wholeView, recordIds, force, limit })).run.id)
  },
  async work(scene: Scene, { job, cutAfter, beside }: Extract<Step, { do: 'work' }>) {
    scene.power.cutAfter(cutAfter ?? Number.POSITIVE_INFINITY)
    await Promise.all([workOff(scene, job), beside === null ? null : workOff(scene, beside)])
    scene.power.cutAfter(Number.POSITIVE_INFINITY)
  },
  async repeat(scene: Scene, { job }: Extract<Step, { do: 'repeat' }>) {
    const again = scene.done[job % scene.done.length]
    if (again !== undefined) await attempt(scene, again)
  },
  async cancel({ river }: Scene, { which }: Extract<Step, { do: 'cancel' }>) {
    const run = (await river.world.data.runs.findOpen(river.actionId))[which]
    if (run !== null) await cancelRun(river.world, run.id)
  },
  async edit({ river: { table } }: Scene, { record: index }: Extract<Step, { do: 'edit' | 'delete' }>) {
    const edited = table.records[index % table.records.length]
    if (edited === undefined) return
    const title = edited.fields.fld_title === 'A' ? 'B' : 'A'
    table.records[table.records.indexOf(edited)] = { id: edited.id, fields: { ...edited.fields, fld_title: title } }
  },
  async delete({ river: { table } }: Scene, { record: index }: Extract<Step, { do: 'edit' | 'delete' }>) {
    table.records.splice(index % Math.max(1, table.records.length), 1)
  },
}

async function take(scene: Scene, next: Step): Promise<void> {
  if (next.do === 'trigger') await steps.trigger(scene, next)
  else if (next.do === 'work') await steps.work(scene, next)
  else if (next.do === 'repeat') await steps.repeat(scene, next)
  else if (next.do === 'cancel') await steps.cancel(scene, next)
  else await steps[next.do](scene, next)
}

/** The counts of a run are those of its records. */
async function expectTrueCounts(river: TestRiver, run: Run): Promise<void> {
  const records = await river.records(run.id)
  const count = (state: RunRecordState) => records.filter((each) => each.state === state).length
  const counted = {
    total: records.length,
    rendered: count('rendered'),
    skipped: count('skipped'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    writtenBack: records.filter(({ writtenBack }) => writtenBack).length,
  }
  expect(run).toMatchObject(counted)
  expect(pendingOf(run)).toBe(count('pending'))
  expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index))
}

async function runsOf({ river }: Scene): Promise<Run[]> {
  const { results } = await river.world.data.runs.list({ actionId: river.actionId, limit: 100 })
  return results
}

/** No image was written under two addresses, and every address leads to an image. */
async function expectOneContentEach({ river }: Scene): Promise<void> {
  const urls = new Set(river.source.written.map(({ fields }) => String(fields.fld_image_url)))
  const imageIds = Array.from(urls, (url) => url.split('/')[4] ?? '')
  expect(new Set(imageIds).size).toBe(imageIds.length)
  expect((await river.world.data.images.getMany(imageIds)).size).toBe(imageIds.length)
}

/** Every record of the table names an image of what the record says now. */
async function expectTableUpToDate({ river }: Scene): Promise<void> {
  for (const { fields } of river.table.records) {
    const image = await river.world.data.images.get(String(fields.fld_image_url).split('/')[4] ?? '')
    expect(image?.values.Title).toBe(fields.fld_title)
  }
}

describe('the river', () => {
  test('counts truly, writes one content per record, and always ends, whatever is triggered, cut off, repeated or cancelled', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (script) => {
        const scene = await createScene()
        const { river } = scene
        for (const next of script) {
          await take(scene, next)
          const runs = await runsOf(scene)
          for (const run of runs) await expectTrueCounts(river, run)
          expect(runs.filter(({ state }) => state === 'active').length).toBeLessThanOrEqual(1)
        }
        await river.drain()
        expect(await actionStatus(river.world, river.actionId)).toMatchObject({ status: null })
        const runs = await runsOf(scene)
        for (const run of runs) {
          expect(['completed', 'cancelled']).toContain(run.state)
          expect(pendingOf(run)).toBe(0)
          await expectTrueCounts(river, run)
        }
        expect(runs.map(({ id }) => id)).toEqual(expect.arrayContaining([...scene.runIds]))
        await expectOneContentEach(scene)

        const { run } = await startRun(river.world, river.actionId, wholeView)
        await river.drain()
        expect(await river.run(run.id)).toMatchObject({ state: 'completed', failed: 0 })
        await expectTableUpToDate(scene)
      }),
      { numRuns: 20, seed: 20251120 },
    )
  })
})

/** Notes how many records come with every run that is read. */
function noteNamed(data: Data, named: number[]): Data {
  const runs = new Proxy(data.runs, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]) => {
        const read: unknown = await Reflect.apply(member, target, given)
        const ids: unknown = typeof read === 'object' && read !== null && Reflect.get(read, 'recordIds')
        if (Array.isArray(ids)) named.push(ids.length)
        return read
      }
    },
  })
  return { ...data, runs, transaction: (work) => data.transaction((inside) => work(noteNamed(inside, named))) }
}

describe('a run that names many records', () => {
  test('reads them once, however many batches it takes', async () => {
    const named: number[] = []
    const table = productTable(250)
    const data = noteNamed(testData.data, named)
    const river = await createTestRiver({ data, jobs: testData.jobs }, { table })
    const recordIds = table.records.map(({ id }) => id)
    const { run } = await startRun(river.world, river.actionId, { ...wholeView, recordIds })
    await river.drain()
    expect(named).toEqual([250])
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', rendered: 250 })
  })
})
