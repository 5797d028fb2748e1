import { join } from 'node:path'
import { popularFonts } from '@pictable/server/core/font/popular-fonts.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { picturedFamilies } from '../../packages/dashboard/src/screens/editor/fonts/pictured-families.ts'

test('every family of the font pack has a picture of its name', async () => {
  expect(picturedFamilies).toEqual(popularFonts.map(({ family }) => family))
  const picture = await sharp(join(import.meta.dirname, '../../packages/dashboard/public/font-samples.webp')).metadata()
  expect([picture.width, picture.height]).toEqual([480, 56 * picturedFamilies.length])
})
