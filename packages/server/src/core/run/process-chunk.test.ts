import { describe, expect, test } from 'vitest'
import { updateAction } from '#core/action/save-action.ts'
import { AppError } from '#core/errors.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, wholeView } from '#core/fakes/test-river.ts'
import { imageKey, imageUrl } from '#core/image/image-url.ts'
import type { Data } from '#core/ports/data.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import type { PatchResult } from '#core/ports/source.ts'
import { cancelRun } from './cancel-run.ts'
import { processChunk } from './process-chunk.ts'
import { RecordError } from './record-error.ts'
import { retryFailed } from './retry-failed.ts'
import { pendingOf } from './run-counts.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

const isTitle = (job: RenderJob, index: number) => job.values.Title === `Product ${index}`

/** As rendering takes: what is done is flushed while the rest is made. */
const someTime = () => new Promise<void>((resolve) => setTimeout(resolve, 3))

describe('processChunk()', () => {
  test('renders, keeps and writes back every record', async () => {
    const storage = createMemoryStorage()
    const river = await createTestRiver(testData, { table: productTable(60), world: { storage } })
    const run = await river.runAll({ metadata: { order: 7 } })
    expect(run).toMatchObject({ state: 'completed', total: 60, rendered: 60, writtenBack: 60, failed: 0, skipped: 0 })
    const { results: images } = await river.world.data.images.list({ runId: run.id, limit: 100 })
    expect(images).toHaveLength(60)
    const image = images.find(({ recordId }) => recordId === 'rec_5')
    const file = image?.files[0]
    if (!image || !file) throw new Error('no image')
    expect(image).toMatchObject({
      values: { Title: 'Product 5', Photo: null },
      metadata: { order: 7 },
      templateVersion: 1,
    })
    expect(storage.files.get(imageKey(file))).toMatchObject({ contentType: 'image/png' })
    expect(file).toMatchObject({
      widthPx: 400,
      heightPx: 200,
      sizeBytes: storage.files.get(imageKey(file))?.bytes.length,
    })
    expect(river.table.records[5]?.fields.fld_image_url).toBe(imageUrl('https://pictable.example', image.id, file))
    expect(river.source.calls.get('writeBack')).toBe(6)
    const [record] = await river.records(run.id)
    expect(record).toMatchObject({ state: 'rendered', writtenBack: true, reason: null })
    expect(record?.imageId).toMatch(/^img_/)
  })

  test('skips what has not changed, with one look-up and without asking the table to write', async () => {
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, { table: productTable(120), world: { renderer } })
    await river.runAll()
    river.table.records[3] = { id: 'rec_3', fields: { ...river.table.records[3]?.fields, fld_title: 'New' } }
    const writes = river.source.written.length
    const run = await river.runAll()
    expect(run).toMatchObject({ rendered: 1, skipped: 119, writtenBack: 1, total: 120 })
    expect(renderer.jobs).toHaveLength(121)
    expect(river.source.written.slice(writes).map(({ recordId }) => recordId)).toEqual(['rec_3'])
    expect((await river.records(run.id))[0]).toMatchObject({ state: 'skipped', writtenBack: false })
  })

  test('renders again what a text of the mapping is made of, and fails records of which none can be made', async () => {
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, { table: productTable(4), world: { renderer } })
    const change = (n: number, cells: object) => {
      river.table.records[n] = { id: `rec_${n}`, fields: { ...river.table.records[n]?.fields, ...cells } }
    }
    change(0, { fld_error: 'plain' })
    change(3, { fld_error: 'broken' })
    const text = '{{Title}} {{Error == "broken" ? Error * 2 : (Error | number)}}'
    const updated = await updateAction(
      river.world,
      { id: river.actionId },
      { mapping: { Title: { text } }, writeBack: null },
    )
    expect(updated.mapping.Title).toMatchObject({ fields: { Error: { id: 'fld_error', name: 'Error' } } })
    const run = await river.runAll()
    expect(run).toMatchObject({ rendered: 3, failed: 1 })
    const { results: images } = await river.world.data.images.list({ runId: run.id, limit: 10 })
    expect(images.map(({ values }) => values.Title).sort()).toEqual(['Product 0 plain', 'Product 1 ', 'Product 2 '])
    const warned = images.find(({ recordId }) => recordId === 'rec_0')
    expect(warned?.report.warnings).toEqual([
      'the text of the mapping for "Title": "plain" is not a number, so it is shown unformatted',
    ])
    const failed = (await river.records(run.id)).find(({ recordId }) => recordId === 'rec_3')
    expect(failed?.reason).toEqual({
      code: 'value_invalid',
      message:
        'Record rec_3 "Product 3": the text of the mapping for "Title": at character 39: "broken" is not a number, which "*" needs (value_invalid)',
    })
    change(1, { fld_error: '1234.5' })
    expect(await river.runAll()).toMatchObject({ rendered: 1, skipped: 2, failed: 1 })
    expect(renderer.jobs.at(-1)?.values.Title).toBe('Product 1 1,234.5')
  })

  test('renders everything when forced', async () => {
    const river = await createTestRiver(testData)
    await river.runAll()
    expect(await river.runAll({ force: true })).toMatchObject({ rendered: 3, skipped: 0 })
  })

  test('works without write-back, and writes the kept images once it is set up', async () => {
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, { draft: { writeBack: null }, world: { renderer } })
    expect(await river.runAll()).toMatchObject({ rendered: 3, writtenBack: 0, failed: 0 })
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
    await updateAction(river.world, { id: river.actionId }, { writeBack: { url: 'Image URL' } })
    expect(await river.runAll()).toMatchObject({ rendered: 0, skipped: 3, writtenBack: 3 })
    expect(renderer.jobs).toHaveLength(3)
    expect(river.source.calls.get('writeBack')).toBe(1)
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
  })

  test('writes the kept images into fields that the action names later', async () => {
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, { world: { renderer } })
    expect(await river.runAll()).toMatchObject({ rendered: 3, writtenBack: 3 })
    await updateAction(river.world, { id: river.actionId }, { title: 'Other', writeBack: { url: 'Image URL' } })
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
    await updateAction(river.world, { id: river.actionId }, { writeBack: { url: 'Image URL', status: 'Status' } })
    expect(await river.runAll()).toMatchObject({ rendered: 0, writtenBack: 3, skipped: 3 })
    expect(renderer.jobs).toHaveLength(3)
    expect(river.source.written.at(-1)?.fields).toEqual({ fld_status: 'completed' })
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
  })

  test('writes status, error and time beside the address, and never touches the old image of a failure', async () => {
    const broken = { is: false }
    const renderer = createFreeRenderer({
      before: (job) => {
        if (broken.is && isTitle(job, 1))
          throw new RecordError('image_truncated', 'the image in layer "Picture" is cut off', {
            layer: 'Picture',
            variable: 'Photo',
          })
      },
    })
    const writeBack = { url: 'Image URL', status: 'Status', error: 'Error', renderedAt: 'Rendered at' }
    const river = await createTestRiver(testData, { world: { renderer }, draft: { writeBack } })
    await river.runAll()
    const before = river.table.records[1]?.fields
    expect(before).toMatchObject({
      fld_status: 'completed',
      fld_error: null,
      fld_rendered_at: '2025-11-20T12:00:00.000Z',
    })
    broken.is = true
    const run = await river.runAll({ force: true })
    expect(run).toMatchObject({ state: 'completed', rendered: 2, failed: 1 })
    const message = 'Record rec_1 "Product 1": the image in field Photo is cut off (image_truncated)'
    expect((await river.records(run.id))[1]).toMatchObject({
      state: 'failed',
      reason: { code: 'image_truncated', message },
    })
    expect(river.table.records[1]?.fields).toEqual({ ...before, fld_status: 'failed', fld_error: message })
    broken.is = false
    expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: 0, skipped: 3, writtenBack: 1 })
    expect(river.table.records[1]?.fields).toMatchObject({ fld_status: 'completed', fld_error: null })
  })

  test('retries only what failed', async () => {
    const broken = { is: true }
    const renderer = createFreeRenderer({
      before: (job) => {
        if (broken.is && isTitle(job, 1)) throw new RecordError('value_invalid', 'no')
      },
    })
    const river = await createTestRiver(testData, { world: { renderer } })
    const run = await river.runAll()
    broken.is = false
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({ retryOf: run.id, total: 1, rendered: 1, state: 'completed' })
    expect(renderer.jobs).toHaveLength(4)
  })

  test('keeps the image when it cannot be written back, and the retry only writes', async () => {
    const refusing = { is: true }
    const refused: PatchResult = {
      ok: false,
      code: 'source_not_found',
      message: 'The record was deleted.',
      retryable: false,
    }
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, {
      world: { renderer },
      source: { refuse: ({ recordId }) => (refusing.is && recordId === 'rec_1' ? refused : null) },
    })
    const run = await river.runAll()
    expect(run).toMatchObject({ rendered: 2, failed: 1, writtenBack: 2 })
    const record = (await river.records(run.id))[1]
    expect(record).toMatchObject({
      state: 'failed',
      reason: {
        code: 'source_not_found',
        message:
          'Record rec_1 "Product 1": its image was rendered, but could not be written into the table: The record was deleted (source_not_found)',
      },
    })
    expect(await river.world.data.images.get(record?.imageId ?? '')).not.toBeNull()
    refusing.is = false
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({ rendered: 1, writtenBack: 1, failed: 0 })
    expect((await river.records(retry.id))[0]?.imageId).toBe(record?.imageId)
    expect(renderer.jobs).toHaveLength(3)
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
  })

  test('a retry of a forced run renders what failed to render, and only writes the rest', async () => {
    const faults = { are: false }
    const refused: PatchResult = { ok: false, code: 'source_invalid', message: 'No.', retryable: false }
    const renderer = createFreeRenderer({
      before: (job) => {
        if (faults.are && isTitle(job, 0)) throw new RecordError('value_invalid', 'no')
      },
    })
    const river = await createTestRiver(testData, {
      world: { renderer },
      source: { refuse: ({ recordId }) => (faults.are && recordId === 'rec_1' ? refused : null) },
    })
    await river.runAll()
    faults.are = true
    const run = await river.runAll({ force: true })
    expect(run).toMatchObject({ rendered: 1, failed: 2 })
    faults.are = false
    const jobs = renderer.jobs.length
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({ rendered: 2, writtenBack: 2 })
    expect(renderer.jobs.slice(jobs).map(({ values }) => values.Title)).toEqual(['Product 0'])
  })

  test('tries again what may pass later, within bounds', async () => {
    let writes = 0
    let puts = 0
    const before = (method: string) => {
      if (method === 'writeBack' && ++writes < 3)
        throw new AppError('source_rate_limited', 'Slow down.', { retryAfterMs: 1 })
    }
    const storage = createMemoryStorage({
      beforePut: () => {
        if (++puts === 1) throw new AppError('storage_unavailable', 'The disk is busy.', { retryAfterMs: 1 })
      },
    })
    const river = await createTestRiver(testData, { world: { storage }, source: { before } })
    expect(await river.runAll()).toMatchObject({ rendered: 3, writtenBack: 3, failed: 0 })
    expect(writes).toBe(3)
  })

  test('a full disk fails no record: what is left is made once there is room', async () => {
    let room = 2
    const storage = createMemoryStorage({
      beforePut: (key) => {
        // Beside each goes its preview.
        if (key.endsWith('.png') && room-- <= 0)
          throw new AppError('storage_unavailable', 'The disk is full.', { retryAfterMs: 1 })
      },
    })
    const river = await createTestRiver(testData, { table: productTable(20), world: { storage } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const [plan] = river.jobs.splice(0)
    if (plan) await river.work(plan)
    const [chunk] = river.jobs
    await expect(river.drain()).rejects.toMatchObject({ code: 'storage_unavailable', message: 'The disk is full.' })
    expect(await river.run(run.id)).toMatchObject({
      state: 'active',
      total: 20,
      rendered: 2,
      writtenBack: 2,
      failed: 0,
      waitingFor: { code: 'storage_unavailable', message: 'The disk is full.' },
    })
    room = 100
    if (chunk) await river.work(chunk)
    const done = { rendered: 20, writtenBack: 20, failed: 0, waitingFor: null }
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', ...done })
  })

  test('a bug in the renderer fails the record in words that show nothing of it', async () => {
    const renderer = createFreeRenderer({
      before: (job) => {
        if (isTitle(job, 2)) throw new TypeError('secret is undefined')
      },
    })
    const river = await createTestRiver(testData, { world: { renderer } })
    const run = await river.runAll()
    expect((await river.records(run.id))[2]?.reason).toEqual({
      code: 'internal',
      message: 'Record rec_2 "Product 2": an internal error occurred (internal)',
    })
  })

  test('ends the run when the table refuses the credentials, and keeps what was made', async () => {
    const refusing = { is: true }
    const before = (method: string) => {
      if (method === 'writeBack' && refusing.is) throw new AppError('source_quota', 'The month is used up.')
    }
    const renderer = createFreeRenderer({ concurrency: 1, before: someTime })
    const river = await createTestRiver(testData, { table: productTable(60), source: { before }, world: { renderer } })
    const run = await river.runAll()
    expect(run).toMatchObject({ state: 'failed', error: { code: 'source_quota', message: 'The month is used up.' } })
    expect(run.failed).toBeGreaterThanOrEqual(10)
    expect(run.cancelled).toBeGreaterThan(0)
    expect(run.failed + run.cancelled).toBe(60)
    refusing.is = false
    const rendered = renderer.jobs.length
    expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: 60, writtenBack: 60 })
    expect(renderer.jobs.length).toBeLessThanOrEqual(60 + rendered - run.failed)
  })

  test('stops promptly when the run is cancelled', async () => {
    const cancel: { now?: () => Promise<unknown> } = {}
    let renders = 0
    const renderer = createFreeRenderer({
      concurrency: 2,
      before: async () => {
        await someTime()
        if (++renders === 30) await cancel.now?.()
      },
    })
    const river = await createTestRiver(testData, { table: productTable(100), world: { renderer } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    cancel.now = () => cancelRun(river.world, run.id)
    await river.drain()
    const ended = await river.run(run.id)
    expect(ended.state).toBe('cancelled')
    expect(pendingOf(ended)).toBe(0)
    expect(renders).toBeLessThan(70)
    expect(ended.rendered).toBeLessThanOrEqual(30)
  })

  test.each([
    ['a run', false, { url: 'Image URL' }],
    ['a forced run', true, { url: 'Image URL' }],
    ['a run that writes nothing back', false, null],
  ])(
    'writes the same again, and renders nothing again, when %s is repeated after a crash',
    async (_what, force, writeBack) => {
      const renderer = createFreeRenderer()
      const river = await createTestRiver(testData, {
        table: productTable(10),
        world: { renderer },
        draft: { writeBack },
      })
      const { run } = await startRun(river.world, river.actionId, { ...wholeView, force })
      await river.work({ name: 'plan-run', job: { runId: run.id } })
      // the images are kept by then, and the table is written
      const transaction: Data['transaction'] = async (work) => {
        if (renderer.jobs.length === 0) return river.world.data.transaction(work)
        throw new Error('power cut')
      }
      const world = { ...river.world, data: { ...river.world.data, transaction } }
      const job = { runId: run.id, fromN: 0, toN: 10 }
      const { signal } = new AbortController()
      await expect(processChunk(world, job, signal)).rejects.toThrow('power cut')
      expect(await river.run(run.id)).toMatchObject({ rendered: 0 })
      const written = [...river.source.written]
      await processChunk(river.world, job, signal)
      expect(river.source.written).toEqual([...written, ...written])
      expect(await river.run(run.id)).toMatchObject({ state: 'completed', rendered: 10, writtenBack: written.length })
      expect(renderer.jobs).toHaveLength(10)
    },
  )

  test('ends a run whose last flush was not followed by its end', async () => {
    const river = await createTestRiver(testData)
    const { run } = await startRun(river.world, river.actionId, wholeView)
    await river.drain()
    await river.world.data.runs.update(run.id, { state: 'active' })
    await river.work({ name: 'process-chunk', job: { runId: run.id, fromN: 0, toN: 3 } })
    expect(await river.run(run.id)).toMatchObject({ state: 'completed' })
  })

  test('finishes what is under way when the process stops, and leaves the rest', async () => {
    const stop = new AbortController()
    let renders = 0
    const renderer = createFreeRenderer({
      concurrency: 1,
      before: () => {
        if (++renders === 40) stop.abort(new Error('the process stops'))
        stop.signal.throwIfAborted()
      },
    })
    const river = await createTestRiver(testData, { table: productTable(100), world: { renderer } })
    const { run } = await startRun(river.world, river.actionId, wholeView)
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    const job = { name: 'process-chunk', job: { runId: run.id, fromN: 0, toN: 100 } } as const
    await expect(river.work(job, stop.signal)).rejects.toThrow('the process stops')
    expect(await river.run(run.id)).toMatchObject({ state: 'active', rendered: 39, failed: 0 })
  })
})
