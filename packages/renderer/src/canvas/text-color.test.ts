import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { spansOf } from '#renderer/drawing/text-spans.ts'
import { bundledFaces } from '#renderer/fonts/bundled.ts'
import { onNode } from '#renderer/node/on-node.ts'
import { createPen } from './node.ts'

const { fonts, measurer } = onNode.letter(bundledFaces())
const words = 'Hamburgefonstiv quick brown'.split(' ')

function styleOf(fontWeight: number) {
  const look = { fontFamily: 'Inter', fontWeight, fontStyle: 'normal', fontVariations: {}, fontFeatures: {} } as const
  const { spans } = spansOf(
    { ...look, markup: false, letterSpacing: 0, wordSpacing: 0, text: words.join(' ') },
    measurer,
  )
  const [span] = spans
  if (!span) throw new Error('the text has one span')
  return span.style
}

/** Pixels covered by the words, each at three places between pixels, for letters one pixel high. */
function inkOf(color: string, weight: number, sizePx: number): number {
  const canvas = createCanvas(sizePx * 12, sizePx * 2)
  const context = canvas.getContext('2d')
  const pen = createPen(context, fonts)
  let ink = 0
  for (const word of words) {
    for (const part of [0, 0.35, 0.7]) {
      context.clearRect(0, 0, canvas.width, canvas.height)
      pen.selectFont(styleOf(weight), sizePx, word)
      const style = pen.textColor(color)
      Object.assign(context, { fillStyle: style })
      context.fillText(word, sizePx / 2 + part, sizePx * 1.5 + part)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      for (let index = 3; index < data.length; index += 4) ink += (data[index] ?? 0) / 255
    }
  }
  return ink / 3 / sizePx ** 2
}

/** Letters as large as these are drawn as shapes. */
const SHAPE_PX = 500

describe('textColor()', () => {
  test.each([100, 300, 400, 700, 900])('draws dark letters of weight %i as heavy as their shapes', (weight) => {
    const shapes = inkOf('#000000', weight, SHAPE_PX)
    for (const color of ['#000000', '#111827', '#c81e1e', '#1d4ed8', '#6b7280']) {
      for (const sizePx of [12, 14, 16, 20, 24, 32, 48]) {
        const share = inkOf(color, weight, sizePx) / shapes
        expect.soft(share, `${color} at ${sizePx} px`).toBeGreaterThan(0.945)
        expect.soft(share, `${color} at ${sizePx} px`).toBeLessThan(1.05)
      }
    }
  })

  test('draws light letters as heavy as before', () => {
    const shapes = inkOf('#000000', 400, SHAPE_PX)
    const shares = [12, 16, 24, 48].map((sizePx) => inkOf('#ffffff', 400, sizePx) / shapes)
    expect(shares.map((share) => share.toFixed(2))).toEqual(['1.13', '1.07', '1.01', '1.04'])
  })

  test.each(['#111827', 'rgba(17, 24, 39, 0.5)', 'tomato', 'hsl(210 80% 40%)', '#fff8', 'none at all'])(
    'fills with the very color %s',
    (color) => {
      const canvas = createCanvas(400, 20)
      const context = canvas.getContext('2d')
      const pen = createPen(context, fonts)
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const wanted = [...context.getImageData(0, 0, 1, 1).data].join()
      for (const [scale, x] of [
        [1, 0],
        [-1, 400],
        [0.001, 0],
      ] as const) {
        context.reset()
        context.translate(x, 0)
        context.scale(scale, Math.abs(scale))
        Object.assign(context, { fillStyle: pen.textColor(color) })
        context.fillRect(0, 0, 400_000, 20_000)
        const { data } = context.getImageData(0, 0, 400, 20)
        const found = new Set(Array.from({ length: 8_000 }, (_, at) => data.slice(at * 4, at * 4 + 4).join()))
        expect([...found]).toEqual([wanted])
      }
    },
  )
})
