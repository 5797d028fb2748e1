import { layerAt } from '@pictable/editor'
import type { TemplateInput } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { selectSameKind } from '#dashboard/screens/editor/session/select-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { canMask, isMasked, maskSelection, removeMasks } from './mask-actions.ts'
import { alignText, fitBoxes, growLetters } from './text-actions.ts'

const text = (name: string, y: number, more: object = {}) =>
  ({ type: 'text', name, x: 100, y, width: 300, height: 80, text: name, ...more }) as const
const layers: TemplateInput['layers'] = [
  { type: 'ellipse', name: 'Shape', x: 0, y: 0, width: 100, height: 100, fill: '#000' },
  text('One', 0, { fontSize: 40 }),
  text('Two', 100, { fontSize: { bind: 'Size', fallback: 20 } }),
  text('Three', 200),
]

function open() {
  const session = openTestSession(layers)
  drawAsWritten(session)
  const named = (name: string) => session.state.document.design.layers.find((each) => each.name === name)
  const selected = () => session.state.selection.map((id) => layerAt(session.state.document, id)?.name)
  return { session, named, selected }
}

test('letters grow and shrink by a pixel, from the usual size too, as one step; those that a field decides stay', () => {
  const { session, named } = open()
  selectNamed(session, 'One', 'Two', 'Three')
  growLetters(session, 1)
  growLetters(session, 1)
  growLetters(session, -1)
  expect([named('One'), named('Three')]).toMatchObject([{ fontSize: 41 }, { fontSize: 33 }])
  expect(named('Two')).toMatchObject({ fontSize: { bind: 'Size' } })
  session.undo()
  expect(named('One')).toMatchObject({ fontSize: 40 })
  selectNamed(session, 'Shape', 'One')
  alignText(session, 'center')
  expect(named('One')).toMatchObject({ align: 'center' })
  expect(named('Shape')).not.toHaveProperty('align')
})

test('the box of a text goes around its lines, which stay where they are', () => {
  const { session, named } = open()
  selectNamed(session, 'One')
  const { frame } = session.state
  const placed = new Map(frame?.placed)
  const one = placed.get('1')
  if (!frame || !one) throw new Error('it is not drawn')
  placed.set('1', { ...one, textBounds: { x: 90.4, y: 12, width: 119.2, height: 48 } })
  session.set({ frame: { ...frame, placed } })
  fitBoxes(session)
  expect(named('One')).toMatchObject({ x: 190, y: 12, width: 120, height: 48 })
})

test('the lowest of several layers becomes the mask of the others, and is taken away again', () => {
  const { session, named } = open()
  selectNamed(session, 'Two')
  expect(canMask(session.state)).toBe(false)
  selectNamed(session, 'One', 'Shape')
  expect(canMask(session.state)).toBe(true)
  maskSelection(session)
  expect(named('One')).toMatchObject({ mask: { layer: 'Shape' } })
  expect(named('Shape')).not.toHaveProperty('mask')
  expect([isMasked(session.state), canMask(session.state)]).toEqual([true, false])
  removeMasks(session)
  expect(named('One')).not.toHaveProperty('mask')
})

test('all layers of a kind are selected by one of them', () => {
  const { session, selected } = open()
  selectNamed(session, 'Two')
  selectSameKind(session)
  expect(selected()).toEqual(['One', 'Two', 'Three'])
})
