import { idOfName } from '@pictable/editor'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { expect, test } from 'vitest'
import { editOf } from '#dashboard/screens/editor/inspector/edit.ts'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { suitedField, unfitReason, unfitWords } from './unfit.ts'

const values = {
  Name: 'Ada',
  Brand: ['#ff0000', 'blue'],
  First: 'red',
  Second: 'lime',
  Point: { x: 0.2, y: 1 },
  Size: '12',
}
const reading = { values, locale: 'en' }

/** A property of a layer of its kind. */
function filled(type: 'chart' | 'image', name: string) {
  const layer = { name: 'Layer', width: 100, height: 100 }
  const session = openTestSession([
    type === 'chart' ? { type, ...layer, values: [1] } : { type, ...layer, src: 'data:image/png;base64,' },
  ])
  const id = idOfName(session.state.document, 'Layer') ?? ''
  const shown = shownPart('', name, layerProperties(type)[name] ?? {})
  return { shown, edit: editOf(session, { targets: [id], name }) }
}

test.each([
  [{ bind: 'Brand' }, undefined],
  [{ bind: ['First', 'Second'] }, undefined],
  [{ expression: "Name == 'Ada' ? Brand : First" }, undefined],
  // Nothing is there: the default is used.
  [{ bind: 'Missing' }, undefined],
  [{ bind: 'Name' }, 'Layer: Colours must be a list'],
  [{ bind: ['First', 'Name'] }, 'Layer: Colours '],
  [{ expression: "'red'" }, 'Layer: Colours must be a list'],
])('unfitReason() of the colours of a chart that %j fills: %j', (written, reason) => {
  const found = unfitReason(written, filled('chart', 'colors'), reading)
  expect(found?.slice(0, reason?.length)).toBe(reason)
})

test.each([
  ['chart', 'colors', 'Brand'],
  ['chart', 'gap', undefined],
  ['chart', 'fontSize', 'Size'],
  ['image', 'focalPoint', 'Point'],
] as const)('suitedField() of a %s for %s is %s', (type, name, field) => {
  expect(suitedField(Object.keys(values), filled(type, name), reading)).toBe(field)
})

test('unfitWords() cuts a long value between characters', () => {
  expect(unfitWords('🎈'.repeat(40), 'too long')).toBe(`${'🎈'.repeat(40)}: too long`)
  expect(unfitWords(`a${'🎈'.repeat(40)}`, 'too long')).toBe(`a${'🎈'.repeat(38)}…: too long`)
})
