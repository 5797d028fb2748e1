import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAction, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const box = { x: 0, width: 200, height: 40 }
const words = { ...box, type: 'text', fontSize: 30 }

const design = {
  schema: 1,
  width: 200,
  height: 120,
  layers: [
    { ...words, name: 'Title', text: { bind: 'Name' }, y: 0 },
    { ...words, name: 'Note', text: { bind: 'Note' }, y: 40, fit: 'truncate' },
    { ...box, type: 'image', name: 'Photo', src: { bind: 'Photo' }, onMissing: 'hide', y: 80 },
  ],
}

const fields = [
  { name: 'Name', kind: 'text' as const },
  { name: 'Note', kind: 'text' as const },
  { name: 'Photo', kind: 'text' as const },
]

test('a run says how many of its images have each warning, and which records they are of', async () => {
  const { client } = app
  const asset = await client.assets.upload({
    query: { filename: 'a.svg' },
    body: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  })
  const Photo = asset.src
  const rows = [
    { Name: 'Fine', Note: 'Short', Photo },
    { Name: 'A title that is far too long for its box', Note: 'Short', Photo },
    { Name: 'Odd \u{10fffd}', Note: 'A note of far too many words for one line of its box', Photo },
    { Name: 'Bare', Note: '' },
  ]
  const { actionId } = await makeAction(client, { fields, rows, design })
  const run = await untilEnded(client, await trigger(client, actionId))
  expect(run).toMatchObject({
    rendered: 4,
    warnings: { missing_glyphs: 1, missing_image: 1, shrunk: 1, truncated: 1 },
  })
  const found = async (warnings: 'true' | 'shrunk' | 'missing_glyphs' | 'overflows') => {
    const { results } = await client.runs.records({ params: { id: run.id }, query: { warnings } })
    return results.map((record) => [record.n, record.warnings])
  }
  expect(await found('true')).toEqual([
    [1, ['shrunk']],
    [2, ['missing_glyphs', 'truncated']],
    [3, ['missing_image']],
  ])
  expect(await found('shrunk')).toEqual([[1, ['shrunk']]])
  expect(await found('overflows')).toEqual([])
  const [, , odd] = await recordsOf(client, run.id)
  const image = await client.images.get({ params: { id: odd?.image_id ?? '' } })
  expect(image.report).toMatchObject({
    ms: { draw: expect.any(Number) },
    layers: { Title: { missingGlyphs: ['U+10FFFD'] }, Note: { truncated: expect.any(Number) } },
    warnings: [expect.stringContaining('U+10FFFD'), expect.stringContaining('was cut')],
  })

  const again = await untilEnded(client, await trigger(client, actionId))
  expect(again).toMatchObject({ skipped: 4, warnings: {} })
})

test('a code that there is not is refused with those that there are', async () => {
  const refused = await fetch(`${app.url}/v1/runs/run_none/records?warnings=odd`, {
    headers: { authorization: 'Bearer the-operators-key-of-the-tests' },
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('missing_glyphs')
})
