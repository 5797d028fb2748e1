import { expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { layOutPage } from '#renderer/testing/lay-out.test-kit.ts'
import { missingAreasOf, missingLettersOf } from './missing-letters.ts'

const box = { name: 'Layer', x: 10, y: 20, width: 200, height: 100 }
/** Runes and hieroglyphs, which no bundled font has. */
const [FEHU, SEATED] = ['\u16a0', '\u{13000}']

async function drawableOf(layer: TemplateInput['layers'][number]) {
  const template = { schema: 1 as const, name: 'Page', width: 400, height: 300, layers: [layer] }
  const { placed, layers } = await layOutPage({ template, values: {} })
  const [only] = placed
  if (!only) throw new Error('the layer is not drawn')
  return { drawable: only.drawable, glyphs: layers.Layer?.missingGlyphs }
}

/** The smallest box around an area. */
function around(corners: readonly { x: number; y: number }[] | undefined) {
  const [xs, ys] = [corners?.map(({ x }) => x) ?? [], corners?.map(({ y }) => y) ?? []]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

test('letters are named with the fonts of their part of a text', async () => {
  const text = `a${FEHU} [${FEHU}${SEATED}${FEHU}](font="Noto Sans Mono")`
  const { drawable } = await drawableOf({ type: 'text', ...box, fontSize: 20, text, fontFamily: 'Noto Serif' })
  expect(missingLettersOf(drawable)).toEqual([
    { families: ['Noto Serif'], letters: [FEHU] },
    { families: ['Noto Sans Mono', 'Noto Serif'], letters: [FEHU, SEATED] },
  ])
  const areas = missingAreasOf(drawable).map(around)
  expect(areas.map(({ left }) => left)).toEqual(areas.map(({ left }) => left).toSorted((one, other) => one - other))
  expect(areas).toHaveLength(4)
})

test('of many letters the first 200 are marked, measured once', async () => {
  const rows = Array.from({ length: 30 }, () => [FEHU?.repeat(40), FEHU?.repeat(40)])
  const { drawable } = await drawableOf({ type: 'table', ...box, rows, rowHeight: 3, fontSize: 2 })
  const areas = missingAreasOf(drawable)
  expect(areas).toHaveLength(200)
  expect(missingAreasOf(drawable)).toBe(areas)
})

test('in a table, a box is marked in its cell', async () => {
  const rows = [
    ['Tea', '4'],
    ['Rune', FEHU],
  ]
  const { drawable, glyphs } = await drawableOf({ type: 'table', ...box, rows, rowHeight: 50 })
  expect(glyphs).toEqual(['U+16A0'])
  expect(missingLettersOf(drawable)).toEqual([{ families: ['Inter'], letters: [FEHU] }])
  const [area, ...others] = missingAreasOf(drawable).map(around)
  expect(others).toEqual([])
  expect(area?.left).toBeGreaterThan(50)
  expect(area?.top).toBeGreaterThan(50)
  expect(area?.bottom).toBeLessThan(100)
})

test('in a chart, words that are drawn are marked where they are, and reported', async () => {
  const chart = { ...box, values: [3, 5], labels: ['Tea', FEHU + SEATED] }
  for (const horizontal of [false, true]) {
    const { drawable, glyphs } = await drawableOf({ type: 'chart', ...chart, horizontal })
    expect(glyphs).toEqual(['U+16A0', 'U+13000'])
    const areas = missingAreasOf(drawable).map(around)
    expect(areas).toHaveLength(2)
    for (const { left, top } of areas) expect(horizontal ? top : left).toBeGreaterThan(horizontal ? 50 : 100)
  }
  expect((await drawableOf({ type: 'chart', ...chart, labels: ['Tea', 'Milk'] })).glyphs).toBeUndefined()
})

test('along a path, a box is marked as it is turned, and no box that is written', async () => {
  // At the start, at the top and at the end of an arch, with a soft hyphen that is not drawn before them.
  const text = `\u00ad${FEHU}\u25a1\u25a1${SEATED}\u25a1\u25a1${FEHU}`
  const { drawable } = await drawableOf({
    type: 'path-text',
    ...box,
    shape: 'arc',
    fontSize: 24,
    text,
    fontFamily: ['Noto Serif'],
  })
  expect(missingLettersOf(drawable)).toEqual([{ families: ['Noto Serif'], letters: [FEHU, SEATED] }])
  const [first, middle, last, ...others] = missingAreasOf(drawable)
  expect(others).toEqual([])
  // Upright on top, leaning to both sides.
  expect(middle?.[0]?.y).toBeCloseTo(middle?.[1]?.y ?? 0, 0)
  expect(first?.[0]?.y).toBeGreaterThan((first?.[1]?.y ?? 0) + 1)
  expect(last?.[0]?.y).toBeLessThan((last?.[1]?.y ?? 0) - 1)
  expect(around(first).right).toBeLessThan(around(middle).left)
  expect(around(middle).right).toBeLessThan(around(last).left)
})

test('a code says which letters of its words are missing, and where nothing is missing nothing is marked', async () => {
  const { drawable } = await drawableOf({ type: 'barcode', ...box, value: 'ABC-1' })
  expect([drawable.texts?.length, missingLettersOf(drawable), missingAreasOf(drawable)]).toEqual([1, [], []])
})
