import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { createTemplate, saveTemplate } from '#core/template/save-template.ts'
import { addAsset, assetKey } from './add-asset.ts'
import { imageKey, imageUrl } from './image-url.ts'
import { createLoadPicture } from './load-picture.ts'
import { pictureTypeOf } from './picture-type.ts'
import { renderImage } from './render-image.ts'

const testData = useTestData()

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])
const ascii = (text: string) => new TextEncoder().encode(text)
const { signal } = new AbortController()

describe('renderImage()', () => {
  test('renders the published version, keeps every format and its inputs', async () => {
    const storage = createMemoryStorage()
    const world = createTestWorld({ data: testData.data, storage })
    const { template } = await createTemplate(world, { design: cardDesign, publish: true })
    await saveTemplate(world, { id: template.id }, { design: { ...cardDesign, width: 900 } })
    const request = {
      template: { id: template.id },
      values: { Title: 'Hello' },
      modifications: [{ name: 'Heading', text: 'Hi' }],
      output: { formats: ['jpeg', 'webp'] as const },
      metadata: { a: 1 },
    }
    const image = await renderImage(world, request)
    expect(image).toMatchObject({ templateVersion: 1, values: { Title: 'Hello' }, runId: null, metadata: { a: 1 } })
    expect(image.files.map(({ format, widthPx }) => [format, widthPx])).toEqual([
      ['jpeg', 400],
      ['webp', 400],
    ])
    for (const file of image.files) expect(storage.files.has(imageKey(file))).toBe(true)
    expect(imageUrl('https://p.example', 'img_1', { hash: 'ab', format: 'jpeg' })).toBe(
      'https://p.example/images/img_1/ab.jpg',
    )
    expect(await testData.data.images.get(image.id)).toEqual(image)
    expect(
      (await renderImage(world, { ...request, template: { id: template.id, version: 2 } })).files[0]?.widthPx,
    ).toBe(900)
    await expect(renderImage(world, { ...request, template: { id: template.id, version: 3 } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test.each([
    [
      new RecordError('image_truncated', 'the image is cut off', { layer: 'Picture' }),
      'image_failed',
      'The image cannot be rendered: the image is cut off (layer "Picture")',
    ],
    [
      new RecordError('render_timeout', 'it took longer than 5 seconds'),
      'render_timeout',
      'The image cannot be rendered: it took longer than 5 seconds',
    ],
    [new AppError('unavailable', 'No process.'), 'unavailable', 'No process.'],
  ])('passes on why it cannot be rendered', async (error, code, message) => {
    const renderer = createFreeRenderer({
      before: () => {
        throw error
      },
    })
    const world = createTestWorld({ data: testData.data, renderer })
    const { template } = await createTemplate(world, { design: cardDesign })
    const request = {
      template: { id: template.id },
      values: {},
      modifications: [],
      output: { formats: ['png'] as const },
      metadata: null,
    }
    await expect(renderImage(world, request)).rejects.toMatchObject({ code, message })
  })
})

describe('addAsset() and createLoadPicture()', () => {
  test('keep a picture and give it back by its address', async () => {
    const storage = createMemoryStorage()
    const world = createTestWorld({ data: testData.data, storage })
    const asset = await addAsset(world, { filename: 'a.jpg', bytes: png })
    expect(asset).toMatchObject({ filename: 'a.jpg', contentType: 'image/png', sizeBytes: 10 })
    const load = createLoadPicture(world, async (src) => ascii(src))
    expect(await load(`asset:${asset.id}`, signal)).toEqual(png)
    expect(await load('https://cdn.example/a.png', signal)).toEqual(ascii('https://cdn.example/a.png'))
    expect(await load(` asset:${asset.id}\n`, signal)).toEqual(png)
    expect(await load(' https://cdn.example/a.png ', signal)).toEqual(ascii('https://cdn.example/a.png'))
    await storage.delete(assetKey(asset))
    for (const src of [`asset:${asset.id}`, 'asset:ast_none'])
      await expect(load(src, signal)).rejects.toMatchObject({ name: 'RecordError', code: 'image_missing' })
    for (const src of ['file:///etc/passwd', '/etc/passwd', '', 'data:image/png;base64,AA'])
      await expect(load(src, signal)).rejects.toMatchObject({ name: 'RecordError', code: 'image_address' })
    await expect(createLoadPicture(world)('https://a.example', signal)).rejects.toMatchObject({ code: 'image_address' })
  })

  test('refuse what is no picture, and what is too large', async () => {
    const world = createTestWorld({ data: testData.data })
    await expect(addAsset(world, { filename: 'a.png', bytes: ascii('<html><svg/>') })).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: '"a.png" is not a PNG, JPEG, WebP, GIF, AVIF or SVG picture.',
    })
    const large = new Uint8Array(25_000_001)
    large.set(png)
    await expect(addAsset(world, { filename: 'a.png', bytes: large })).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })
})

describe('pictureTypeOf()', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['image/gif', ascii('GIF89a...')],
    ['image/webp', ascii('RIFF....WEBPVP8 ')],
    ['image/avif', ascii('....ftypavif')],
    ['image/svg+xml', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['image/svg+xml', ascii('\n<?xml version="1.0"?><!-- a - b --><!DOCTYPE svg PUBLIC "a" "b"><s:svg>')],
    [null, ascii('<html><svg></svg></html>')],
    [null, ascii('RIFF....WAVE')],
    [null, new Uint8Array()],
  ])('tells %s by the first bytes', (type, bytes) => {
    expect(pictureTypeOf(bytes)).toBe(type)
  })
})
