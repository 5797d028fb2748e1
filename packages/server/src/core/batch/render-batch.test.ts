import { expect, test } from 'vitest'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { ImageRequest } from '#core/image/prepare-image.ts'
import type { World } from '#core/ports/world.ts'
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
