import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { blue, drawPage, halves, red, renderer, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const photo = { type: 'image', name: 'Photo', src: 'x', width: 100, height: 100 } as const
const load = (bytes: Uint8Array) => async () => bytes

async function failure(bytes: Uint8Array): Promise<unknown> {
  return drawPage([photo], { load: load(bytes) }).catch((error: unknown) => error)
}

/** The beginning of a PNG that says it has 400 million pixels. */
function hugePng(): Uint8Array {
  const chunk = (type: string, data: number[]) => {
    const body = Buffer.from([...Buffer.from(type), ...data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  const size = [0, 0, 0x4e, 0x20]
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', [...size, ...size, 8, 2, 0, 0, 0]),
    chunk('IDAT', []),
    chunk('IEND', []),
  ])
}

describe('an image', () => {
  test('shares a picture with other layers that show it at the same size', async () => {
    const large = { type: 'image', src: 'x', x: 0, y: 0, width: 2500, height: 2500 } as const
    const fixed = Array.from({ length: 20 }, (_, at) => ({ ...large, name: `Fixed ${at}` }))
    const bound = fixed.map((layer, at) => ({ ...layer, name: `Bound ${at}`, src: { bind: 'Photo' } }))
    // Each for itself, they would have more pixels than pictures may have together.
    const page = await drawPage([...fixed, ...bound], { load: async () => twoHalves(), values: { Photo: 'x' } })
    expect(page.at(50, 50)).toEqual(red)
  })

  test('takes a picture as its border', async () => {
    const border = { color: { ...halves, src: 'mirrored' }, width: 10, position: 'inside' } as const
    const loadBoth = async (src: string) => twoHalves({ mirrored: src === 'mirrored' })
    const page = await drawPage([{ ...photo, border }], { load: loadBoth })
    expect([page.at(5, 50), page.at(30, 50), page.at(70, 50), page.at(95, 50)]).toEqual([blue, red, blue, red])
  })

  test('covers its box, keeping its focal point', async () => {
    const options = { load: load(await twoHalves()) }
    const middle = await drawPage([photo], options)
    expect([middle.at(10, 50), middle.at(90, 50)]).toEqual([red, blue])
    const left = await drawPage([{ ...photo, focalPoint: { x: 0, y: 0.5 } }], options)
    expect([left.at(10, 50), left.at(90, 50)]).toEqual([red, red])
    const right = await drawPage([{ ...photo, focalPoint: { x: 1, y: 0.5 } }], options)
    expect([right.at(10, 50), right.at(90, 50)]).toEqual([blue, blue])
  })

  test('is enlarged around its focal point, in a shape too', async () => {
    const options = { load: load(await twoHalves()) }
    // A quarter of the way across, all of what is seen twice as large is red.
    const enlarged = await drawPage([{ ...photo, zoom: 2, focalPoint: { x: 0.375, y: 0.5 } }], options)
    expect([enlarged.at(5, 50), enlarged.at(90, 50)]).toEqual([red, red])
    const edge = await drawPage([{ ...photo, zoom: 2, focalPoint: { x: 0.45, y: 0.5 } }], options)
    expect([edge.at(5, 50), edge.at(95, 50)]).toEqual([red, blue])
    const fill = { type: 'picture' as const, src: photo.src, zoom: 2, focalPoint: { x: 0.625, y: 0.5 } }
    const { src: _, type: __, ...box } = photo
    const shape = await drawPage([{ ...box, type: 'rectangle', fill }], options)
    expect([shape.at(10, 50), shape.at(95, 50)]).toEqual([blue, blue])
  })

  test('keeps its pixels when another one of the same size is drawn', async () => {
    const [bytes, mirrored] = [await twoHalves(), await twoHalves({ mirrored: true })]
    const left = { ...photo, width: 50 }
    const right = { ...photo, name: 'Right', src: 'y', x: 50, width: 50 }
    const page = await drawPage([left, right], { load: async (src) => (src === 'x' ? bytes : mirrored) })
    expect([page.at(5, 50), page.at(45, 50), page.at(55, 50), page.at(95, 50)]).toEqual([red, blue, blue, red])
  })

  test('is shown whole, or stretched', async () => {
    const options = { load: load(await twoHalves()) }
    const whole = await drawPage([{ ...photo, fit: 'contain' }], options)
    expect([whole.at(5, 50), whole.at(95, 50), whole.at(50, 20)]).toEqual([red, blue, white])
    const stretched = await drawPage([{ ...photo, fit: 'fill' }], options)
    expect([stretched.at(5, 5), stretched.at(95, 95)]).toEqual([red, blue])
  })

  test('is cut to a circle or to round corners', async () => {
    const options = { load: load(await twoHalves()) }
    const circle = await drawPage([{ ...photo, circle: true }], options)
    const round = await drawPage([{ ...photo, radius: 30 }], options)
    expect([circle.at(3, 3), circle.at(15, 50), round.at(3, 3), round.at(30, 3)]).toEqual([white, red, white, red])
  })

  test('has a border', async () => {
    const border = { color: '#00ff00', width: 10, position: 'inside' } as const
    const page = await drawPage([{ ...photo, border }], { load: load(await twoHalves()) })
    expect([page.at(2, 50), page.at(15, 50)]).toEqual([[0, 255, 0, 255], red])
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('is read from %s', async (format) => {
    const page = await drawPage([photo], { load: load(await twoHalves({ format })) })
    const [redness = 0, , blueness = 0] = page.at(10, 50)
    expect(redness).toBeGreaterThan(240)
    expect(blueness).toBeLessThan(20)
  })

  test('is turned as its EXIF data say', async () => {
    const bytes = await twoHalves({ format: 'jpeg', orientation: 3 })
    const page = await drawPage([photo], { load: load(bytes) })
    expect(page.at(10, 50)[2]).toBeGreaterThan(200)
  })

  test('is hidden or fails when the record has none, or is replaced', async () => {
    const empty = { ...photo, src: { bind: 'Photo' } }
    const hidden = await drawPage([empty], { values: { Photo: ' ' } })
    expect(hidden.at(50, 50)).toEqual(white)
    expect(hidden.report.layers).toEqual({ Photo: { missing: 'no picture given' } })
    await expect(drawPage([{ ...empty, onMissing: 'fail' }])).rejects.toMatchObject({
      code: 'image_missing',
      layer: 'Photo',
    })
    const replaced = await drawPage([{ ...empty, fallback: 'x' }], { load: load(await twoHalves()) })
    expect(replaced.at(10, 50)).toEqual(red)
    expect(replaced.report.layers.Photo?.missing).toBe('no picture given')
  })

  test('gives way to the fallback when its bytes are of no use', async () => {
    const good = await twoHalves()
    const page = await drawPage([{ ...photo, src: 'bad', fallback: 'good' }], {
      load: async (src) => (src === 'good' ? good : new Uint8Array()),
    })
    expect(page.at(10, 50)).toEqual(red)
    expect(page.report.layers.Photo?.missing).toBe('the image in layer "Photo" is empty (0 bytes); replace the file')
  })

  test('says what is wrong with its bytes', async () => {
    const text = (content: string) => new TextEncoder().encode(content)
    const jpeg = await twoHalves({ format: 'jpeg' })
    expect(await failure(new Uint8Array())).toMatchObject({ code: 'image_empty', layer: 'Photo' })
    expect(await failure(text('<!DOCTYPE html><html>'))).toMatchObject({
      code: 'image_type',
      message: 'the image in layer "Photo" is not a picture (it is HTML: the URL is a web page, not a picture)',
    })
    expect(await failure(text('<svg><script/></svg>'))).toMatchObject({
      code: 'svg_refused',
      message:
        'the image in layer "Photo" is an SVG that contains a script (<script>): remove it, or save the picture as PNG',
    })
    expect(await failure(jpeg.subarray(0, jpeg.length / 2))).toMatchObject({ code: 'image_truncated' })
    expect(await failure((await twoHalves()).subarray(0, 60))).toMatchObject({ code: 'image_truncated' })
    for (const format of ['gif', 'webp', 'avif'] as const) {
      const whole = await twoHalves({ format })
      expect(await failure(whole.subarray(0, whole.length - 20))).toMatchObject({ code: 'image_truncated' })
    }
    expect(await failure(hugePng())).toMatchObject({
      code: 'image_too_large',
      message: 'the image in layer "Photo" has more than 50 million pixels; save it smaller',
    })
    expect(await failure(new Uint8Array([0xff, 0xd8, 0xff, ...new Uint8Array(26_000_000)]))).toMatchObject({
      code: 'image_too_large',
    })
  })

  test('says so of each when many are cut short side by side', async () => {
    const jpeg = await twoHalves({ format: 'jpeg' })
    const failures = await Promise.all(Array.from({ length: 40 }, () => failure(jpeg.subarray(0, jpeg.length / 2))))
    for (const error of failures) expect(error).toMatchObject({ code: 'image_truncated' })
  })

  test('says why it could not be loaded', async () => {
    const missing = drawPage([photo], {
      load: async () => {
        throw new Error('the file x does not exist')
      },
    })
    await expect(missing).rejects.toMatchObject({
      code: 'load_failed',
      layer: 'Photo',
      message: 'layer "Photo": the file x does not exist',
    })
    await expect(drawPage([photo])).rejects.toMatchObject({ code: 'load_failed' })
  })

  test('is read from a data: URL', async () => {
    const src = `data:image/png;base64,${Buffer.from(await twoHalves()).toString('base64')}`
    expect((await drawPage([{ ...photo, src }])).at(10, 50)).toEqual(red)
  })

  test('is loaded once when no value can change it, and every time when one can', async () => {
    let loads = 0
    const bytes = await twoHalves()
    const counting = async () => {
      loads += 1
      return bytes
    }
    const bound = { ...photo, name: 'Bound', src: { bind: 'Photo' } }
    const template = renderer.prepare({ schema: 1, width: 10, height: 10, layers: [photo, bound] })
    const job = { template, values: { Photo: 'y' }, load: counting }
    await renderer.render(job)
    await renderer.render(job)
    expect(loads).toBe(3)
  })
})
