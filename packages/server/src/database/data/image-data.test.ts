import { templateSchema } from '@pictable/renderer/template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/database.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { rowsOf } from '#database/statement.ts'
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
