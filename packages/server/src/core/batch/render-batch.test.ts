import { expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { PictureError } from '#core/image/picture-error.ts'
import type { ImageRequest } from '#core/image/prepare-image.ts'
import type { World } from '#core/ports/world.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { createBatch, prepareBatch } from './create-batch.ts'
import { renderBatch } from './render-batch.ts'

const testData = useTestData()

const card: ImageRequest = {
  template: { design: cardDesign },
  values: {},
  modifications: [],
  output: { formats: ['png'] },
  metadata: null,
}

function createWorld(parts: Partial<World>): World {
  return createTestWorld({ data: testData.data, ...parts })
}

async function batchOf(world: World, count: number, more: Partial<ImageRequest> = {}): Promise<string> {
  const requests = Array.from({ length: count }, () => ({ ...card, ...more }))
  const { id } = await createBatch(world, await prepareBatch(world, requests))
  return id
}

/** Works off the jobs that wait by now. */
async function work(world: World): Promise<void> {
  for (const { name, job } of testData.jobs.splice(0))
    if (name === 'render-batch') await renderBatch(world, job, new AbortController().signal)
}

test('names its receivers in the order of their URLs, as every batch does', async () => {
  const made: string[] = []
  const plain = createWorld({})
  const world: World = {
    ...plain,
    newId(kind) {
      const id = plain.newId(kind)
      if (kind === 'webhook') made.push(id)
      return id
    },
  }
  const requests = ['https://b.example', 'https://a.example'].map((webhookUrl) => ({ ...card, webhookUrl }))
  const { id } = await createBatch(world, await prepareBatch(world, requests))
  const items = await world.data.batches.pending(id, 0, 2)
  expect(items.flatMap(({ request }) => request.webhookIds)).toEqual(made.reverse())
})

test('points at the version when the template is there and has no such version, else at the template', async () => {
  const world = createWorld({})
  const { template } = await createTemplate(world, { design: cardDesign, publish: true })
  const templates = [{ id: template.id, version: 7 }, { id: 'tpl_none', version: 1 }, { id: 'tpl_none' }]
  const requests = templates.map((named) => ({ ...card, template: named }))
  await expect(prepareBatch(world, requests)).rejects.toMatchObject({
    errors: [{ pointer: '/items/0/version' }, { pointer: '/items/1/template_id' }, { pointer: '/items/2/template_id' }],
  })
})

test('its receivers are kept as long as items wait that name them, and no longer', async () => {
  const world = createWorld({ renderer: createFreeRenderer() })
  const batchId = await batchOf(world, 1, { webhookUrl: 'https://once.example' })
  const [item] = await world.data.batches.pending(batchId, 0, 1)
  const [receiver = ''] = item?.request.webhookIds ?? []
  const later = new Date('2200-01-01')
  await world.data.webhooks.deleteUnused(later)
  expect(await world.data.webhooks.get(receiver)).not.toBeNull()
  await world.data.batches.cancel(batchId, new Date())
  await world.data.webhooks.deleteUnused(later)
  expect(await world.data.webhooks.get(receiver)).toBeNull()
})

test('the receiver of its end is kept as long as items wait', async () => {
  const world = createWorld({ renderer: createFreeRenderer() })
  const batch = await createBatch(world, await prepareBatch(world, [card]), 'https://end.example')
  const [receiver = ''] = batch.webhookIds
  const later = new Date('2200-01-01')
  await world.data.webhooks.deleteUnused(later)
  expect(await world.data.webhooks.get(receiver)).not.toBeNull()
  await world.data.batches.cancel(batch.id, new Date())
  await world.data.webhooks.deleteUnused(later)
  expect(await world.data.webhooks.get(receiver)).toBeNull()
})

test('its items wait until there is room for them, and are named to the renderer', async () => {
  const renderer = createFreeRenderer({ concurrency: 1 })
  const world = createWorld({ renderer })
  const batchId = await batchOf(world, 2)
  await work(world)
  expect(renderer.jobs).toMatchObject([
    { waits: true, ids: { batchId, n: 0 } },
    { waits: true, ids: { batchId, n: 1 } },
  ])
})

/** The outcome when the host of pictures fails so often. */
async function drawWithFailures(count: number, failures: number) {
  let requests = 0
  const loadPicture = async () => {
    requests++
    if (requests > failures) return new Uint8Array()
    const away = { status: 503, isBrief: true, retryAfterMs: 1 }
    throw new PictureError('image_status', 'the image returned 503', away)
  }
  const world = createWorld({ renderer: createFreeRenderer({ loadPicture }) })
  const id = await batchOf(world, count, { values: { Photo: 'https://files.example/1.png' } })
  await work(world)
  return { counts: await world.data.batches.get(id), requests }
}

test('an item is tried again when the host of its picture fails for a moment', async () => {
  expect(await drawWithFailures(1, 2)).toMatchObject({ counts: { rendered: 1, failed: 0 }, requests: 3 })
})

test('a host that is down holds the others up only so often', async () => {
  const { counts, requests } = await drawWithFailures(40, Number.POSITIVE_INFINITY)
  expect({ counts, requests }).toMatchObject({ counts: { rendered: 0, failed: 40 }, requests: 60 })
})

test('a job that takes long leaves the rest to another, behind those of other batches', async () => {
  const clock = fixedClock()
  const renderer = createFreeRenderer({ concurrency: 1, before: () => clock.advance(6000) })
  const world = createWorld({ clock, renderer })
  const batchId = await batchOf(world, 3)
  await work(world)
  expect(await world.data.batches.get(batchId)).toMatchObject({ rendered: 2, pending: 1 })
  expect(testData.jobs).toEqual([{ name: 'render-batch', job: { batchId, fromN: 0, toN: 3, turn: 1 } }])
  await work(world)
  expect(await world.data.batches.get(batchId)).toMatchObject({ rendered: 3, pending: 0 })
  expect(testData.jobs).toEqual([])
})

test('goes on when some of its items were ended by another process', async () => {
  let begun = 0
  let batchId = ''
  const before = async () => {
    begun++
    if (begun === 1) await world.data.batches.finish(batchId, [{ n: 0, state: 'rendered', reason: null }], new Date())
    // by then it has seen that
    if (begun === 26) await expect.poll(async () => (await world.data.batches.get(batchId))?.pending).toBe(5)
  }
  const world = createWorld({ renderer: createFreeRenderer({ concurrency: 1, before }) })
  batchId = await batchOf(world, 30)
  await work(world)
  expect(await world.data.batches.get(batchId)).toMatchObject({ rendered: 30, pending: 0 })
})
