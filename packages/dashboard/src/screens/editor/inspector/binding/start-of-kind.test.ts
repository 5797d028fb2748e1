import { layerProperties } from '@pictable/renderer/property-schemas'
import { expect, test } from 'vitest'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { isOfKind, singleSchema, startOfKind } from './start-of-kind.ts'

type Written = Parameters<typeof startOfKind>[1]['written']

/** What fills a property of a text in another way. */
function switched(kind: Parameters<typeof startOfKind>[0], name: string, written: Written) {
  const shown = shownPart('', name, layerProperties('text')[name] ?? {})
  return startOfKind(kind, { shown, value: undefined, written, suited: () => 'Suited', first: 'First' })
}

const choice = { expression: "Stock > 5 ? 12 : Size == '' ? Size : 20" }

test.each([
  ['field', { expression: 'Size' }, { bind: 'Size' }],
  ['field', { expression: '[Font size]', fallback: 12 }, { bind: 'Font size', fallback: 12 }],
  ['field', { expression: 'Size * 2' }, { bind: 'Suited' }],
  ['field', choice, { bind: 'Size', fallback: 20 }],
  ['field', { expression: "Stock > 5 ? 12 : ''" }, { bind: 'Suited' }],
  ['field', undefined, { bind: 'Suited' }],
  ['field', { expression: 'Stock > 5 ? 12 : Size', fallback: 16 }, { bind: 'Size', fallback: 16 }],
  ['field', { bind: 'Size', fallback: false }, { bind: 'Size', fallback: false }],
  ['condition', { bind: 'Size', fallback: 12 }, { expression: "Size != '' ? Size : 12", fallback: 12 }],
  ['condition', { expression: 'Size', fallback: '12' }, { expression: "Size != '' ? Size : '12'", fallback: '12' }],
  ['condition', { expression: 'Size * 2', fallback: 12 }, { expression: "First != '' ? 12 : 12", fallback: 12 }],
  ['condition', { expression: 'Size' }, { expression: "Size != '' ? Size : 32" }],
  ['condition', undefined, { expression: "First != '' ? 32 : 32" }],
  ['expression', choice, { expression: 'Size', fallback: 20 }],
  ['expression', { expression: 'Stock > 5 ? 12 : 20', fallback: 16 }, { expression: '32', fallback: 16 }],
  ['expression', { bind: 'Size', fallback: 12 }, { expression: 'Size', fallback: 12 }],
] as const)('what fills a font size by %s keeps the field and the fallback of %j', (kind, written, start) => {
  expect(switched(kind, 'fontSize', written)).toEqual(start)
})

test.each([
  ['fontSize', 12, true],
  ['fontSize', '12', false],
  ['fontSize', true, false],
  ['fontSize', null, true],
  ['fontSize', undefined, true],
  ['markup', false, true],
  ['markup', 'no', false],
  ['fill', '#00aa44', true],
  ['fill', 12, false],
  ['text', 12, true],
] as const)('the control of a fallback of %s can show %j: %j', (name, fallback, isShown) => {
  const shown = shownPart('', name, layerProperties('text')[name] ?? {})
  expect(isOfKind(fallback, singleSchema(shown))).toBe(isShown)
})

test('a condition that shows a layer becomes the field that it asks, and the other way round', () => {
  const when = {
    when: {
      all: [
        { value: 'Stock', greater: 5 },
        { value: 'Name', notEmpty: true },
      ],
    },
  }
  expect(switched('field', 'visible', when)).toEqual({ bind: 'Stock' })
  expect(switched('condition', 'visible', { bind: 'Stock' })).toEqual({ when: { value: 'Stock', notEmpty: true } })
})
