import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { RenderJob } from '#renderer/jobs/job.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { createTemplateParser } from '#renderer/template/template-parser.ts'
import { decodeImage } from './decode-image.ts'
import type { DrawnSize } from './drawn-size.ts'
import { createSharedPictures } from './shared-pictures.ts'

const sizeOf = (widthPx: number, heightPx: number): DrawnSize => {
  return { widthPx, heightPx, fit: 'cover', focalPoint: { x: 0.5, y: 0.5 } }
}

test('a picture has the same pixels whether it is decoded with others or alone, and equal ones are decoded once', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  const shared = createSharedPictures()
  for (const size of [sizeOf(600, 400), sizeOf(300, 200), sizeOf(111, 222), sizeOf(899, 699)]) {
    const together = await shared.decode('a', bytes, size)
    const alone = await decodeImage(bytes, size)
    expect(Buffer.from(together.data).equals(Buffer.from(alone.data))).toBe(true)
    expect(await shared.decode('a', bytes, { ...size })).toBe(together)
  }
  expect(await shared.decode('b', bytes, sizeOf(300, 200))).not.toBe(await shared.decode('a', bytes, sizeOf(300, 200)))
})

test('sizes of a picture share a preview, unless theirs is smaller; of other values it is another one', async () => {
  const renderer = createRenderer()
  const layer = { type: 'text', name: 'A', text: { bind: 'A' }, width: 900, height: 400 } as const
  const template = renderer.prepare(
    createTemplateParser()({ schema: 1, width: 1000, height: 500, background: '#ffffff', layers: [layer] }),
    'version 1',
  )
  const pictures = createSharedPictures()
  const draw = async (scale: number, A: string, shared = true) => {
    const job = { template, values: { A }, scale, preview: true, ...(shared && { pictures }) }
    const { files, preview } = await renderer.render(job)
    return { file: Buffer.from(files[0]?.bytes ?? []), preview }
  }
  const [large, medium, small, other] = [
    await draw(1, 'a'),
    await draw(0.6, 'a'),
    await draw(0.2, 'a'),
    await draw(1, 'b'),
  ]
  expect(medium.preview).toBe(large.preview)
  expect([small.preview?.widthPx, other.preview === large.preview]).toEqual([200, false])
  for (const [scale, together] of [
    [0.6, medium],
    [0.2, small],
  ] as const)
    expect((await draw(scale, 'a', false)).file.equals(together.file)).toBe(true)
})

test('several paints of one picture, in several sizes of a record, each show it', async () => {
  const photo = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer()
  const paint = { type: 'picture', src: { bind: 'Photo' } } as const
  const code = { type: 'qr-code', name: 'Code', width: 100, height: 100, quietZone: 0, value: 'A' } as const
  const layers = [{ ...code, fill: paint, eyeFill: paint, background: paint }]
  const template = createTemplateParser()({ schema: 1, width: 100, height: 100, background: '#ffffff', layers })
  const renderer = createRenderer()
  const draw = async (shared: Partial<Pick<RenderJob, 'pictures'>>) => {
    const { files } = await renderer.render({ template, values: { Photo: 'x' }, load: async () => photo, ...shared })
    return Buffer.from(files[0]?.bytes ?? [])
  }
  const alone = await draw({})
  const pictures = createSharedPictures()
  for (const together of [await draw({ pictures }), await draw({ pictures })]) expect(together.equals(alone)).toBe(true)
})

/** Photos as cameras and shops make them: turned, with a profile, without colours, with a colour for printers. */
async function photos(): Promise<[string, Buffer][]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 203, height: 151, channels: 3, background: '#888', noise } as const
  const photo = () => sharp({ create }).modulate({ saturation: 2 })
  return [
    ['plain', await photo().jpeg().toBuffer()],
    ['progressive', await photo().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['turned', await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['mirrored', await photo().withMetadata({ orientation: 2 }).jpeg().toBuffer()],
    ['with a profile', await photo().withIccProfile('p3').jpeg().toBuffer()],
    ['grey', await photo().greyscale().jpeg().toBuffer()],
    ['for printers', await photo().toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG', await photo().png().toBuffer()],
    ['a WebP', await photo().webp().toBuffer()],
  ]
}

test('one that is read once for several sizes has the pixels that each size has alone', async () => {
  const all = await photos()
  const side = fc.integer({ min: 20, max: 250 })
  const part = fc.constantFrom(0, 0.2, 0.5, 1)
  const anySize: fc.Arbitrary<DrawnSize> = fc.record({
    ...{ widthPx: side, heightPx: side, focalPoint: fc.record({ x: part, y: part }) },
    fit: fc.constantFrom('cover', 'contain', 'fill'),
  })
  for (const [name, bytes] of all)
    await fc.assert(
      fc.asyncProperty(fc.array(anySize, { minLength: 2, maxLength: 3 }), async (sizes) => {
        const shared = createSharedPictures()
        for (const size of sizes) {
          const [together, alone] = [await shared.decode(name, bytes, size), await decodeImage(bytes, size)]
          const isSame = Buffer.from(together.data).equals(Buffer.from(alone.data))
          expect([isSame, together.widthPx, together.opaque], name).toEqual([true, alone.widthPx, alone.opaque])
        }
      }),
      { numRuns: 12 },
    )
})

test('what is wrong with it is said as for one that is read alone', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  for (const broken of [bytes.subarray(0, bytes.length / 2), bytes.subarray(0, 30), Buffer.from('none')]) {
    const [together, alone] = await Promise.allSettled([
      createSharedPictures().decode('a', broken, sizeOf(200, 200)),
      decodeImage(broken, sizeOf(200, 200)),
    ])
    const said = (outcome: typeof alone) => (outcome.status === 'rejected' ? outcome.reason : undefined)
    expect(said(together)).toMatchObject({ code: said(alone).code, message: said(alone).message })
  }
})
