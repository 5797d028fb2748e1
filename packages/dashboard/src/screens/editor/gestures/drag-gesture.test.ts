import { expect, test } from 'vitest'
import { duplicateSelection } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { dragging } from './drag-gesture.ts'
import { pointer } from './pointer.test-kit.ts'

const box = (name: string, x: number) =>
  ({ type: 'rectangle', name, x, y: 0, width: 40, height: 40, fill: '#f00' }) as const

function open(...names: readonly string[]) {
  const session = openTestSession([box('Red', 0), box('Blue', 300)])
  drawAsWritten(session)
  session.set({ isSnapping: false, window: { width: 600, height: 400 } })
  selectNamed(session, ...names)
  const places = () => session.state.document.design.layers.map(({ name, x, y }) => [name, x, y])
  return { session, places }
}

test('43: Alt that is pressed in a drag makes a copy of what is dragged, and none when it is released again', () => {
  const { session, places } = open('Red')
  const gesture = dragging(session, pointer(0, 0))
  gesture.move(pointer(10, 20))
  expect(places()).toEqual([
    ['Red', 10, 20],
    ['Blue', 300, 0],
  ])
  gesture.move(pointer(30, 20, { alt: true }))
  expect(places()).toEqual([
    ['Red', 0, 0],
    ['Red 2', 30, 20],
    ['Blue', 300, 0],
  ])
  expect(gesture.cursor).toBe('copy')
  gesture.move(pointer(50, 20))
  gesture.end(pointer(50, 20))
  expect(places()).toEqual([
    ['Red', 50, 20],
    ['Blue', 300, 0],
  ])
  session.undo()
  expect(session.state.canUndo).toBe(false)
})

test('43: duplicating goes on with the offset of a copy that was dragged', () => {
  const { session, places } = open('Red')
  const gesture = dragging(session, pointer(0, 0, { alt: true }))
  gesture.move(pointer(60, 5, { alt: true }))
  gesture.end(pointer(60, 5, { alt: true }))
  drawAsWritten(session)
  duplicateSelection(session)
  expect(places()).toEqual([
    ['Red', 0, 0],
    ['Red 2', 60, 5],
    ['Red 3', 120, 10],
    ['Blue', 300, 0],
  ])
})
