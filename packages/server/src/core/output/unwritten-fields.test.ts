import { describe, expect, test } from 'vitest'
import type { DraftListedOutput } from '#core/action/action-draft.ts'
import { type ActionDraft, updateAction } from '#core/action/save-action.ts'
import { updateConnection } from '#core/connection/save-connection.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, wholeView } from '#core/fakes/test-river.ts'
import { processChunk } from '#core/run/process-chunk.ts'
import { RecordError } from '#core/run/record-error.ts'
import { retryFailed } from '#core/run/retry-failed.ts'
import { startRun } from '#core/run/start-run.ts'
import { findChanged, openWatched } from '#core/trigger/find-changed.ts'
import { createWebhook } from '#core/webhook/save-webhook.ts'

const testData = useTestData()

const large = { name: 'large', output: {}, writeBack: { url: 'Image URL' } }
const small = { name: 'small', output: { width: 200 } }

interface Options {
  outputs?: readonly DraftListedOutput[]
  draft?: Partial<ActionDraft>
  source?: NonNullable<Parameters<typeof createTestRiver>[1]>['source']
}

/** An action with two outputs, one of which is written, and a receiver of its events. Images named in `broken` fail. */
async function twoOutputs({ outputs = [large, small], draft = {}, source = {} }: Options = {}) {
  const broken = new Set<string>()
  const renderer = createFreeRenderer({
    before({ output, values }) {
      const name = output.scale === 0.5 ? 'small' : 'large'
      if (broken.has(name) || broken.has(String(values.Title)))
        throw new RecordError('image_truncated', 'it is cut off')
    },
  })
  const table = productTable(2)
  const fields = [
    ...table.fields,
    fakeField('Other', 'url'),
    fakeField('Small', 'url'),
    fakeField('Card', 'attachments'),
  ]
  const river = await createTestRiver(testData, {
    table: { ...table, fields },
    world: { renderer },
    source,
    draft: { outputs, isListed: true, writeBack: null, ...draft },
  })

  const { webhook } = await createWebhook(river.world, { name: 'Hook', url: 'https://example.com/hook' })
  return {
    ...{ river, renderer, broken },
    /** The images that events said were made. */
    created: async () => {
      const { data } = river.world
      const { results } = await data.deliveries.list({ limit: 100, webhookId: webhook.id, event: 'image.created' })
      const bodies = await Promise.all(
        results.map(async ({ id }) => JSON.parse((await data.deliveries.get(id))?.body ?? '{}')),
      )
      return bodies.map(({ image }) => String(image?.id)).sort()
    },
    list: (...listed: DraftListedOutput[]) => updateAction(river.world, { id: river.actionId }, { outputs: listed }),
    cells: (index: number) => river.table.records[index]?.fields ?? {},
    retry: async (runId: string) => {
      const { run } = await retryFailed(river.world, runId)
      await river.drain()
      return river.run(run.id)
    },
  }
}

describe('the cells of an output', () => {
  test('are written alone when they change, with no event and no other output', async () => {
    const { river, renderer, list, cells, created } = await twoOutputs()
    await river.runAll()
    const images = await created()
    expect(images).toHaveLength(4)
    const url = cells(0).fld_image_url
    const moved = { ...large, writeBack: { url: 'Other' } }
    await list(moved, small)
    const written = { rendered: 0, skipped: 2, failed: 0, writtenBack: 2 }
    const run = await river.runAll()
    expect(run).toMatchObject({ ...written, outputs: { large: { skipped: 2 }, small: { skipped: 2 } } })
    const [record] = await river.records(run.id)
    expect(record?.outputs.map(({ name, writtenBack }) => [name, writtenBack])).toEqual([
      ['large', true],
      ['small', false],
    ])
    expect(cells(0)).toMatchObject({ fld_other: url, fld_image_url: url })
    const before = river.source.written.length
    await list(moved, { ...small, writeBack: { url: 'Small' } })
    expect(await river.runAll()).toMatchObject(written)
    expect(river.source.written.slice(before).map(({ fields }) => Object.keys(fields))).toEqual([
      ['fld_small'],
      ['fld_small'],
    ])
    expect(await river.runAll()).toMatchObject({ skipped: 2, writtenBack: 0 })
    expect(await created()).toEqual(images)
    expect(renderer.jobs).toHaveLength(4)
  })

  test('are filled alone when one of them was emptied', async () => {
    const attachment = { field: 'Card', mode: 'append' as const }
    const { river, cells, created } = await twoOutputs({
      outputs: [
        { ...large, writeBack: { ...large.writeBack, attachment } },
        { ...small, writeBack: { url: 'Small' } },
      ],
      draft: { writeBack: { refillEmpty: true } },
      source: { capabilities: { attachment: { byUrl: true, maxBytes: 1000 } } },
    })
    await river.runAll()
    const before = river.source.written.length
    Object.assign(cells(1), { fld_image_url: null })
    expect(await river.runAll()).toMatchObject({ rendered: 0, skipped: 2, writtenBack: 1 })
    expect(river.source.written.slice(before).map(({ fields }) => Object.keys(fields))).toEqual([['fld_image_url']])
    expect(await created()).toHaveLength(4)
  })

  test('of another table are all written, such as that of a connection that was moved', async () => {
    const { river, created } = await twoOutputs()
    await river.runAll()
    const action = await river.world.data.actions.get(river.actionId)
    await updateConnection(river.world, { id: action?.connectionId ?? '' }, { settings: { account: 'other' } })
    expect(await river.runAll()).toMatchObject({ rendered: 0, skipped: 2, writtenBack: 2 })
    expect(await created()).toHaveLength(4)
  })
})

