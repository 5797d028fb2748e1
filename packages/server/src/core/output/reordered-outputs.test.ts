import { expect, test } from 'vitest'
import type { DraftListedOutput } from '#core/action/action-draft.ts'
import { updateAction } from '#core/action/save-action.ts'
import { saveException } from '#core/action/save-exception.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, wholeView } from '#core/fakes/test-river.ts'
import { findStableImage } from '#core/image/find-stable-image.ts'
import type { Data } from '#core/ports/data.ts'
import { processChunk } from '#core/run/process-chunk.ts'
import { startRun } from '#core/run/start-run.ts'
import { createTemplate } from '#core/template/save-template.ts'

const testData = useTestData()

const outputOf = (name: string, scale: number): DraftListedOutput => ({ name, output: { scale } })
const [a, b, c] = [outputOf('A', 1), outputOf('B', 2), outputOf('C', 3)] as const

/** An action with outputs A and B, which gets others while its renderer draws the first image of a run. */
async function withOutputs(settings: { stopAfterFailures?: number } = {}) {
  let onRender: (() => Promise<unknown>) | undefined
  const renderer = createFreeRenderer({
    async before() {
      const once = onRender
      onRender = undefined
      await once?.()
    },
  })
  const river = await createTestRiver(testData, {
    draft: { isListed: true, outputs: [a, b], writeBack: null, stableUrls: { field: 'Title' }, ...settings },
    world: { renderer },
  })
  const { world, actionId } = river
  const reorder = (outputs: DraftListedOutput[]) => updateAction(world, { id: actionId }, { outputs })
  /** Of each output, what the image at the stable URL of a record was rendered for. */
  const shown = async (...outputs: (string | null)[]) => {
    const path = { actionId, key: 'product-1', extension: 'png' }
    const found = await Promise.all(outputs.map((output) => findStableImage(world, { ...path, output })))
    return found.map((each) => each?.image.output ?? null)
  }
  const duringNext = (work: () => Promise<unknown>) => {
    onRender = work
  }
  return { river, renderer, reorder, shown, duringNext }
}

test('outputs in another order keep their images, and render nothing', async () => {
  const { river, renderer, reorder, shown } = await withOutputs()
  const { world, actionId } = river
  await saveException(world, { actionId, recordId: 'rec_0' }, [{ name: 'Heading', text: 'Pot', output: 'A' }])
  expect(await river.runAll()).toMatchObject({ rendered: 3 })
  expect(await shown(null, 'A', 'B')).toEqual(['A', 'A', 'B'])
  await reorder([b, a])
  expect(await shown(null, 'A', 'B')).toEqual(['B', 'A', 'B'])
  expect(await river.runAll()).toMatchObject({ skipped: 3 })
  expect(renderer.jobs).toHaveLength(6)
  await reorder([c, b, a])
  expect(await shown(null, 'A', 'B', 'C')).toEqual([null, 'A', 'B', null])
  expect(await river.runAll()).toMatchObject({ outputs: { A: { skipped: 3 }, B: { skipped: 3 }, C: { rendered: 3 } } })
  await reorder([a])
  expect(await shown(null, 'A', 'B')).toEqual(['A', 'A', null])
  expect(await river.runAll()).toMatchObject({ skipped: 3 })
  await reorder([{ ...a, name: 'Renamed' }, b])
  expect(await shown(null, 'Renamed')).toEqual(['A', 'A'])
  // The exception of a record is for an output named A.
  const renamed = { rendered: 1, skipped: 2 }
  expect(await river.runAll()).toMatchObject({ outputs: { Renamed: renamed, B: { rendered: 3 } } })
})

test('images that a run makes while outputs are reordered belong to their outputs', async () => {
  const { river, renderer, reorder, shown, duringNext } = await withOutputs()
  duringNext(() => reorder([b, a]))
  const { id: runId, ...run } = await river.runAll()
  expect(run).toMatchObject({ rendered: 3 })
  const { results: images } = await river.world.data.images.list({ runId, limit: 100 })
  expect(images.map(({ output }) => output).toSorted()).toEqual(['A', 'A', 'A', 'B', 'B', 'B'])
  expect(await shown(null, 'A', 'B')).toEqual(['B', 'A', 'B'])
  expect(await river.runAll()).toMatchObject({ skipped: 3 })
  expect(renderer.jobs).toHaveLength(6)
})

const x = { ...a, name: 'X' }

