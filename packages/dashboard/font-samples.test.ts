import { popularFonts } from '@pictable/server/core/font/popular-fonts.ts'
import { expect, test } from 'vitest'
import { picturedFamilies } from './src/screens/editor/fonts/pictured-families.ts'

test('every family of the font pack has a picture of its name', () => {
  expect(picturedFamilies).toEqual(popularFonts.map(({ family }) => family))
})
