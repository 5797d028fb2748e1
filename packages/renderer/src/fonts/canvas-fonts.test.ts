import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { canvasFonts } from './canvas-fonts.ts'

const path = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf')
const tags = ['zero', 'onum', 'smcp', 'c2sc', 'frac', 'sups', 'ordn']

test('canvasFonts hold few prepared fonts, and draw with one that was removed again', () => {
  const face = { family: 'Noto Serif', path, isBundled: true }
  const context = createCanvas(1, 1).getContext('2d')
  const draw = (nameOf: () => string) => {
    const name = nameOf()
    context.font = `100px "${name}"`
    return { name, width: context.measureText('Hamburg 0123 1/2').width }
  }
  const held = () => GlobalFonts.families.filter(({ family }) => family.startsWith('face-')).length
  // The process may hold fonts of other tests.
  const before = held()
  const looks = Array.from({ length: 120 }, (_, at) => {
    const features = Object.fromEntries(tags.filter((_, bit) => (at + 1) & (1 << bit)).map((tag) => [tag, true]))
    return canvasFonts.register(face, { axes: new Map(), features })
  })
  const drawn = looks.map(draw)
  expect(new Set(drawn.map(({ width }) => width)).size).toBeGreaterThan(10)
  expect(held() - before).toBeGreaterThan(80)
  expect(held() - before).toBeLessThanOrEqual(100)
  const [first] = looks
  const again = first && draw(first)
  expect(again?.width).toBe(drawn[0]?.width)
  expect(again?.name).not.toBe(drawn[0]?.name)
  const last = looks.at(-1)
  expect(last && draw(last)).toEqual(drawn.at(-1))
})
