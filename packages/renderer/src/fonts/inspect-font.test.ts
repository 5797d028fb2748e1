import { expect, test } from 'vitest'
import { changed, inconsolata, laoTables, packaged, sfnt, woff, woff2 } from './font-files.test-kit.ts'
import { inspectFont } from './inspect-font.ts'

test('inspectFont() reads family, weight, style and scripts of every kind of file', () => {
  const lao = { family: 'Noto Sans Lao', weight: 400, style: 'normal', axes: [], scripts: ['Latin', 'Lao'] }
  expect(inspectFont(sfnt(laoTables()), 'a')).toMatchObject({ format: 'ttf', ...lao })
  expect(inspectFont(woff(laoTables()), 'a')).toMatchObject({ format: 'woff', ...lao })
  expect(inspectFont(woff2(laoTables()), 'a')).toMatchObject({ format: 'woff2', ...lao })
  expect(inspectFont(inconsolata(), 'a')).toMatchObject({ format: 'otf', family: 'Inconsolata', weight: 500 })
  expect(inspectFont(packaged('inter-ui/web/Inter-BoldItalic.woff2'), 'a')).toMatchObject({
    format: 'woff2',
    family: 'Inter',
    weight: 700,
    style: 'italic',
    scripts: ['Latin', 'Greek', 'Cyrillic'],
    sample: 'Hamburgefonstiv 0123456789',
  })
})

test('inspectFont() reads the axes of a variable font', () => {
  const facts = inspectFont(packaged('inter-ui/variable/InterVariable.woff2'), 'a')
  expect(facts).toMatchObject({ family: 'Inter Variable', weight: 400 })
  expect(facts.axes).toContainEqual({ tag: 'wght', min: 100, default: 400, max: 900 })
})

test('inspectFont() takes a font without names, and one of symbols', () => {
  expect(inspectFont(sfnt(changed('name', () => undefined)), 'a').family).toBeNull()
  expect(inspectFont(sfnt(changed('name', (names) => names.subarray(0, 40))), 'a').family).toBeNull()
  const symbols = inspectFont(
    packaged('@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf'),
    'a',
  )
  expect(symbols.sample.length).toBeGreaterThan(10)
})

test('inspectFont() refuses what is no font by the name it is given', () => {
  expect(() => inspectFont(new TextEncoder().encode('<html>'), 'brand.ttf')).toThrow(
    'the file of the font "brand.ttf" is not TTF, OTF, WOFF or WOFF2',
  )
})
