import { type Effort, efforts } from '@pictable/model/output'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminKey, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const stops = [{ color: '#ff5a36' }, { color: '#12324f' }, { color: '#2f7f86' }]
const design = {
  schema: 1,
  name: 'Badge',
  width: 600,
  height: 300,
  background: { type: 'conic', stops },
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, x: 60, width: 480, height: 300, fontSize: 64 }],
}
const values = { Name: 'Teapot, 19 €' }

async function bytesAt(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

type Format = 'png' | 'jpeg' | 'webp' | 'avif'

async function created(format: Format, effort?: Effort): Promise<Buffer> {
  const body = { template: design, values, formats: [format], ...(effort && { effort }) }
  return bytesAt((await app.client.images.create({ body })).url)
}

describe('effort of POST /v1/images', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('makes files of %s from large to small', async (format) => {
    const made = await Promise.all(efforts.map((effort) => created(format, effort)))
    const [fast = 0, balanced = 0, small = 0] = made.map(({ length }) => length)
    expect(small).toBeLessThanOrEqual(balanced)
    expect(balanced).toBeLessThanOrEqual(fast)
    expect(small).toBeLessThan(fast)
    for (const bytes of made) expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 300 })
    expect(await created(format)).toEqual(made[1])
    expect(await created(format, 'fast')).toEqual(made[0])
  })

  test('names what there is instead of a wrong one', async () => {
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ template: design, values, effort: 'tiny' })
    const answer = await fetch(`${app.url}/v1/images`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    const detail = expect.stringMatching(/fast.*balanced.*small/)
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/effort', detail }] })
  })

  test('is fast for previews, unless they set it', async () => {
    const preview = async (body: object) =>
      Buffer.from(await app.client.templates.drawImage({ body: { design, values, format: 'webp', ...body } }))
    expect(await preview({})).toEqual(await created('webp', 'fast'))
    expect(await preview({ effort: 'small' })).toEqual(await created('webp', 'small'))
  })
})

test('the effort of an action renders its images again, and balanced is none', async () => {
  const { client } = app
  const fields = [{ name: 'Name', kind: 'text' as const }]
  const { actionId } = await makeAction(client, { fields, rows: [values], design })
  const runOnce = async () => {
    const counts = await untilEnded(client, await trigger(client, actionId))
    return [counts.rendered, counts.skipped]
  }
  const set = (effort: Effort | null) =>
    client.actions.update({ params: { id: actionId }, body: { output: { effort } } })
  expect(await runOnce()).toEqual([1, 0])
  expect((await set('balanced')).output).toMatchObject({ effort: 'balanced' })
  expect(await runOnce()).toEqual([0, 1])
  expect((await set('small')).outputs).toMatchObject([{ effort: 'small' }])
  expect(await runOnce()).toEqual([1, 0])
  expect((await set(null)).output).not.toHaveProperty('effort')
  expect(await runOnce()).toEqual([1, 0])
})
