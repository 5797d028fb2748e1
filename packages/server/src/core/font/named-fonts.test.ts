import { expect, test } from 'vitest'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { createTemplate } from '#core/template/save-template.ts'
import type { Font } from './font.ts'
import { namedFonts } from './named-fonts.ts'

const opened = useTestData()

const fontOf = (family: string): Font => ({
  ...{ id: family, family, weight: 400, style: 'normal', filename: `${family}.ttf`, contentType: 'font/ttf' },
  ...{ hash: '0', sizeBytes: 1, createdAt: new Date(0) },
  facts: { format: 'ttf', family, weight: 400, style: 'normal', axes: [], glyphs: 9, scripts: ['Latin'], sample: 'A' },
})
const fonts = [fontOf('Acme'), fontOf('Acme Bold')]

/** A design with more properties of its text. */
function designWith(properties: object) {
  const text = { type: 'text', name: 'Claim', width: 10, height: 10, text: 'Hi', ...properties }
  return { ...cardDesign, layers: [text] }
}

test.each([
  [{ fontFamily: 'Inter' }, []],
  [{ fontFamily: 'Acme' }, ['Acme']],
  [{ fontFamily: { fallback: 'Inter', expression: '"Ac" + Rest' } }, ['Acme', 'Acme Bold']],
  [{ text: '[Hi](font="{{Brand | title}}")' }, ['Acme', 'Acme Bold']],
  [{ fill: { expression: 'Brand' } }, []],
])('a text with %j names the fonts %j', (properties, families) => {
  expect(namedFonts(fonts, designWith(properties)).map(({ family }) => family)).toEqual(families)
})

test.each([
  ['Noto Serif', 'דג סקרן', ['Noto Serif Hebrew']],
  ['Acme', 'สวัสดี', ['Acme', 'Noto Serif Thai']],
  ['Noto Serif', 'Fish, π and 漢字', []],
  ['Inter', 'דג סקרן', []],
])('a text in %s that says %j is set in the fonts %j', (fontFamily, text, families) => {
  const installed = [fontOf('Acme'), fontOf('Noto Serif Hebrew'), fontOf('Noto Serif Thai')]
  const named = (...jsons: object[]) => namedFonts(installed, ...jsons).map(({ family }) => family)
  expect(named(designWith({ fontFamily, text }))).toEqual(families)
  const design = designWith({ fontFamily, text: { bind: 'Title' } })
  expect(named(design, { Title: text })).toEqual(families)
  expect(named(design, { Title: 'Fish' })).toEqual(families.filter((family) => family === fontFamily))
})

test('fonts of the design itself may have serifs as well', () => {
  const design = { ...designWith({ fontFamily: 'Own', text: 'สวัสดี' }), fonts: [{ family: 'Own', src: 'asset:1' }] }
  expect(namedFonts([fontOf('Noto Serif Thai')], design)).toHaveLength(1)
})

test('a family in an expression is one that a template uses', async () => {
  const world = createTestWorld({ data: opened.data })
  const families = { One: 'Fresh ? "Acme" : "Other"', Two: `Fresh ? 'Acme' : "Other"`, Three: '"Acme Bold"' }
  for (const [name, expression] of Object.entries(families))
    await createTemplate(world, { name, design: designWith({ fontFamily: { expression } }) })
  expect(await opened.data.fonts.usersOf('Acme')).toEqual(expect.arrayContaining(['One', 'Two']))
  expect(await opened.data.fonts.usersOf('Acm')).toEqual([])
})
