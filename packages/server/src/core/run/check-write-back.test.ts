import { describe, expect, test } from 'vitest'
import { createAction, updateAction } from '#core/action/save-action.ts'
import { AppError } from '#core/errors.ts'
import { estimateRun } from '#core/estimate/estimate-run.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import type { CellCheck, PlannedCell } from '#core/ports/source.ts'
import { cancelRun } from './cancel-run.ts'
import { requireWritable } from './check-write-back.ts'
import { retryFailed } from './retry-failed.ts'
import { runRest } from './run-rest.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

const written = { url: 'Image URL', status: 'Status', error: 'Error', renderedAt: 'Rendered at' }

/** A table that says so of cells, now and as long as `says` says it; counts what was rendered. */
async function riverOf(check: (cell: PlannedCell) => CellCheck | null, writeBack: object = written) {
  const told = { checkCell: check }
  const rendered = { count: 0 }
  const river = await createTestRiver(testData, {
    table: productTable(30),
    source: { checkCell: (cell) => told.checkCell(cell) },
    draft: { writeBack },
    world: { renderer: createFreeRenderer({ before: () => void rendered.count++ }) },
  })
  return { ...river, told, rendered }
}

const noOption = 'The field "Status" has no option "completed". Add it.'
const refuses =
  (value: unknown, result: 'failed' | 'unknown' = 'failed') =>
  (cell: PlannedCell): CellCheck | null =>
    cell.fieldId === 'fld_status' && cell.value === value ? { result, message: noOption } : null

const checkOf = async ({ world, actionId }: TestRiver) => (await world.data.actions.get(actionId))?.writeCheck ?? null

describe('a run whose results cannot be written', () => {
  test('ends before anything is rendered, with the field, the cause and what to do', async () => {
    const river = await riverOf(refuses('completed'))
    expect(await river.runAll()).toMatchObject({
      ...{ state: 'failed', total: 0, rendered: 0, startedAt: null },
      error: {
        code: 'write_back_impossible',
        message: `The results cannot be written into the table "Products", so nothing was rendered. ${noOption}`,
      },
    })
    expect([river.rendered.count, river.source.written, river.source.calls.get('page')]).toEqual([0, [], undefined])
  })

  test('runs again when the table is put right, and when the action is to run all the same', async () => {
    const river = await riverOf(refuses('completed'))
    await river.runAll()
    await updateAction(river.world, { id: river.actionId }, { writeBack: { ...written, ignoreCheck: true } })
    expect(await river.runAll({ limit: 5 })).toMatchObject({ state: 'completed', rendered: 5, writtenBack: 5 })
    await updateAction(river.world, { id: river.actionId }, { writeBack: written })
    expect(await river.runAll()).toMatchObject({ state: 'failed' })
    river.told.checkCell = () => null
    expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: 25, skipped: 5 })
  })

  test('is refused to a person who starts it', async () => {
    const river = await riverOf(refuses('completed'))
    const refused = { code: 'write_back_impossible', message: expect.stringContaining(noOption) }
    await expect(requireWritable(river.world, river.actionId)).rejects.toMatchObject(refused)
    river.told.checkCell = () => null
    expect(await requireWritable(river.world, river.actionId)).toBe(true)
    const before = river.source.calls.get('checkWrite')
    await startRun(river.world, river.actionId, { ...wholeView, isWriteChecked: true })
    await river.drain()
    expect(river.source.calls.get('checkWrite')).toBe(before)
  })
})

describe('a run starts', () => {
  test('where the table does not tell, or cannot be asked', async () => {
    const river = await riverOf(refuses('completed', 'unknown'))
    expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: 30 })
    expect(await checkOf(river)).toMatchObject({
      fields: [{}, { field: { name: 'Status' }, result: 'unknown', message: noOption }, {}, {}],
    })
    river.told.checkCell = () => {
      throw new AppError('source_unavailable', 'The table is away.')
    }
    expect(await river.runAll({ force: true })).toMatchObject({ state: 'completed', rendered: 30 })
    const fields = (await checkOf(river))?.fields.map(({ result, message }) => [result, message])
    expect(fields).toEqual(Array(4).fill(['unknown', 'The table is away.']))
  })

  test('where only what is written of failures does not fit', async () => {
    const river = await riverOf(refuses('failed'))
    expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: 30 })
    const fields = (await checkOf(river))?.fields ?? []
    expect(fields.map(({ result }) => result)).toEqual(['passed', 'warning', 'passed', 'passed'])
  })
})

test('the check is made when an action is saved, by an estimate, and before a run, each time in one call', async () => {
  const river = await riverOf(refuses('completed'))
  const { world, source, actionId } = river
  const failed = { fields: [{ result: 'passed' }, { result: 'failed', message: noOption }, {}, {}] }
  expect(source.calls.get('checkWrite')).toBe(1)
  expect(await checkOf(river)).toMatchObject(failed)
  river.told.checkCell = () => null
  const estimate = await estimateRun(world, actionId, { ...wholeView, look: true })
  const passed = { fields: Array(4).fill({ result: 'passed', message: null }) }
  expect(estimate).toMatchObject({ error: null, writeCheck: passed })
  expect([source.calls.get('checkWrite'), await checkOf(river)]).toMatchObject([2, passed])
  river.told.checkCell = refuses('completed')
  expect(await estimateRun(world, actionId, { ...wholeView, look: true })).toMatchObject({
    error: { code: 'write_back_impossible' },
    writeCheck: failed,
  })
  await river.runAll()
  expect([source.calls.get('checkWrite'), source.calls.get('writeBack')]).toEqual([4, undefined])
  expect(await updateAction(world, { id: actionId }, { writeBack: null })).toMatchObject({ writeCheck: null })
  expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: 30 })
})