describe('the event of an image', () => {
  test('is sent once when the power is cut between the image and its event', async () => {
    const { river, list, created } = await twoOutputs()
    const { run } = await startRun(river.world, river.actionId, wholeView)
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    const transaction = async () => {
      throw new Error('power cut')
    }
    const world = { ...river.world, data: { ...river.world.data, transaction } }
    const job = { runId: run.id, fromN: 0, toN: 2 }
    const { signal } = new AbortController()
    await expect(processChunk(world, job, signal)).rejects.toThrow('power cut')
    expect(await created()).toEqual([])
    await processChunk(river.world, job, signal)
    expect(await river.run(run.id)).toMatchObject({ rendered: 2 })
    const images = await created()
    expect(new Set(images).size).toBe(4)
    await list({ ...large, writeBack: { url: 'Other' } }, small)
    await river.runAll()
    expect(await created()).toEqual(images)
  })

  test('is sent once it is written, where that failed, and not again when writing it fails later', async () => {
    const refusing = { is: true }
    const refused = { ok: false, code: 'source_invalid', message: 'No.', retryable: false } as const
    const { river, list, retry, created } = await twoOutputs({
      source: { refuse: () => (refusing.is ? refused : null) },
    })
    const run = await river.runAll()
    expect(run).toMatchObject({ failed: 2 })
    expect(await created()).toEqual([])
    refusing.is = false
    expect(await retry(run.id)).toMatchObject({ rendered: 2, writtenBack: 2 })
    const images = await created()
    expect(new Set(images).size).toBe(4)
    refusing.is = true
    await list({ ...large, writeBack: { url: 'Other' } }, small)
    const failed = await river.runAll()
    expect(failed).toMatchObject({ failed: 2, outputs: { large: { failed: 2 }, small: { skipped: 2 } } })
    refusing.is = false
    expect(await retry(failed.id)).toMatchObject({ rendered: 0, skipped: 2, writtenBack: 2 })
    expect(await created()).toEqual(images)
  })
})

describe('cells that tell of a failure', () => {
  const attachment = { field: 'Card', mode: 'append' as const }
  const filed = { name: 'large', output: {}, writeBack: { attachment } }

  test('are written again, and no file a second time, when the record becomes what it was', async () => {
    const { river, renderer, broken, cells, retry, created } = await twoOutputs({
      outputs: [filed],
      draft: { writeBack: { status: 'Status' } },
      source: { capabilities: { attachment: { byUrl: true, maxBytes: 1000 } } },
    })
    await river.runAll()
    broken.add('Broken')
    Object.assign(cells(0), { fld_title: 'Broken' })
    const run = await river.runAll()
    expect(run).toMatchObject({ failed: 1, skipped: 1 })
    expect(cells(0)).toMatchObject({ fld_status: 'failed' })
    Object.assign(cells(0), { fld_title: 'Product 0' })
    const changed = await findChanged(river.world, await openWatched(river.world, river.actionId), {
      signal: new AbortController().signal,
    })
    expect([...changed.keys()]).toEqual(['rec_0'])
    const jobs = renderer.jobs.length
    expect(await retry(run.id)).toMatchObject({ rendered: 0, skipped: 1, writtenBack: 1 })
    expect(cells(0)).toMatchObject({ fld_status: 'completed', fld_card: [expect.anything()] })
    expect(renderer.jobs).toHaveLength(jobs)
    expect(await created()).toHaveLength(2)
  })

  test('are written again when the output that failed is removed', async () => {
    const { river, broken, list, cells } = await twoOutputs({ draft: { writeBack: { status: 'Status' } } })
    await river.runAll()
    broken.add('small')
    const failing = { ...small, output: { width: 200, quality: 50, formats: ['jpeg' as const] } }
    await list(large, failing)
    expect(await river.runAll()).toMatchObject({ failed: 2, outputs: { large: { skipped: 2 }, small: { failed: 2 } } })
    expect(cells(0)).toMatchObject({ fld_status: 'failed' })
    await list(large)
    expect(await river.runAll()).toMatchObject({ rendered: 0, skipped: 2, writtenBack: 2 })
    expect(cells(0)).toMatchObject({ fld_status: 'completed' })
  })
})
