import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { RenderError } from '#renderer/errors/render-error.ts'
import { decodeImage } from '#renderer/pictures/decode-image.ts'
import { vetRaster } from '#renderer/pictures/vet-raster.ts'
import { leftOut, refused, svg, tedious } from './hostile-svg.test-kit.ts'
import { sanitizeSvg } from './sanitize-svg.ts'
import { writeSvg } from './svg-tree.ts'

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)
const clean = async (text: string | Uint8Array) => writeSvg((await sanitizeSvg(bytesOf(text), vetRaster)).root)
const size = { widthPx: 100, heightPx: 100, fit: 'contain', focalPoint: { x: 0.5, y: 0.5 } } as const
const draw = (text: string | Uint8Array) => decodeImage(bytesOf(text), size)

describe('sanitizeSvg()', () => {
  test.each(refused)('refuses %s', async (_what, text, code, says) => {
    const error = await draw(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(RenderError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) })
    expect(error instanceof Error && error.message.length).toBeLessThan(400)
    expect(error instanceof Error && error.message.startsWith('is ')).toBe(true)
  })

  test.each(leftOut)('leaves out %s', async (_what, text, gone) => {
    expect(await clean(text)).not.toMatch(gone)
    await draw(text)
  })

  test.each(tedious)('comes to an end with very many %s', async (_what, text) => {
    await draw(text).catch((error: unknown) => expect(error).toBeInstanceOf(RenderError))
  })

  test('reads the short form of font properties, in the order of CSS', async () => {
    const text =
      svg(`<style>text { font: italic 700 20px/1.2 "Noto Serif", serif } .b { font-size: 30px; font-weight: 300 }</style>
      <text>a</text><text class="b">b</text><text class="b" style="font: 12px Inter">c</text>`)
    const written = await clean(text)
    const [one = '', two = '', three = ''] = written.match(/<text[^>]*>/g) ?? []
    for (const part of ['font-size="20px"', 'font-weight="700"', 'font-style="italic"', 'Noto Serif'])
      expect(one).toContain(part)
    for (const part of ['font-size="30px"', 'font-weight="300"', 'font-style="italic"']) expect(two).toContain(part)
    for (const part of ['font-size="12px"', 'font-weight="normal"', 'font-family="Inter"'])
      expect(three).toContain(part)
    expect(written).not.toContain(' font=')
  })

  test('makes attributes of styles, the strongest last', async () => {
    const text = svg(`<style>
      rect { fill: red; stroke: blue } .a { fill: lime } #b { fill: navy !important } g rect.c { fill: teal }
      g > .d, .e:hover { fill: pink } svg .f{fill:gold}</style>
      <g><rect class="a"/><rect id="b" class="a" style="fill:white"/><rect class="c a" fill="black"/></g>
      <rect class="d"/><g><path class="d"/><path class="e"/><path class="f" style="fill : url( #x )"/></g>`)
    const fills = (await clean(text)).match(/<(rect|path)[^>]*>/g)?.map((tag) => /fill="([^"]*)"/.exec(tag)?.[1])
    expect(fills).toEqual(['lime', 'navy', 'teal', 'red', 'pink', undefined, 'url( #x )'])
  })

  test('keeps small pictures as they are, and makes PNG of what is turned or of other kinds', async () => {
    const raw = sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
    const hrefs = await Promise.all(
      [
        raw.clone().png(),
        raw.clone().webp(),
        raw.clone().gif(),
        raw.clone().jpeg().withMetadata({ orientation: 6 }),
      ].map(async (picture) => `data:image/any;base64,${(await picture.toBuffer()).toString('base64')}`),
    )
    const out = await clean(svg(hrefs.map((href) => `<image href="${href}"/>`).join('')))
    const kept = [...out.matchAll(/href="(data:image\/(?:png|jpeg);base64,)([^"]*)"/g)]
    const sizes = await Promise.all(kept.map(([, , data = '']) => sharp(Buffer.from(data, 'base64')).metadata()))
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['png', 4, 2],
      ['png', 4, 2],
      ['png', 4, 2],
      ['png', 2, 4],
    ])
  })
})
