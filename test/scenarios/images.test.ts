import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const design = {
  schema: 1,
  name: 'Badge',
  width: 600,
  height: 300,
  background: '#ff0000',
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, x: 60, width: 480, height: 300, fontSize: 64 }],
}

async function fetched(url: string) {
  const answer = await fetch(url)
  return {
    type: answer.headers.get('content-type'),
    caching: answer.headers.get('cache-control'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

type Body = NonNullable<NonNullable<Parameters<WholeApp['client']['images']['create']>[0]>['body']>
const create = (body: Body) => app.client.images.create({ body })

const names = ['Ada', 'Bob', 'Cléo']
const rows = names.map((Name) => ({ values: { Name } }))

describe('an image', () => {
  test('is made of a design that is no template, and keeps it', async () => {
    const image = await create({ template: design, values: { Name: 'Ada' }, scale: 0.5 })
    expect(image).toMatchObject({
      width: 300,
      height: 150,
      template_id: null,
      template_version: null,
      design: { width: 600, background: '#ff0000' },
      values: { Name: 'Ada' },
      pages: null,
      frames: null,
      thumbnail: null,
      report: { ms: { draw: expect.any(Number) }, warnings: [] },
    })
    expect(await app.client.images.get({ params: { id: image.id } })).toEqual(image)
  })

  test('is seen through where there would be its background', async () => {
    const alphaOf = async (transparent: boolean) => {
      const { url } = await create({ template: design, values: { Name: 'Ada' }, transparent })
      const { data, info } = await sharp((await fetched(url)).bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return data[info.channels - 1]
    }
    expect([await alphaOf(true), await alphaOf(false)]).toEqual([0, 255])
  })

  test('has a small picture beside it, whose address never changes either', async () => {
    const { url, thumbnail, files } = await create({
      template: design,
      values: { Name: 'Ada' },
      formats: ['pdf'],
      thumbnail: { width: 120 },
    })
    expect([url.endsWith('.pdf'), files.length]).toEqual([true, 1])
    expect(thumbnail).toMatchObject({ width: 120, height: 60, format: 'webp' })
    const { type, caching, bytes } = await fetched(thumbnail?.url ?? '')
    expect([type, caching]).toEqual(['image/webp', expect.stringContaining('immutable')])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 120, height: 60 })
  })

  test('of an action has one too; asking for it makes the images anew', async () => {
    const { client } = app
    const fields = [{ name: 'Name', kind: 'text' as const }]
    const { actionId } = await makeAction(client, { fields, rows: [{ Name: 'Ada' }], design })
    expect(await untilEnded(client, await trigger(client, actionId))).toMatchObject({ rendered: 1 })
    const output = { formats: ['png' as const], thumbnail: { width: 60 }, transparent: true }
    expect(await client.actions.update({ params: { id: actionId }, body: { output } })).toMatchObject({ output })
    expect(await untilEnded(client, await trigger(client, actionId))).toMatchObject({ rendered: 1 })
    const { results } = await client.images.list({ query: { action_id: actionId } })
    expect(results.map(({ thumbnail }) => thumbnail?.width)).toEqual([60, undefined])
    expect(await untilEnded(client, await trigger(client, actionId))).toMatchObject({ skipped: 1 })
  })
})

describe('several records', () => {
  test('make the pages of one PDF', async () => {
    const template = await app.client.templates.create({ body: { design, publish: true } })
    const image = await create({ template_id: template.id, pages: rows, thumbnail: { width: 60 } })
    expect(image).toMatchObject({ format: 'pdf', template_id: template.id, values: {}, thumbnail: { width: 60 } })
    expect(image.pages?.map(({ values }) => values.Name)).toEqual(names)
    expect(image.report).toMatchObject({ pages: names.map(() => ({ warnings: [] })) })
    const { type, bytes } = await fetched(image.url)
    expect(type).toBe('application/pdf')
    expect(bytes.toString('latin1').match(/\/MediaBox/g)).toHaveLength(names.length)
  })

  test('make the frames of a GIF and of a WebP', async () => {
    const image = await create({
      template: design,
      frames: rows,
      formats: ['gif', 'webp'],
      delay_ms: [100, 200, 300],
      loop: 2,
      scale: 0.2,
    })
    expect(Object.keys(image.urls).sort()).toEqual(['gif', 'webp'])
    expect(image.frames).toHaveLength(3)
    const gif = await fetched(image.urls.gif ?? '')
    expect(gif.type).toBe('image/gif')
    const moving = { pages: 3, delay: [100, 200, 300], width: 120, pageHeight: 60 }
    expect(await sharp(gif.bytes, { animated: true }).metadata()).toMatchObject(moving)
    const webp = await fetched(image.urls.webp ?? '')
    expect(await sharp(webp.bytes, { animated: true }).metadata()).toMatchObject({ ...moving, loop: 2 })
    expect(image.url).toBe(image.urls.gif)
  })

  test('say which page cannot be made', async () => {
    const withPhoto = {
      ...design,
      layers: [{ type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 9, height: 9 }],
    }
    const pages = [{ values: { Photo: 'asset:none' } }]
    await expect(create({ template: withPhoto, pages })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('page 1: '),
    })
  })
})

test.each<[string, Body, string[]]>([
  ['nothing to draw', {}, ['/template_id']],
  ['two things to draw', { template_id: 'tpl_x', template: design }, ['/template']],
  ['a version of no template', { template: design, version: 1 }, ['/version']],
  ['pages and frames', { template: design, pages: rows, frames: rows }, ['/frames']],
  ['values beside pages', { template: design, values: { Name: 'Ada' }, pages: rows }, ['/values']],
  ['pages as pictures', { template: design, pages: rows, formats: ['png'] }, ['/formats']],
  ['frames that stand still', { template: design, frames: rows, formats: ['avif'] }, ['/formats']],
  ['a GIF of one picture', { template: design, formats: ['gif'] }, ['/formats']],
  ['delays without frames', { template: design, delay_ms: 100, loop: 1 }, ['/delay_ms', '/loop']],
  ['too few delays', { template: design, frames: rows, delay_ms: [100] }, ['/delay_ms']],
  ['no pages', { template: design, pages: [] }, ['/pages']],
  [
    'a value that no page has',
    { template: design, pages: [...rows, { values: { Nme: 'a' } }] },
    ['/pages/3/values/Nme'],
  ],
  [
    'a layer that there is not',
    { template: design, frames: [{ modifications: [{ name: 'Tit' }] }] },
    ['/frames/0/modifications/0/name'],
  ],
  ['a design that is none', { template: { ...design, width: 0 } }, ['/template/width']],
])('%s is refused at its place', async (_, body, pointers) => {
  const refused = await create(body).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400, problem: { errors: pointers.map((pointer) => ({ pointer })) } })
})
