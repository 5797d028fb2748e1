import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import { cancelRun } from './cancel-run.ts'
import { planRun } from './plan-run.ts'
import { RecordError } from './record-error.ts'
import { recoverRun } from './recover-run.ts'
import type { Trigger } from './run.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

/** Starts a run and lists its records, but works off none. */
async function plan(river: TestRiver, trigger: Partial<Trigger> = {}): Promise<string> {
  const { run } = await startRun(river.world, river.actionId, { ...wholeView, ...trigger })
  river.jobs.length = 0
  await river.work({ name: 'plan-run', job: { runId: run.id } })
  return run.id
}

const chunks = ({ jobs }: TestRiver) => jobs.map(({ job }) => ('fromN' in job ? [job.fromN, job.toN] : []))

describe('planRun()', () => {
  test('sends a job for every 100 records of each page', async () => {
    const river = await createTestRiver(testData, { table: productTable(450), source: { pageSize: 250 } })
    const id = await plan(river)
    expect(chunks(river)).toEqual([
      [0, 100],
      [100, 200],
      [200, 250],
      [250, 350],
      [350, 450],
    ])
    const run = await river.run(id)
    expect(run).toMatchObject({ total: 450, state: 'active' })
    expect(run.startedAt).not.toBeNull()
    expect(run.plannedAt).not.toBeNull()
    expect((await river.records(id))[7]).toMatchObject({
      n: 7,
      recordId: 'rec_7',
      label: 'Product 7',
      state: 'pending',
    })
  })

  test('calls no record by what the action writes to it', async () => {
    const table = productTable(1)
    const fields = table.fields.map((field) => ({ ...field, primary: field.name === 'Image URL' }))
    const records = [{ id: 'rec_0', fields: { fld_title: 'Teapot', fld_image_url: 'https://images.example/1.png' } }]
    const river = await createTestRiver(testData, { table: { ...table, fields, records } })
    expect(await river.records(await plan(river))).toMatchObject([{ label: 'Teapot' }])
  })

  test('completes an empty view at once', async () => {
    const river = await createTestRiver(testData, { table: productTable(0) })
    const logged: unknown[] = []
    river.world.log.info = (fields, message) => logged.push([message, fields])
    const run = await river.run(await plan(river))
    expect(logged).toEqual([
      ['A run has started', { run_id: run.id, action_id: river.actionId }],
      ['A run has ended', expect.objectContaining({ run_id: run.id, state: 'completed', total: 0, failed: 0 })],
    ])
    expect(run).toMatchObject({ state: 'completed', total: 0 })
    expect(run.startedAt).not.toBeNull()
    expect(run.finishedAt).not.toBeNull()
  })

  test('reads the view of the action only', async () => {
    const river = await createTestRiver(testData, { table: productTable(5), draft: { view: 'Even' } })
    const id = await plan(river)
    expect((await river.records(id)).map(({ recordId }) => recordId)).toEqual(['rec_0', 'rec_2', 'rec_4'])
  })

  test('stops at the limit', async () => {
    const river = await createTestRiver(testData, { table: productTable(50), source: { pageSize: 20 } })
    const id = await plan(river, { limit: 30 })
    expect(await river.run(id)).toMatchObject({ total: 30 })
    expect(river.source.calls.get('page')).toBe(2)
  })

  test('reads only the named records, and counts those that are not there as failed', async () => {
    const river = await createTestRiver(testData)
    const id = await plan(river, { recordIds: ['rec_2', 'rec_gone', 'rec_0', 'rec_2'] })
    expect(await river.run(id)).toMatchObject({ total: 3, failed: 1, state: 'active' })
    const [first, second, third] = await river.records(id)
    expect(first).toMatchObject({ recordId: 'rec_2', state: 'pending' })
    expect(second).toMatchObject({ recordId: 'rec_0', state: 'pending' })
    expect(third).toMatchObject({
      recordId: 'rec_gone',
      state: 'failed',
      reason: {
        code: 'record_missing',
        message: 'Record rec_gone: it is not in the table "Products". Check its id',
      },
    })
    await river.drain()
    expect(await river.run(id)).toMatchObject({ state: 'completed', rendered: 2, failed: 1 })
  })

  test('knows a deleted record by an image of any of its outputs', async () => {
    const renderer = createFreeRenderer({
      before: ({ output }) => {
        if (output.scale !== 0.5) throw new RecordError('image_truncated', 'the image is cut off')
      },
    })
    const outputs = [
      { name: 'large', output: {} },
      { name: 'small', output: { scale: 0.5 } },
    ]
    const draft = { writeBack: null, isListed: true, outputs }
    const river = await createTestRiver(testData, { draft, world: { renderer } })
    expect(await river.runAll()).toMatchObject({ failed: 3, outputs: { small: { rendered: 3 } } })
    river.table.records.splice(0, 1)
    const id = await plan(river, { recordIds: ['rec_0'] })
    expect(await river.records(id)).toMatchObject([{ state: 'skipped', reason: { code: 'record_deleted' } }])
  })

  test('stops at the limit also among records that are not there', async () => {
    const river = await createTestRiver(testData)
    const id = await plan(river, { recordIds: ['rec_0', 'gone_1', 'gone_2', 'gone_3'], limit: 2 })
    expect(await river.run(id)).toMatchObject({ total: 2, failed: 1 })
  })

  test('ends a run of which no named record is there', async () => {
    const river = await createTestRiver(testData)
    const id = await plan(river, { recordIds: ['rec_gone'] })
    expect(await river.run(id)).toMatchObject({ state: 'completed', total: 1, failed: 1 })
  })

  test('goes on behind the last page after the process stopped', async () => {
    const stop = new AbortController()
    let pages = 0
    const before = (method: string) => {
      if (method === 'page' && ++pages === 3) stop.abort(new Error('the process stops'))
      stop.signal.throwIfAborted()
    }
    const river = await createTestRiver(testData, { table: productTable(50), source: { pageSize: 10, before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const plan = { name: 'plan-run', job: { runId: run.id } } as const
    await expect(river.work(plan, stop.signal)).rejects.toThrow('the process stops')
    expect(await river.run(run.id)).toMatchObject({ state: 'active', total: 20, cursor: '20', plannedAt: null })
    const resumed = await createTestRiver(testData, { table: river.table, source: { pageSize: 10 } })
    await planRun(resumed.world, { runId: run.id }, new AbortController().signal)
    expect(resumed.source.calls.get('page')).toBe(3)
    expect(await river.run(run.id)).toMatchObject({ total: 50 })
  })

  test.each(['expiring', 'resumable'] as const)(
    'lists again and ignores what it knows when the cursor expires (%s)',
    async (cursor) => {
      let pages = 0
      const before = (method: string) => {
        if (method === 'page' && ++pages === 4)
          throw new AppError('source_cursor_expired', 'The listing expired.', { retryAfterMs: 1 })
      }
      const river = await createTestRiver(testData, {
        table: productTable(50),
        source: { pageSize: 10, before, capabilities: { page: { max: 10, cursor } } },
      })
      const id = await plan(river, { limit: 45 })
      expect(pages).toBe(4 + 5)
      expect(await river.run(id)).toMatchObject({ total: 45 })
      const records = await river.records(id)
      expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(45)
      expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index))
    },
  )

  test('misses no record of a view that each written record leaves, where pages are counted', async () => {
    const table = productTable(50)
    table.views.push({ id: 'viw_todo', name: 'To do', passes: ({ fields }) => !fields.fld_image_url })
    const between: { pages?: () => Promise<void> } = {}
    const river = await createTestRiver(testData, {
      table,
      source: {
        pageSize: 10,
        capabilities: { page: { max: 10, cursor: 'position' } },
        before: (method) => (method === 'page' ? between.pages?.() : undefined),
      },
      draft: { view: 'To do' },
    })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    river.jobs.length = 0
    between.pages = river.drain
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    await river.drain()
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', total: 50, writtenBack: 50 })
  })

  test.each([
    ['counts its pages: no record is worked on before all are listed', 'position', [], [[0, 40]]],
    [
      'does not: those listed before are worked on again first',
      'resumable',
      [[0, 20]],
      [
        [0, 20],
        [20, 30],
        [30, 40],
      ],
    ],
  ] as const)('goes on after a crash in a view that %s', async (_, cursor, sentFirst, sent) => {
    const process = new AbortController()
    let listedFirst: unknown
    let pages = 0
    const table = productTable(40)
    table.views.push({ id: 'viw_all', name: 'All', passes: () => true })
    const river = await createTestRiver(testData, {
      table,
      source: {
        pageSize: 10,
        capabilities: { page: { max: 10, cursor } },
        before(method) {
          if (method !== 'page') return
          if (++pages === 2) process.abort()
          else if (pages === 3) listedFirst = chunks(river)
        },
      },
      draft: { view: 'All' },
    })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    river.jobs.length = 0
    await expect(planRun(river.world, { runId: run.id }, process.signal)).rejects.toThrow()
    expect(await river.run(run.id)).toMatchObject({ total: 20, plannedAt: null })
    river.jobs.length = 0
    await recoverRun(river.world, run.id)
    expect(chunks(river)).toEqual([[]])
    const [job] = river.jobs.splice(0)
    if (job === undefined) throw new Error('nothing was sent')
    await river.work(job)
    expect(listedFirst).toEqual(sentFirst)
    expect(chunks(river)).toEqual(sent)
    await river.drain()
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', total: 40 })
  })

  test('leaves a table that does not answer to the job engine, and gives it up after an hour', async () => {
    const before = (method: string) => {
      if (method === 'page') throw new AppError('source_unavailable', 'The table does not answer.', { retryAfterMs: 1 })
    }
    const river = await createTestRiver(testData, { source: { before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const job = { name: 'plan-run', job: { runId: run.id } } as const
    await expect(river.work(job)).rejects.toMatchObject({ code: 'source_unavailable' })
    expect(river.source.calls.get('page')).toBe(3)
    const waitingFor = { code: 'source_unavailable', message: 'The table does not answer.' }
    expect(await river.run(run.id)).toMatchObject({ state: 'active', waitingFor })
    const { clock } = river.world
    const later = { ...river.world, clock: { now: () => new Date(clock.now().getTime() + 3_600_001) } }
    await planRun(later, job.job, new AbortController().signal)
    expect(await river.run(run.id)).toMatchObject({
      state: 'failed',
      error: { code: 'source_unavailable', message: 'The table does not answer.' },
    })
  })

  test('ends the run when the credentials are refused, and starts the waiting one', async () => {
    const before = (method: string) => {
      if (method === 'page')
        throw new AppError('source_auth', 'The token was refused. Enter a new one in the connection.')
    }
    const river = await createTestRiver(testData, { source: { before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const { run: waiting } = await startRun(river.world, river.actionId, wholeView)
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    expect(await river.run(run.id)).toMatchObject({ state: 'failed', error: { code: 'source_auth' } })
    expect(await river.run(waiting.id)).toMatchObject({ state: 'active' })
  })

  test('names the table that is gone', async () => {
    const river = await createTestRiver(testData)
    Object.assign(river.table, { id: 'tbl_other', name: 'Other' })
    const { error } = await river.run(await plan(river))
    expect(error?.message).toContain('The table "Products" no longer exists.')
    expect(error?.message).toContain('There are: "Other".')
  })

  test('names the mapped field that is gone, and what there is', async () => {
    const river = await createTestRiver(testData, {
      draft: { mapping: { Photo: { field: 'Title' } }, writeBack: null },
    })
    river.table.fields.splice(0, 1)
    const run = await river.run(await plan(river))
    expect(run).toMatchObject({ state: 'failed', error: { code: 'source_not_found' } })
    expect(run.error?.message).toMatch(
      /^The field "Title" \(mapped to "Photo"\) is no longer in the table "Products"\./,
    )
    expect(run.error?.message).toContain('There are: "Photo", "Image URL"')
  })

  test('names the view and the written field that are gone', async () => {
    const river = await createTestRiver(testData, { draft: { view: 'Even' } })
    const [view] = river.table.views.splice(0, 1)
    expect((await river.run(await plan(river))).error?.message).toContain('The view "Even" is no longer in the table')
    if (view) river.table.views.push(view)
    river.table.fields = river.table.fields.filter(({ name }) => name !== 'Image URL')
    expect((await river.run(await plan(river))).error?.message).toContain('The field "Image URL" (written back)')
  })

  test('finds a field by its name when its id changed, and remembers where it moved', async () => {
    const river = await createTestRiver(testData)
    const field = river.table.fields.find(({ name }) => name === 'Image URL')
    if (field) field.id = 'fld_moved'
    const id = await plan(river)
    await river.drain()
    expect(await river.run(id)).toMatchObject({ state: 'completed', writtenBack: 3 })
    const action = await river.world.data.actions.get(river.actionId)
    expect(action?.writeBack).toEqual({ url: { id: 'fld_moved', name: 'Image URL' } })
    expect(action?.revision).toBe(2)
    await plan(river)
    expect((await river.world.data.actions.get(river.actionId))?.revision).toBe(2)
  })

  test('stops reading when the run is cancelled', async () => {
    const cancel: { now?: () => Promise<unknown> } = {}
    let pages = 0
    const before = async (method: string) => {
      if (method === 'page' && ++pages === 3) await cancel.now?.()
    }
    const river = await createTestRiver(testData, { table: productTable(100), source: { pageSize: 10, before } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    cancel.now = () => cancelRun(river.world, run.id)
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    expect(pages).toBe(3)
    expect(await river.run(run.id)).toMatchObject({ state: 'cancelled', total: 20, cancelled: 20 })
  })
})