test('the URLs that are checked are as long as those that are written, of every output', async () => {
  const checked: PlannedCell[] = []
  const table = productTable(1)
  const river = await createTestRiver(testData, {
    table: { ...table, fields: [...table.fields, fakeField('Small URL')] },
    source: {
      checkCell(cell) {
        checked.push(cell)
        return null
      },
    },
  })
  const outputs = [
    { name: 'large', output: { formats: ['jpeg' as const] }, writeBack: { url: 'Image URL' } },
    { name: 'small', output: { scale: 0.5 }, writeBack: { url: 'Small URL' } },
  ]
  await updateAction(river.world, { id: river.actionId }, { outputs })
  const lengths = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).map(([id, value]) => [id, String(value).length])
  const planned = lengths(Object.fromEntries(checked.slice(-2).map(({ fieldId, value }) => [fieldId, value])))
  await river.runAll()
  expect(lengths(river.source.written[0]?.fields ?? {})).toEqual(planned)
})

test('an action is saved with what the table says, whatever that is', async () => {
  const river = await riverOf(refuses('completed'))
  const { connectionId = '', templateId = '' } = (await river.world.data.actions.get(river.actionId)) ?? {}
  const draft = { title: 'Other', connectionId, baseId: 'base', table: 'Products', templateId, writeBack: written }
  const action = await createAction(river.world, draft)
  expect(action.writeCheck?.fields[1]).toMatchObject({ result: 'failed', message: noOption })
  expect(await river.world.data.actions.get(action.id)).toEqual(action)
  // Before it is saved: a transaction waits for nothing but the database.
  river.told.checkCell = () => {
    throw new TypeError('broken')
  }
  await expect(createAction(river.world, { ...draft, title: 'Third' })).rejects.toThrow('broken')
  await expect(updateAction(river.world, { id: action.id }, { writeBack: written })).rejects.toThrow('broken')
  const { results } = await river.world.data.actions.list({ limit: 100 })
  const saved = results.filter(({ title }) => title === 'Other' || title === 'Third')
  expect(saved.map(({ title, revision }) => [title, revision])).toEqual([['Other', 1]])
})

test('a run over what is left of another asks the table once, and only when there is something left', async () => {
  const river = await riverOf(() => null)
  const { world, source, actionId } = river
  const asked = () => source.calls.get('checkWrite')
  const { id } = await river.runAll()
  const before = asked() ?? 0
  await expect(retryFailed(world, id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(runRest(world, id)).rejects.toMatchObject({ code: 'conflict' })
  expect(asked()).toBe(before)
  const { run } = await startRun(world, actionId, { ...wholeView, force: true })
  await cancelRun(world, run.id)
  river.jobs.length = 0
  const { run: rest } = await runRest(world, run.id)
  await river.drain()
  expect(await river.run(rest.id)).toMatchObject({ state: 'completed', rendered: 30 })
  expect(asked()).toBe(before + 1)
  river.told.checkCell = refuses('completed')
  const { run: next } = await startRun(world, actionId, { ...wholeView, force: true })
  await cancelRun(world, next.id)
  await expect(runRest(world, next.id)).rejects.toMatchObject({ code: 'write_back_impossible' })
})

test('a check ends when no one waits for it, and keeps no run from being cancelled', async () => {
  const table = { isStuck: false }
  const never = new Promise<void>(() => {})
  const river = await createTestRiver(testData, {
    source: { before: async (method) => (method === 'checkWrite' && table.isStuck ? never : undefined) },
  })
  const { world, actionId } = river
  table.isStuck = true
  const gone = new Error('the client has gone')
  const controller = new AbortController()
  const { signal } = controller
  const waits = [
    requireWritable(world, actionId, signal),
    estimateRun(world, actionId, { ...wholeView, look: true, signal }),
  ]
  const outcomes = Promise.allSettled(waits)
  controller.abort(gone)
  expect(await outcomes).toEqual(waits.map(() => ({ status: 'rejected', reason: gone })))
  const { run } = await startRun(world, actionId, wholeView)
  const job = river.jobs.shift()
  if (job === undefined) throw new Error('no job')
  const stop = new AbortController()
  const planned = river.work(job, stop.signal).catch((error: unknown) => error)
  expect(await cancelRun(world, run.id)).toMatchObject({ state: 'cancelled' })
  stop.abort(gone)
  expect(await planned).toBe(gone)
  expect(await river.run(run.id)).toMatchObject({ state: 'cancelled', error: null })
})

test('a check that no one waits for any more asks the table nothing, so no answer of it is left unheard', async () => {
  const gone = new Error('the client has gone')
  const controller = new AbortController()
  const leaves = { at: '' }
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  const river = await createTestRiver(testData, {
    source: {
      before: async (method) => {
        if (method === leaves.at) controller.abort(gone)
        if (method === 'checkWrite' && leaves.at !== '') throw new AppError('source_unavailable', 'Too many requests.')
      },
    },
  })
  const { world, actionId, source } = river
  await startRun(world, actionId, wholeView)
  const job = river.jobs.shift()
  if (job === undefined) throw new Error('no job')
  const asked = source.calls.get('checkWrite')
  const { signal } = controller
  leaves.at = 'listFields'
  process.on('unhandledRejection', hear)
  try {
    const works = [
      estimateRun(world, actionId, { ...wholeView, look: true, signal }),
      requireWritable(world, actionId, AbortSignal.abort(gone)),
      river.work(job, signal),
    ]
    const outcomes = await Promise.allSettled(works)
    expect(outcomes).toEqual(works.map(() => ({ status: 'rejected', reason: gone })))
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('unhandledRejection', hear)
  }
  expect([unheard, source.calls.get('checkWrite')]).toEqual([[], asked])
})