test.each([
  [
    'moved and moved back',
    [
      [b, a],
      [a, b],
    ],
    ['A', 'A', 'B'],
    [null, 'A', 'B'],
  ],
  [
    'renamed and moved',
    [
      [x, b],
      [b, x],
    ],
    ['B', 'A', 'B'],
    [null, 'X', 'B'],
  ],
  [
    'moved and renamed',
    [
      [b, a],
      [outputOf('Y', 2), a],
    ],
    ['B', 'A', 'B'],
    [null, 'A', 'Y'],
  ],
  ['moved, and the first removed', [[b, a], [a]], ['A', 'A', null], [null, 'A', 'B']],
] as const)('images that a run makes while outputs are %s belong to them', async (_, changes, images, names) => {
  const { river, renderer, reorder, shown, duringNext } = await withOutputs()
  duringNext(async () => {
    for (const outputs of changes) await reorder([...outputs])
  })
  await river.runAll()
  expect(await shown(...names)).toEqual(images)
  const jobs = renderer.jobs.length
  expect(await river.runAll()).toMatchObject({ skipped: 3 })
  expect(renderer.jobs).toHaveLength(jobs)
})

test('an output with the name of one that was removed begins without images', async () => {
  const { river, reorder, shown } = await withOutputs()
  await river.runAll()
  for (const outputs of [[a], [a, b]]) await reorder(outputs)
  expect(await shown('A', 'B')).toEqual(['A', null])
  await river.world.data.outputs.deleteGone()
  expect(await shown('A', 'B')).toEqual(['A', null])
  expect(await river.runAll()).toMatchObject({ outputs: { A: { skipped: 3 }, B: { rendered: 3 } } })
  await river.world.data.outputs.deleteGone()
  expect(await shown('A', 'B')).toEqual(['A', 'B'])
})

test('an output keeps its images when the change that removes it comes too late', async () => {
  const { river, reorder, shown } = await withOutputs()
  const { world, actionId } = river
  await river.runAll()
  const transaction: Data['transaction'] = async (work) => {
    await reorder([b, a])
    return world.data.transaction(work)
  }
  const late = { ...world, data: { ...world.data, transaction } }
  const removing = updateAction(late, { id: actionId }, { outputs: [a] })
  await expect(removing).rejects.toMatchObject({ code: 'precondition_failed' })
  await world.data.outputs.deleteGone()
  expect(await shown('A', 'B')).toEqual(['A', 'B'])
})

test('a run whose outputs are reordered between its records skips those that are unchanged', async () => {
  const { river, renderer, reorder, duringNext } = await withOutputs({ stopAfterFailures: 1 })
  await river.runAll()
  Object.assign(river.table.records[0]?.fields ?? {}, { fld_title: 'Changed' })
  duringNext(() => reorder([b, a]))
  expect(await river.runAll()).toMatchObject({ rendered: 1, skipped: 2 })
  expect(renderer.jobs).toHaveLength(6 + 2)
})

test.each([
  ['reordered', [a, b], [b, a]],
  ['renamed', [a, b], [{ ...a, name: 'Renamed' }, b]],
  ['given a second one', [a], [b, a]],
] as const)(
  'a run takes the images that it made before a crash, after its outputs were %s',
  async (_, before, after) => {
    const { river, renderer, reorder } = await withOutputs()
    const { world, actionId } = river
    await reorder([...before])
    const { run } = await startRun(world, actionId, wholeView)
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    const transaction: Data['transaction'] = async (work) => {
      if (renderer.jobs.length === 0) return world.data.transaction(work)
      throw new Error('power cut')
    }
    const crashing = { ...world, data: { ...world.data, transaction } }
    const job = { runId: run.id, fromN: 0, toN: 3 }
    await expect(processChunk(crashing, job, new AbortController().signal)).rejects.toThrow('power cut')
    expect(renderer.jobs).toHaveLength(3 * before.length)
    await reorder([...after])
    await river.drain()
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', rendered: 3 })
    expect(renderer.jobs).toHaveLength(3 * after.length)
    const { results: images } = await world.data.images.list({ runId: run.id, limit: 100 })
    expect(images).toHaveLength(3 * after.length)
  },
)

test('a run whose action is given a template that is not published says which one', async () => {
  const { river, reorder } = await withOutputs()
  const { world, actionId } = river
  const { run } = await startRun(world, actionId, wholeView)
  await river.work({ name: 'plan-run', job: { runId: run.id } })
  const { template } = await createTemplate(world, { design: { ...cardDesign, name: 'Poster' } })
  await reorder([a, { ...b, templateId: template.id }])
  await river.work({ name: 'process-chunk', job: { runId: run.id, fromN: 0, toN: 3 } })
  const message = 'The template "Poster" has no published version. Publish version 1, then start the run again.'
  expect(await river.run(run.id)).toMatchObject({ state: 'failed', error: { code: 'conflict', message } })
  await reorder([a])
  const { run: unplanned } = await startRun(world, actionId, wholeView)
  await reorder([a, { ...b, templateId: template.id }])
  await river.drain()
  expect(await river.run(unplanned.id)).toMatchObject({ state: 'failed', error: { code: 'conflict', message } })
})
