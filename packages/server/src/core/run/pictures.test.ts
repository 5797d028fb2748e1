import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import { createLoadPicture } from '#core/image/load-picture.ts'
import { PictureError } from '#core/image/picture-error.ts'
import type { Attachment } from '#core/ports/source.ts'
import type { Run } from './run.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

/** A host of pictures that answers each address as told; every request is noted. */
function createHost(answer: (url: string) => number) {
  const requests: string[] = []
  return {
    requests,
    async fetchPicture(url: string): Promise<Uint8Array> {
      requests.push(url)
      const status = answer(url)
      if (status === 200) return new TextEncoder().encode(url)
      const isBrief = status === 503
      throw new PictureError('image_status', `the image returned ${status}`, {
        status,
        isBrief,
        ...(isBrief && { retryAfterMs: 1 }),
      })
    },
  }
}

const photo = (index: number, more: Partial<Attachment> = {}): Attachment => ({
  id: `att_${index}`,
  url: `https://files.example/${index}?link=1`,
  filename: 'photo.png',
  ...more,
})

async function createPhotoRiver(
  count: number,
  photoOf: (index: number) => Attachment,
  answer: (url: string) => number,
  before: (method: string) => void = () => {},
): Promise<TestRiver & { requests: string[] }> {
  const host = createHost(answer)
  const storage = createMemoryStorage()
  const loadPicture = createLoadPicture({ data: testData.data, storage }, host.fetchPicture)
  const table = productTable(count)
  const river = await createTestRiver(testData, {
    table: {
      ...table,
      records: table.records.map(({ id, fields }, index) => ({
        id,
        fields: { ...fields, fld_photo: [photoOf(index)] },
      })),
    },
    source: { capabilities: { getMany: { max: 50 } }, before },
    world: { renderer: createFreeRenderer({ loadPicture }), storage },
  })
  return { ...river, requests: host.requests }
}

/** The table gives links of today when it is read again. */
function refreshLinks(river: TestRiver): void {
  river.table.records = river.table.records.map(({ id, fields }, index) => ({
    id,
    fields: { ...fields, fld_photo: [photo(index, { url: `https://files.example/${index}?link=2` })] },
  }))
}

async function planThenRefresh(river: TestRiver): Promise<Run> {
  const { run } = await startRun(river.world, river.actionId, wholeView)
  const plan = river.jobs.shift()
  if (plan === undefined) throw new Error('no job')
  await river.work(plan)
  refreshLinks(river)
  await river.drain()
  return river.run(run.id)
}

describe('pictures of records', () => {
  test('are fetched once, however many records show them', async () => {
    const logo = photo(7)
    const river = await createPhotoRiver(
      120,
      (index) => ({ ...logo, url: `https://files.example/7?link=${index}` }),
      () => 200,
    )
    expect(await river.runAll()).toMatchObject({ rendered: 120 })
    expect(river.requests).toHaveLength(1)
  })

  test('without an id are fetched each time', async () => {
    const river = await createPhotoRiver(
      2,
      () => ({ url: 'https://files.example/plain', filename: 'a.png' }),
      () => 200,
    )
    await river.runAll()
    expect(river.requests).toHaveLength(2)
  })

  test.each([401, 403, 404, 410])('are found at their fresh links when the old ones answer %i', async (status) => {
    const river = await createPhotoRiver(60, photo, (url) => (url.endsWith('link=1') ? status : 200))
    expect(await planThenRefresh(river)).toMatchObject({ state: 'completed', rendered: 60, failed: 0 })
    // 60 records, 50 of which one request brings
    expect(river.source.calls.get('getRecords')).toBe(2)
    expect(river.requests.filter((url) => url.endsWith('link=2'))).toHaveLength(60)
  })

  test('wait for their fresh links while the table is down', async () => {
    let isDown = true
    const river = await createPhotoRiver(
      3,
      photo,
      (url) => (url.endsWith('link=1') ? 410 : 200),
      (method) => {
        if (method === 'getRecords' && isDown)
          throw new AppError('source_unavailable', 'The table is away.', { retryAfterMs: 1 })
      },
    )
    const { run } = await startRun(river.world, river.actionId, wholeView)
    for (const job of river.jobs.splice(0)) await river.work(job)
    refreshLinks(river)
    const [chunk] = river.jobs
    if (chunk === undefined) throw new Error('no job')
    await expect(river.work(chunk)).rejects.toThrow('The table is away.')
    expect(await river.run(run.id)).toMatchObject({ state: 'active', failed: 0, rendered: 0 })
    isDown = false
    await river.drain()
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', rendered: 3, failed: 0 })
  })

  test('are not asked for at links that have expired by their own word', async () => {
    const over = (index: number) => photo(index, { expiresAt: '2020-01-01T00:00:00.000Z' })
    const river = await createPhotoRiver(3, over, () => 200)
    expect(await planThenRefresh(river)).toMatchObject({ rendered: 3 })
    expect(river.requests.every((url) => url.endsWith('link=2'))).toBe(true)
  })

  test('that are gone fail their record alone, after one look at the table', async () => {
    const river = await createPhotoRiver(3, photo, (url) => (url.includes('/1?') ? 404 : 200))
    const run = await planThenRefresh(river)
    expect(run).toMatchObject({ state: 'completed', rendered: 2, failed: 1 })
    expect(river.requests.filter((url) => url.includes('/1?'))).toHaveLength(2)
    expect((await river.records(run.id))[1]?.reason).toMatchObject({ code: 'image_status' })
    expect(river.source.calls.get('getRecords')).toBe(1)
  })

  test('are tried again when their host fails for a moment', async () => {
    const failures = new Map<string, number>()
    const river = await createPhotoRiver(3, photo, (url) => {
      const before = failures.get(url) ?? 0
      failures.set(url, before + 1)
      return before < 1 ? 503 : 200
    })
    expect(await river.runAll()).toMatchObject({ rendered: 3, failed: 0 })
    expect(river.requests).toHaveLength(6)
  })

  test('of a host that is down hold the run up only so often', async () => {
    const river = await createPhotoRiver(100, photo, () => 503)
    expect(await river.runAll()).toMatchObject({ state: 'completed', failed: 100 })
    expect(river.requests).toHaveLength(120)
  })
})
