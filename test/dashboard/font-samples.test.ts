import { statSync } from 'node:fs'
import { join } from 'node:path'
import { popularFonts } from '@pictable/server/core/font/popular-fonts.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  picturedFamilies,
  picturedScripts,
} from '../../packages/dashboard/src/screens/editor/fonts/pictured-families.ts'

const pictures = [
  ['font-samples.webp', picturedFamilies.length],
  ['font-script-samples.webp', picturedScripts.length],
] as const

test('every family of the font pack has a picture of its name, and one of each of its other scripts', () => {
  expect(picturedFamilies).toEqual(popularFonts.map(({ family }) => family))
  const others = popularFonts.flatMap(({ family, scripts }) => scripts.map((script) => [family, script]))
  expect(picturedScripts).toEqual(others.filter(([, script]) => script !== 'Latin'))
})

test.each(pictures)('%s has a row for each and stays small', async (name, rows) => {
  const path = join(import.meta.dirname, '../../packages/dashboard/public', name)
  const { width, height } = await sharp(path).metadata()
  expect([width, height]).toEqual([480, 56 * rows])
  expect(statSync(path).size).toBeLessThan(80_000)
})
