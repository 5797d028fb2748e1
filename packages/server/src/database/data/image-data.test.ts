import { templateSchema } from '@pictable/renderer/template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateAction } from '#core/action/save-action.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { createMemoryQueue } from '#core/fakes/memory-queue.ts'
import { createTestRiver } from '#core/fakes/test-river.ts'
import { findStableImage } from '#core/image/find-stable-image.ts'
import type { Database } from '#database/database.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { rowsOf } from '#database/statement.ts'
import { createData } from './data.ts'
import { imageData } from './image-data.ts'

let database: Database

beforeAll(async () => {
  database = await openPrepared()
})
afterAll(() => database.close())

const textOf = (text: string) => ({ type: 'text', name: 'T', width: 9, height: 9, text })

const designOf = (...layers: object[]) => ({ schema: 1, width: 10, height: 10, layers })

/** As an earlier release writes it, also beside this one, and as its archives contain it. */
const insertOld = (id: string, design: object) =>
  rowsOf(
    database.kysely,
    `insert into images (id, inputs, modifications, files, report, webhook_ids, design, created_at)
     values ($1, '{}', '[]', '[]', '{"warnings": [], "layers": []}', '[]', $2, $3)`,
    [id, JSON.stringify(design), new Date()],
  )

test('images of an earlier release are read, whatever braces or layers their designs have', async () => {
  const images = imageData(database.kysely)
  await insertOld('img_1', designOf(textOf('{{Name}}')))
  await insertOld('img_2', designOf(textOf('{{#if open')))
  await insertOld('img_3', designOf({ type: 'layer of another release' }))
  const layersOf = async (id: string) => (await images.get(id))?.design?.layers
  expect(await layersOf('img_1')).toMatchObject([{ text: '\\{{Name}}' }])
  expect(await layersOf('img_2')).toMatchObject([{ text: '\\{{#if open' }])
  expect(await images.get('img_3')).toMatchObject({ id: 'img_3', design: null })
  expect((await images.list({ limit: 9 })).results).toHaveLength(3)

  const old = await images.get('img_1')
  if (!old) throw new Error('nothing is stored')
  const design = templateSchema.parse(designOf(textOf('{{Name}}')))
  await images.insert([{ ...old, id: 'img_4', design }])
  expect(await layersOf('img_4')).toMatchObject([{ text: '{{Name}}' }])
})

/** As an earlier release stored it: what was last made was known by the names of the outputs, beside '' for the first. */
const asBefore = [
  'update more_outputs o set output = i.output from images i where i.id = o.image_id',
  `update actions set more_outputs = (select jsonb_agg(more - 'key') from jsonb_array_elements(more_outputs) more)`,
]

test('outputs of an earlier release keep their images, and get keys when they are saved', async () => {
  const queue = createMemoryQueue()
  const renderer = createFreeRenderer()
  const data = createData({ database, queueFor: () => queue.queue })
  const [card, story] = ['card', 'story'].map((name, n) => ({ name, output: { scale: n + 1 } }))
  const outputs = [card, story].flatMap((output) => output ?? [])
  const draft = { isListed: true, outputs, writeBack: null, stableUrls: { field: 'Title' } }
  const river = await createTestRiver({ ...queue, data }, { draft, world: { renderer } })
  const { world, actionId } = river
  await river.runAll()
  for (const statement of asBefore) await rowsOf(database.kysely, statement, [])
  const shown = async () => {
    const path = { actionId, key: 'product-1', extension: 'png' }
    const found = await Promise.all(
      [null, 'card', 'story'].map((output) => findStableImage(world, { ...path, output })),
    )
    return found.map((each) => each?.image.output)
  }
  expect(await shown()).toEqual(['card', 'card', 'story'])
  const saved = await updateAction(world, { id: actionId }, { outputs: outputs.toReversed() })
  expect(saved).toMatchObject({ outputKey: 'story', moreOutputs: [{ name: 'card', key: '' }] })
  expect(await shown()).toEqual(['story', 'card', 'story'])
  expect(await river.runAll()).toMatchObject({ skipped: 3 })
  expect(renderer.jobs).toHaveLength(6)
})

test('countRecords() counts each record once, by outputs and template, in a bounded number of rows', async () => {
  const { outputs } = createData({ database, queueFor: () => createMemoryQueue().queue })
  const made = (id: string, templateId: string) =>
    rowsOf(
      database.kysely,
      `insert into images (id, template_id, inputs, modifications, files, report, webhook_ids, created_at)
       values ($1, $2, '{}', '[]', '[]', '{"warnings": [], "layers": []}', '[]', now())`,
      [id, templateId],
    )
  await made('img_wide', 'tpl_wide')
  await made('img_tall', 'tpl_tall')
  const known = { actionId: 'act_count', fingerprint: 'f', writtenTo: null }
  await outputs.upsert([
    { ...known, recordId: 'r1', output: '', imageId: 'img_wide' },
    { ...known, recordId: 'r2', output: '', imageId: 'img_tall' },
    { ...known, recordId: 'r2', output: 'story', imageId: 'img_wide' },
    { ...known, recordId: 'r3', output: 'story', imageId: 'img_gone' },
  ])
  const count = (keys: readonly string[], template: string | null = null, actionId = 'act_count') =>
    outputs.countRecords(actionId, { keys, templateId: template, mostRows: 100 })
  expect(await count([''])).toEqual({ count: 2, isAll: true })
  expect(await count(['', 'story'])).toEqual({ count: 3, isAll: true })
  expect(await count(['', 'story'], 'tpl_wide')).toEqual({ count: 2, isAll: true })
  expect(await count(['other'])).toEqual({ count: 0, isAll: true })
  expect(await count([''], null, 'act_other')).toEqual({ count: 0, isAll: true })
  const sample = (keys: readonly string[], size: number) =>
    outputs.sampleRecords('act_count', { keys, size, mostRows: 100 })
  expect((await sample(['', 'story'], 10)).toSorted()).toEqual(['r1', 'r2', 'r3'])
  expect((await sample(['story'], 10)).toSorted()).toEqual(['r2', 'r3'])
  expect(await sample([''], 1)).toHaveLength(1)

  await rowsOf(
    database.kysely,
    `insert into outputs (action_id, record_id, fingerprint, image_id, written_back)
     select 'act_large', n::text, 'f', 'img_wide', false from generate_series(1, 101) n`,
    [],
  )
  expect(await count([''], null, 'act_large')).toEqual({ count: 100, isAll: false })
  expect(await count([''], 'tpl_tall', 'act_large')).toEqual({ count: 0, isAll: false })
})
