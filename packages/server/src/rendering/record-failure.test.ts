import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { recordFailure } from './record-failure.ts'

function variableFor(src: unknown): string | undefined {
  const layer = { type: 'image', name: 'Photo', width: 10, height: 10, src }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  return recordFailure({ code: 'image_unreadable', message: 'is no picture', layer: 'Photo' }, design).variable
}

test.each([
  [{ bind: 'Picture' }, 'Picture'],
  [{ expression: '"https://pictures.example/" + Picture', fallback: 'asset:ast_1' }, 'Picture'],
  [{ expression: 'Picture || Other' }, undefined],
  ['asset:ast_1', undefined],
])('a failure at the picture %j names the value %s', (src, name) => {
  expect(variableFor(src)).toBe(name)
})

test('a failure at the picture that fills a shape names its value', () => {
  const fill = { type: 'picture', src: { bind: 'Picture' } }
  const layer = { type: 'ellipse', name: 'Shape', width: 10, height: 10, fill }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  const failure = { code: 'image_unreadable', message: 'is no picture', layer: 'Shape' } as const
  expect(recordFailure(failure, design).variable).toBe('Picture')
})

test.each([
  ['image_truncated', { bind: 'Outline' }, 'Outline'],
  ['load_failed', { bind: 'Outline' }, 'Outline'],
  ['value_invalid', { bind: 'Outline' }, 'Title'],
  ['image_truncated', 'asset:ast_1', undefined],
] as const)('of a text with a picture, %s with the outline %j names %s', (code, src, name) => {
  const stroke = { color: { type: 'picture', src }, width: 2 }
  const layer = { type: 'text', name: 'Words', width: 10, height: 10, text: { bind: 'Title' }, stroke }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  expect(recordFailure({ code, message: 'failed', layer: 'Words' }, design).variable).toBe(name)
})

const scene = { background: { type: 'picture', src: { bind: 'Scene' } } }

test.each([
  [{ ofPage: true }, scene, 'Scene'],
  [{ layer: 'Sales' }, scene, 'Texture'],
  // That of a font.
  [{}, scene, undefined],
])('a failure of %j names the value of what it paints', (place, page, name) => {
  const colors = ['#f00', { type: 'picture', src: { bind: 'Texture' } }]
  const layer = { type: 'chart', name: 'Sales', width: 10, height: 10, colors }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer], ...page })
  expect(recordFailure({ code: 'load_failed', message: 'failed', ...place }, design).variable).toBe(name)
})

test('a cell of a table that is called src is no picture', () => {
  const fill = { type: 'picture', src: { bind: 'Texture' } }
  const layer = { type: 'table', name: 'Team', width: 10, height: 10, rows: [{ src: { bind: 'Origin' } }], fill }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  expect(recordFailure({ code: 'load_failed', message: 'failed', layer: 'Team' }, design).variable).toBe('Texture')
})

test('of two pictures with different values, none is named', () => {
  const picture = (bind: string) => ({ type: 'picture', src: { bind } })
  const stroke = { color: picture('Outline'), width: 2 }
  const layer = { type: 'text', name: 'Words', width: 10, height: 10, text: 'x', fill: picture('Fill'), stroke }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  expect(recordFailure({ code: 'image_type', message: 'failed', layer: 'Words' }, design).variable).toBeUndefined()
})
