import { expect, test } from 'vitest'
import { bundledFaces, outlineFonts } from '#renderer/fonts/bundled.ts'
import { inOutlineOrder } from '#renderer/fonts/fallback.ts'
import { outlineText } from './outline-text.ts'
import type { SvgElement } from './svg-tree.ts'

function outlined(family: string, text = 'Wide'): string {
  const attributes = new Map([
    ['font-family', family],
    ['x', '10'],
    ['y', '40'],
  ])
  const word: SvgElement = { name: 'text', attributes, children: [text] }
  const size = new Map([
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['width', '100'],
    ['height', '50'],
  ])
  return outlineText({ name: 'svg', attributes: size, children: [word] })
}

test('outlineText() draws text in the bundled family that it names', () => {
  const inter = outlined('Inter')
  expect(outlined('Noto Sans Mono')).not.toBe(inter)
  expect(outlined('Unknown, "Noto Sans Mono", serif')).toBe(outlined('Noto Sans Mono'))
})

test('outlineText() draws text in families that are not there as before', () => {
  expect(outlined('Helvetica')).toBe(outlined('Inter'))
  expect(outlined('Georgia')).toBe(outlined('Noto Serif'))
})

test('inOutlineOrder() names the families of outlined text as it looks for letters in them', () => {
  const familiesOf = (faces: readonly { family: string }[]) => [...new Set(faces.map(({ family }) => family))]
  expect(familiesOf(inOutlineOrder(bundledFaces()))).toEqual(familiesOf(outlineFonts()))
})
