import { idOfName, layerAt } from '@pictable/editor'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { editOf } from './edit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const price = { type: 'text', name: 'Price', x: 0, y: 0, width: 200, height: 50, text: '9', fontSize: 40 } as const

function openText() {
  const session = openTestSession([{ ...price, fit: 'shrink', lineHeight: 1 }], { fontSize: 40 })
  const id = idOfName(session.state.document, 'Price') ?? ''
  const box = () => {
    const layer = layerAt(session.state.document, id) ?? {}
    return [Reflect.get(layer, 'fontSize'), Reflect.get(layer, 'height')]
  }
  return { session, box, edit: editOf(session, { targets: [id], name: 'fontSize' }) }
}

test('steps of the font size that become one give back the room that they took', () => {
  const { session, box, edit } = openText()
  const step = (by: number) => {
    edit.set((size) => Number(size) + by, 'merge')
    return box()
  }
  expect([step(20), step(10), step(-10), step(-20)]).toEqual([
    [60, 60],
    [70, 70],
    [60, 60],
    [40, 50],
  ])
  session.undo()
  expect(box()).toEqual([40, 50])
  expect(session.state.canUndo).toBe(false)
})

test('a font size that is typed on after a pause gives back the room that it took', () => {
  const { box, edit } = openText()
  edit.live(() => 90)
  vi.advanceTimersByTime(2000)
  expect(box()).toEqual([90, 90])
  edit.live(() => 45)
  edit.done()
  expect(box()).toEqual([45, 50])
})

test('a sample value of a field called fontSize is a value as any other', () => {
  const { session, box } = openText()
  editOf(session, { targets: ['sample'], name: 'fontSize' }).set(() => 90)
  expect(session.state.document.sample).toEqual({ fontSize: 90 })
  expect(box()).toEqual([40, 50])
})

test('undo and redo keep all of several layers selected where only some changed, and select others that did', () => {
  const layers = [price, { ...price, name: 'Was', fontSize: 20 }, { ...price, name: 'Unit' }]
  const session = openTestSession(layers)
  const names = () => session.state.selection.map((id) => layerAt(session.state.document, id)?.name)
  selectNamed(session, 'Price', 'Was')
  editOf(session, { targets: session.state.selection, name: 'fontSize' }).set(() => 40)
  session.undo()
  expect(names()).toEqual(['Price', 'Was'])
  session.redo()
  expect(names()).toEqual(['Price', 'Was'])
  selectNamed(session, 'Unit')
  session.undo()
  expect(names()).toEqual(['Was'])
})
