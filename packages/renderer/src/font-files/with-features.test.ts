import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { laoTables, packaged, sfnt } from '#renderer/fonts/font-files.test-kit.ts'
import { layoutTables } from '#renderer/fonts/served-fonts.ts'
import { measureClusters, shapedFont } from '#renderer/fonts/shaper.ts'
import { bytesOf, readerOfBytes } from './byte-reader.ts'
import { changedBy, type FontFeatures, featuresOf } from './font-features.ts'
import { openFont } from './open-font.ts'
import { withFeatures } from './with-features.ts'

const inter = packaged('inter-ui/web/Inter-Regular.woff2')
const variable = packaged('inter-ui/variable/InterVariable.woff2')
const serif = packaged('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf')

const shapingOf = (bytes: Uint8Array, features?: FontFeatures) => ({
  fonts: [shapedFont(layoutTables(bytes)).at(new Map())],
  language: undefined,
  letterSpacingPx: 0,
  features,
})

describe('withFeatures()', () => {
  test.each([
    ['Inter', inter, { tnum: true }, '111 810'],
    ['Inter', inter, { tnum: true, ss01: true, zero: true, calt: false }, '10:40 -> 8x8'],
    ['Inter', inter, { frac: true }, '1/2 3/8'],
    [
      'Inter',
      inter,
      { case: true, cv02: true, cv03: true, cv04: true, cv08: true, cv11: true, ss03: true, tnum: true, zero: true },
      '(A) 4 6 9 I a r, 10',
    ],
    ['Inter variable', variable, { tnum: true, cv11: true }, '111 a'],
    ['Noto Serif', serif, { smcp: true, onum: true }, 'Hamburg 0123'],
    ['Noto Serif', serif, { liga: false }, 'office fi'],
    ['Noto Serif', serif, { kern: false }, 'AVATAR To'],
  ])('draws %s (%#) with the glyphs of the features, in HarfBuzz and on the canvas', (_, bytes, features, text) => {
    const prepared = withFeatures(bytes, features)
    const asked = measureClusters(text, shapingOf(bytes, features))
    expect(measureClusters(text, shapingOf(prepared))).toEqual(asked)
    expect(asked).not.toEqual(measureClusters(text, shapingOf(bytes)))
    const alias = `with-features-${Object.keys(features).join('-')}-${text.length}`
    expect(GlobalFonts.register(Buffer.from(prepared), alias)).not.toBeNull()
    const context = createCanvas(1, 1).getContext('2d')
    context.font = `100px "${alias}"`
    expect(context.measureText(text).width).toBeCloseTo(
      asked.reduce((sum, { advance }) => sum + advance, 0),
      1,
    )
  })

  test('leaves a font as it is that has none of them, or no tables of features', () => {
    const plain = sfnt(new Map([...laoTables()].filter(([tag]) => tag !== 'GSUB' && tag !== 'GPOS')))
    const tablesOf = (bytes: Uint8Array) => {
      const tables = openFont(readerOfBytes(bytes))
      return tables.tags.toSorted().map((tag) => [tag, bytesOf(tables.table(tag) ?? new DataView(new ArrayBuffer(0)))])
    }
    for (const bytes of [plain, sfnt(laoTables())]) {
      expect(tablesOf(withFeatures(bytes, { onum: true }))).toEqual(tablesOf(bytes))
    }
  })
})

describe('featuresOf()', () => {
  test.each([0, 3, 9, 12, 40])('reads what there is of a table that ends after %i bytes', (length) => {
    const tables = laoTables()
    const cut = new Map([...tables, ['GSUB', Buffer.from((tables.get('GSUB') ?? Buffer.alloc(0)).subarray(0, length))]])
    expect(featuresOf(openFont(readerOfBytes(sfnt(cut)))).size).toBeLessThanOrEqual(20)
  })
})

test('changedBy() tells what a font has and no shaper does by itself, in the order of the tags', () => {
  const present = new Set(['tnum', 'liga', 'calt', 'smcp'])
  expect(changedBy({ tnum: true, liga: true, calt: false, onum: true }, present)).toEqual({ calt: false, tnum: true })
  expect(JSON.stringify(changedBy({ tnum: true, calt: false }, present))).toBe('{"calt":false,"tnum":true}')
})
