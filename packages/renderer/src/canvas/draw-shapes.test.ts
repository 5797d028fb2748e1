import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { drawSvg } from '#renderer/pictures/draw-svg.ts'
import { drawShapes } from './draw-shapes.ts'

const definitions = `<defs>
  <linearGradient id="box" gradientTransform="rotate(20)"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".5"/></linearGradient>
  <linearGradient id="page" gradientUnits="userSpaceOnUse" x1="40" x2="90" y1="0" y2="40"><stop offset=".2" stop-color="gold"/><stop offset="1" stop-color="green"/></linearGradient>
  <radialGradient id="ball" fx=".3"><stop stop-color="#fff"/><stop offset="1"/></radialGradient>
  <linearGradient id="again" x2=".3" spreadMethod="repeat"><stop stop-color="red"/><stop offset="1"/></linearGradient>
  <clipPath id="two"><circle cx="40" cy="25" r="20"/><path d="M30 2h40v20h-40z" transform="rotate(3)"/></clipPath>
  <clipPath id="both" clip-path="url(#two)"><rect x="30" y="10" width="50" height="20"/></clipPath>
  <mask id="mask"><rect width="50" height="50" fill="#888"/></mask>
  <filter id="blur"><feGaussianBlur stdDeviation="2"/></filter>
  <pattern id="dots" width=".1" height=".1"><rect width="3" height="3"/></pattern>
</defs>`

async function drawn(markup: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">${definitions}${markup}</svg>`
  const size = { widthPx: 400, heightPx: 200, fit: 'cover', focalPoint: { x: 0.5, y: 0.5 } } as const
  const pixels = await drawSvg(new TextEncoder().encode(svg), size)
  return { pixels, shapes: pixels.shapes?.() }
}

describe('drawShapes()', () => {
  test.each([
    ['shapes', '<rect x="2" y="2" width="30" height="40" rx="9" fill="teal"/><circle cx="60" cy="25" r="20"/>'],
    ['a rule', '<path d="M20 2L40 45L60 2L30 35L68 42Z" fill="teal" fill-rule="evenodd"/>'],
    [
      'lines',
      '<path d="M5 5L50 45L90 8" fill="none" stroke="navy" stroke-width="5" stroke-dasharray="9 3 2 3" stroke-dashoffset="2" stroke-linejoin="bevel"/>',
    ],
    [
      'ends',
      '<path d="M15 15L50 35L80 15" fill="none" stroke="navy" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>',
    ],
    [
      'a line under its fill',
      '<rect x="20" y="10" width="50" height="30" fill="#0f08" stroke="red" stroke-width="6" style="paint-order:stroke"/>',
    ],
    ['a gradient over a box', '<rect x="10" y="5" width="60" height="40" fill="url(#box)"/>'],
    ['a gradient over the page', '<circle cx="60" cy="25" r="20" fill="url(#page)"/>'],
    ['a gradient around a place', '<ellipse cx="50" cy="25" rx="45" ry="20" fill="url(#ball)"/>'],
    ['a line with a gradient', '<path d="M10 10Q40 60 80 10" fill="none" stroke="url(#page)" stroke-width="8"/>'],
    ['see-through ones', '<g opacity=".5"><rect x="5" y="5" width="50" height="40" fill-opacity=".6"/></g>'],
    ['cut ones', '<g clip-path="url(#two)"><rect width="100" height="50" fill="tomato"/></g>'],
    ['ones that are cut twice', '<g clip-path="url(#both)"><rect width="100" height="50" fill="tomato"/></g>'],
    [
      'turned ones',
      '<g transform="rotate(20 50 25) skewX(10)"><rect x="20" y="10" width="50" height="20" stroke="red" stroke-width="3"/></g>',
    ],
    [
      'used ones',
      '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol><use href="#s" x="10" y="5" width="40" height="40" fill="olive"/>',
    ],
    ['text', '<text x="5" y="35" font-size="24" font-weight="bold" fill="purple">Grüße</text>'],
  ])('draws %s as the bitmap shows it', async (_, markup) => {
    const { pixels, shapes } = await drawn(markup)
    if (!shapes) throw new Error('it can be said in shapes')
    const context = createCanvas(400, 200).getContext('2d')
    drawShapes(context, shapes, { x: 0, y: 0, width: 400, height: 200 })
    const { data } = context.getImageData(0, 0, 400, 200)
    const pixelAt = (from: Uint8ClampedArray, at: number) => [0, 1, 2, 3].map((channel) => from[at * 4 + channel] ?? 0)
    let [inked, differing] = [0, 0]
    for (let at = 0; at < 80_000; at++) {
      const [one, other] = [pixelAt(data, at), pixelAt(pixels.data, at)]
      const [alpha = 0, otherAlpha = 0] = [one[3], other[3]]
      if (otherAlpha > 0) inked++
      const seen = one.map((value, channel) => Math.abs(value * alpha - (other[channel] ?? 0) * otherAlpha) / 255)
      if (Math.max(Math.abs(alpha - otherAlpha), ...seen.slice(0, 3)) > 40) differing++
    }
    expect(inked).toBeGreaterThan(500)
    // Edges lie between pixels, and the two draw them each in their way.
    expect(differing / inked).toBeLessThan(0.02)
  })

  test.each([
    ['filters', '<rect filter="url(#blur)" width="50" height="50"/>'],
    ['masks', '<rect mask="url(#mask)" width="50" height="50"/>'],
    ['patterns', '<rect fill="url(#dots)" width="50" height="50"/>'],
    ['gradients that repeat', '<rect fill="url(#again)" width="50" height="50"/>'],
    ['blending', '<rect style="mix-blend-mode:multiply" width="50" height="50"/>'],
    [
      'several shapes that are see-through as one',
      '<g opacity=".5"><rect width="9" height="9"/><rect width="5" height="5"/></g>',
    ],
  ])('leaves %s to the bitmap', async (_, markup) => {
    expect((await drawn(markup)).shapes).toBeUndefined()
  })
})
