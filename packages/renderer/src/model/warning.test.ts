import { expect, test } from 'vitest'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { parseTemplate } from '#renderer/template/template.ts'
import { warningCodesOf } from './warning.ts'

const box = { width: 100, height: 40 } as const

test('warningCodesOf() names what a picture was drawn without, each once', async () => {
  const { report } = await createRenderer().render({
    template: {
      schema: 1,
      width: 400,
      height: 40,
      layers: [
        { type: 'text', name: 'Shrunk', text: { bind: 'long' }, wrap: 'none', ...box },
        { type: 'text', name: 'Cut', text: { bind: 'long' }, fit: 'truncate', ...box },
        { type: 'text', name: 'Cut too', text: { bind: 'long' }, fit: 'truncate', ...box },
        { type: 'text', name: 'Boxes', text: '\u{10FFFD}', ...box },
        { type: 'image', name: 'Photo', src: { bind: 'photo' }, onMissing: 'hide', ...box },
        { type: 'text', name: 'Price', text: { bind: 'price', format: { type: 'number' } }, ...box },
      ],
    },
    values: { long: 'many words that do not fit into so small a box', price: 'cheap' },
  })
  expect(warningCodesOf(report)).toEqual(['missing_glyphs', 'missing_image', 'shrunk', 'truncated', 'unformatted'])
})

test('warningCodesOf() tells invalid values and names apart from values that a format or filter does not suit', async () => {
  const codesOf = async (layer: object) => {
    const template = parseTemplate({
      schema: 1,
      width: 100,
      height: 40,
      layers: [{ type: 'text', name: 'T', text: 'x', ...box, ...layer }],
    })
    const { report } = await createRenderer().render({ template, values: { color: 'none', price: 'cheap' } })
    return warningCodesOf(report)
  }
  const fill = { bind: 'color' }
  expect(await codesOf({ text: '{{price | number}}' })).toEqual(['unformatted'])
  expect(await codesOf({ text: '{{Prize}}' })).toEqual(['invalid'])
  expect(await codesOf({ name: 'a, so its default is used', text: '{{price | number}}' })).toEqual(['unformatted'])
  expect(await codesOf({ fill, onInvalid: 'fallback' })).toEqual(['invalid'])
  expect(await codesOf({ fill: { ...fill, fallback: '#f00' }, onInvalid: 'fallback' })).toEqual(['invalid'])
  expect(await codesOf({ fill, onInvalid: 'hide' })).toEqual(['invalid'])
  expect(await codesOf({ fill, onInvalid: 'fallback', text: '{{price | number}}' })).toEqual(['invalid', 'unformatted'])
})

test('warningCodesOf() finds nothing where nothing is said', () => {
  expect([{ layers: {}, warnings: [], warningCodes: [] }, {}, null].map(warningCodesOf)).toEqual([[], [], []])
})
