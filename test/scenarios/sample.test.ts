import { createLoadPicture } from '@pictable/server/core/image/load-picture.ts'
import type { Data } from '@pictable/server/core/ports/data.ts'
import type { Run } from '@pictable/server/core/run/run.ts'
import { createRenderPool, type RenderPool } from '@pictable/server/rendering/render-pool.ts'
import { seedSample } from '@pictable/server/sample/seed-sample.ts'
import { createLog } from '@pictable/server/telemetry/log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type TestWorld } from '#test/start-world.ts'

const log = createLog({ level: 'silent' })

async function ended({ world }: TestWorld, runId: string): Promise<Run> {
  for (;;) {
    const run = await world.data.runs.get(runId)
    if (run?.finishedAt) return run
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function counts({ world: { data } }: TestWorld) {
  const lists = await Promise.all(
    [data.assets, data.tables, data.connections, data.templates, data.actions].map((each) => each.list({ limit: 100 })),
  )
  return lists.map(({ results }) => results.length)
}

/** The data of a process that is killed when it makes this. */
function cutAt(data: Data, part: 'assets' | 'tables' | 'templates' | 'actions' | 'runs'): Data {
  const insert = () => Promise.reject(new Error(`killed at ${part}`))
  return {
    ...data,
    [part]: { ...data[part], insert, insertRows: insert },
    transaction: (work) => data.transaction((inside) => work(cutAt(inside, part))),
  }
}

describe('seedSample()', () => {
  let testWorld: TestWorld
  let pool: RenderPool
  beforeAll(async () => {
    testWorld = await startWorld(log)
    const { world } = testWorld
    pool = createRenderPool({ processes: 1, deadlineMs: 60_000, loadPicture: createLoadPicture(world) })
    Object.assign(world.renderer, { render: pool.render, renderAll: pool.renderAll })
  })
  afterAll(async () => {
    await testWorld.close()
    await pool.close()
  })

  test('cut off anywhere, it is completed by the next call, and does nothing twice', async () => {
    const { world } = testWorld
    for (const part of ['assets', 'tables', 'templates', 'actions', 'runs'] as const) {
      const cut = seedSample({ ...world, data: cutAt(world.data, part) })
      await expect(cut).rejects.toThrow(`killed at ${part}`)
    }
    const seeded = await seedSample(world)
    expect(seeded?.action).toMatchObject({ title: 'Product social cards', tableName: 'Products', viewId: null })
    expect(await counts(testWorld)).toEqual([11, 1, 1, 3, 1])
    expect(await seedSample(world)).toBeNull()
    expect(await counts(testWorld)).toEqual([11, 1, 1, 3, 1])
    const { results: runs } = await world.data.runs.list({ limit: 10 })
    expect(runs.map(({ id }) => id)).toEqual([seeded?.run.id])
  })

  test('its run makes 11 images and one failure that says what is wrong', async () => {
    const { world } = testWorld
    const [action] = (await world.data.actions.list({ limit: 1 })).results
    const [run] = (await world.data.runs.list({ limit: 1 })).results
    expect(await ended(testWorld, run?.id ?? '')).toMatchObject({ state: 'completed', rendered: 11, failed: 1 })
    const { results } = await world.data.runs.records(run?.id ?? '', { limit: 100, state: 'failed' })
    expect(results.map(({ reason }) => reason?.message)).toEqual([
      expect.stringMatching(/^Record row_\w+ "Pocket Speaker": the image in field Photo .*\(image_truncated\)$/),
    ])
    const { results: rows } = await world.data.tables.rows(action?.tableId ?? '', { limit: 100 })
    const urls = rows.map(({ fields }) => String(fields[action?.writeBack?.url?.id ?? '']))
    expect(urls.filter((url) => url.startsWith('https://pictable.example/images/img_'))).toHaveLength(11)
  })

  test('leaves an installation alone that has something already', async () => {
    const { world } = testWorld
    const asBefore = await counts(testWorld)
    await world.data.settings.set('sample', null)
    expect(await seedSample(world)).toBeNull()
    expect(await counts(testWorld)).toEqual(asBefore)
  })
})
