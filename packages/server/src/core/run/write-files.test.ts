import { describe, expect, test } from 'vitest'
import { actionWarnings } from '#core/action/action-warnings.ts'
import { type ActionDraft, updateAction } from '#core/action/save-action.ts'
import { type FakeSourceOptions, fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import type { Attachment, Capabilities, PatchResult } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { requireWritable } from './check-write-back.ts'
import { retryFailed } from './retry-failed.ts'

const testData = useTestData()

const local = { publicUrl: 'http://127.0.0.1:4400', publicUrlProblem: 'which only this machine can reach' }
const both = { byUrl: true, maxBytes: 100_000 }
const old: Attachment = { id: 'att_old', url: 'https://files.example/old.png', filename: 'old.png' }

/** A river that writes files into the field Card, where an old one stands. */
async function createFileRiver(
  options: {
    count?: number
    attachment?: Capabilities['attachment']
    mode?: 'replace' | 'append'
    writeBack?: ActionDraft['writeBack']
    source?: Partial<FakeSourceOptions>
    world?: Partial<World>
  } = {},
): Promise<TestRiver> {
  const { count = 2, attachment = both, mode, writeBack, source, world } = options
  const table = productTable(count)
  return createTestRiver(testData, {
    table: {
      ...table,
      fields: [...table.fields, fakeField('Card', 'attachments')],
      records: table.records.map(({ id, fields }) => ({ id, fields: { ...fields, fld_card: [old] } })),
    },
    source: { ...source, capabilities: { attachment, ...source?.capabilities } },
    draft: { writeBack: { attachment: { field: 'Card', mode }, ...writeBack } },
    world: { ...world },
  })
}

const filesIn = ({ table }: TestRiver, index: number) => table.records[index]?.fields.fld_card

describe('an attachment by its address', () => {
  test('is written in the same request as the other cells', async () => {
    const river = await createFileRiver({ writeBack: { url: 'Image URL', status: 'Status' } })
    expect(await river.runAll()).toMatchObject({ rendered: 2, writtenBack: 2 })
    const url = river.table.records[1]?.fields.fld_image_url
    const filename = expect.stringMatching(/^product-1-[0-9a-z]{12}\.png$/)
    expect(filesIn(river, 1)).toEqual([{ url, filename, contentType: 'image/png' }])
    expect([river.source.calls.get('writeBack'), river.source.calls.get('upload')]).toEqual([1, undefined])
    expect(await actionWarnings(river.world, await actionOf(river))).toEqual([])
  })

  test('leaves the files there are when it is appended', async () => {
    const river = await createFileRiver({ mode: 'append' })
    await river.runAll()
    expect(filesIn(river, 0)).toEqual([
      old,
      expect.objectContaining({ filename: expect.stringMatching(/^product-0-/) }),
    ])
  })

  test('needs no public address where the address itself stays in the cell', async () => {
    const river = await createFileRiver({ attachment: { byUrl: true, maxBytes: null, keepsUrl: true }, world: local })
    expect(await river.runAll()).toMatchObject({ rendered: 2, writtenBack: 2 })
    expect(await actionWarnings(river.world, await actionOf(river))).toEqual([
      'Image URLs begin with http://127.0.0.1:4400, which only this machine can reach. The images in the table do not open from anywhere else. Set PICTABLE_PUBLIC_URL to the public URL of this server.',
    ])
  })
})

async function actionOf(river: TestRiver) {
  const action = await river.world.data.actions.get(river.actionId)
  if (action === null) throw new Error('no action')
  return action
}

describe('an attachment by its bytes', () => {
  test('is uploaded where nobody can fetch from our address, and the user is told', async () => {
    const river = await createFileRiver({ world: local, writeBack: { url: 'Image URL' } })
    expect(await river.runAll()).toMatchObject({ rendered: 2, writtenBack: 2 })
    const [upload] = river.source.uploaded
    expect(upload).toMatchObject({ fieldId: 'fld_card', mode: 'replace', contentType: 'image/png' })
    expect(new TextDecoder().decode(upload?.bytes)).toMatch(/^png /)
    expect(filesIn(river, 0)).toEqual([expect.objectContaining({ filename: upload?.filename })])
    expect(river.source.calls.get('upload')).toBe(2)
    expect(await actionWarnings(river.world, await actionOf(river))).toEqual([
      expect.stringMatching(
        /The URLs in the table do not open from anywhere else\..*uploads them with one request for each/,
      ),
    ])
  })

  test('leaves the files there are when it is appended, and repeats add none', async () => {
    const river = await createFileRiver({ attachment: { byUrl: false, maxBytes: 100_000 }, mode: 'append' })
    await river.runAll()
    await river.world.data.outputs.forgetWritten(river.actionId)
    expect(await river.runAll()).toMatchObject({ writtenBack: 2 })
    expect(river.source.calls.get('upload')).toBe(4)
    expect(filesIn(river, 0)).toHaveLength(2)
  })

  test('that is refused fails its record, leaves the old file, and a retry only uploads', async () => {
    const refusing = { is: true }
    const refused: PatchResult = {
      ok: false,
      code: 'source_invalid',
      message: 'The file is not welcome.',
      retryable: false,
    }
    const renderer = createFreeRenderer()
    const river = await createFileRiver({
      world: { ...local, renderer },
      writeBack: { url: 'Image URL', status: 'Status', error: 'Error', renderedAt: 'Rendered at' },
      source: { refuseUpload: ({ recordId }) => (refusing.is && recordId === 'rec_1' ? refused : null) },
    })
    const run = await river.runAll()
    expect(run).toMatchObject({ state: 'completed', rendered: 1, failed: 1, writtenBack: 1 })
    const message =
      'Record rec_1 "Product 1": its image was rendered, but could not be written into the table: The file is not welcome (source_invalid)'
    expect((await river.records(run.id))[1]?.reason).toEqual({ code: 'source_invalid', message })
    expect(river.table.records[1]?.fields).toEqual({
      fld_title: 'Product 1',
      fld_card: [old],
      fld_status: 'failed',
      fld_error: message,
    })
    refusing.is = false
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({ rendered: 1, writtenBack: 1 })
    expect(river.table.records[1]?.fields).toMatchObject({ fld_status: 'completed', fld_error: null })
    expect(filesIn(river, 1)).not.toContainEqual(old)
    expect(renderer.jobs).toHaveLength(2)
  })

  test('is tried again when that can help', async () => {
    let refusals = 0
    const busy: PatchResult = { ok: false, code: 'source_unavailable', message: 'Busy.', retryable: true }
    const river = await createFileRiver({
      count: 1,
      world: local,
      source: { refuseUpload: () => (refusals++ === 0 ? busy : null) },
    })
    expect(await river.runAll()).toMatchObject({ rendered: 1, writtenBack: 1 })
    expect(river.source.calls.get('upload')).toBe(2)
  })

  test('that is too large for the table fails its record with the cure', async () => {
    const river = await createFileRiver({ count: 1, attachment: { byUrl: false, maxBytes: 10 } })
    const run = await river.runAll()
    expect((await river.records(run.id))[0]?.reason).toMatchObject({
      code: 'image_too_large',
      message: expect.stringMatching(/it has 0.1 MB, and the table accepts files up to 0.1 MB. Choose JPEG or WebP/),
    })
    expect(filesIn(river, 0)).toEqual([old])
  })
})

describe('an attachment that cannot be written', () => {
  test.each([
    ['a table without files', null, {}, /This table accepts no files\. Write the image URL/],
    [
      'a table that fetches, and an address of this machine',
      { byUrl: true, maxBytes: null },
      local,
      /must fetch the images from there\. Set PICTABLE_PUBLIC_URL/,
    ],
  ])('is refused: %s', async (_, attachment, world, words) => {
    const river = await createTestRiver(testData, {
      table: { ...productTable(1), fields: [...productTable(1).fields, fakeField('Card', 'attachments')] },
      source: { capabilities: { attachment } },
      world,
    })
    const change = updateAction(river.world, { id: river.actionId }, { writeBack: { attachment: { field: 'Card' } } })
    await expect(change).rejects.toMatchObject({
      errors: [{ pointer: '/write_back/attachment', detail: expect.stringMatching(words) }],
    })
  })

  test('is refused for a field that holds none, and for one that fills the template', async () => {
    const river = await createFileRiver()
    const change = (field: string) =>
      updateAction(river.world, { id: river.actionId }, { writeBack: { attachment: { field } } })
    await expect(change('Status')).rejects.toMatchObject({ errors: [{ pointer: '/write_back/attachment/field' }] })
    await expect(change('Photo')).rejects.toMatchObject({
      errors: [{ detail: expect.stringContaining('is mapped to the template') }],
    })
  })

  test('ends the run before it begins when the address of this server became a private one', async () => {
    const river = await createFileRiver({ attachment: { byUrl: true, maxBytes: null } })
    Object.assign(river.world, local)
    const refused = { code: 'write_back_impossible', message: expect.stringContaining('Set PICTABLE_PUBLIC_URL') }
    await expect(requireWritable(river.world, river.actionId)).rejects.toMatchObject(refused)
    expect(await river.runAll()).toMatchObject({ state: 'failed', error: refused })
    expect(filesIn(river, 0)).toEqual([old])
  })
})

describe('a metered table', () => {
  const metered = { metered: true, write: { batchMax: 10, checkCalls: 1 } }

  test.each([
    [100, 10],
    [237, 24],
    [3, 1],
  ])('is written %i changed records in %i full batches, however slow they are made', async (count, requests) => {
    const renderer = createFreeRenderer({ concurrency: 3, before: () => new Promise((done) => setTimeout(done, 2)) })
    const river = await createTestRiver(testData, {
      table: productTable(count),
      source: { capabilities: metered },
      world: { renderer },
    })
    expect(await river.runAll()).toMatchObject({ state: 'completed', rendered: count, writtenBack: count })
    expect(river.source.calls.get('writeBack')).toBe(requests)
    expect(river.source.calls.get('page')).toBe(Math.ceil(count / 100))
  })

  test('is written in several requests at once, so that none waits for the answer to another', async () => {
    let [underWay, most] = [0, 0]
    const second = Promise.withResolvers<void>()
    const river = await createTestRiver(testData, {
      table: productTable(100),
      source: {
        capabilities: metered,
        before: async (method) => {
          if (method !== 'writeBack') return
          most = Math.max(most, ++underWay)
          if (most > 1) second.resolve()
          // The first one is answered only once another one was sent.
          await second.promise
          await new Promise((done) => setTimeout(done, 50))
          underWay--
        },
      },
    })
    expect(await river.runAll()).toMatchObject({ writtenBack: 100 })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })
})
