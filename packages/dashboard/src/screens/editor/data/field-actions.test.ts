import { layerAt } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { enterText } from '#dashboard/screens/editor/typing/enter-text.ts'
import { textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { addToText, textLayerOf } from './field-actions.ts'

function selected(text: Extract<TemplateLayer, { type: 'text' }>['text']) {
  const session = openTestSession([{ type: 'text', name: 'Words', x: 0, y: 0, width: 400, height: 60, text }])
  selectNamed(session, 'Words')
  const [id = ''] = session.state.selection
  return { session, id, text: () => Reflect.get(layerAt(session.state.document, id) ?? {}, 'text') }
}

test.each([
  ['Now', 'Now {{Price}}'],
  ['', '{{Price}}'],
  [{ bind: 'Name' }, '{{Name}} {{Price}}'],
  [{ expression: 'Name | upper' }, '{{Name | upper}} {{Price}}'],
])('addToText() writes a field at the end of %j', (before, after) => {
  const { session, text } = selected(before)
  expect(addToText(session, { name: 'Price' })).toBe(true)
  expect(text()).toBe(after)
})

test('addToText() writes a field at the caret of the text that is typed into, in place of what is selected', () => {
  const { session, id, text } = selected('Only today')
  enterText(session, id)
  textEditorOf(session.state)?.select({ anchor: 0, caret: { at: 4, side: 'end' } })
  expect(addToText(session, { name: 'Unit price' })).toBe(true)
  expect(text()).toBe('{{Unit price}} today')
  // It stays open, behind the field.
  expect(textEditorOf(session.state)?.range).toEqual({ from: 1, to: 1 })
})

test('addToText() shows a field as its table does', () => {
  const { session, text } = selected({ bind: 'Weight', format: { type: 'number', minimumDigits: 1, maximumDigits: 1 } })
  expect(addToText(session, { name: 'Price', format: { type: 'currency', currency: 'USD' } })).toBe(true)
  expect(text()).toBe('{{Weight | number:1}} {{Price | currency:USD}}')
})

test('addToText() keeps the fallback of the field that fills the text', () => {
  const { session, text } = selected({ bind: 'Name', fallback: 'None' })
  expect(addToText(session, { name: 'Price' })).toBe(true)
  expect(text()).toBe("{{(Name) | default:('None')}} {{Price}}")
})

test('addToText() changes nothing where a format would be lost', () => {
  const written = { bind: 'Name', format: { type: 'number', locale: 'de' } } as const
  const { session, text } = selected(written)
  expect([textLayerOf(session.state), addToText(session, { name: 'Price' })]).toEqual([undefined, false])
  expect(text()).toEqual(written)
})
