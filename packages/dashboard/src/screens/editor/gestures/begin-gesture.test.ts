import { expect, test } from 'vitest'
import { toggleLocked } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { beginGesture } from './begin-gesture.ts'
import { pointer } from './pointer.test-kit.ts'

const box = (name: string, x: number) =>
  ({ type: 'rectangle', name, x, y: 100, width: 40, height: 40, fill: '#f00' }) as const

/** Drags by 20 px from a point at which nothing is painted. */
function drag(names: readonly string[], at: readonly [number, number], isLocking = false) {
  const session = openTestSession([box('One', 100), box('Two', 300)])
  drawAsWritten(session)
  session.set({ isSnapping: false, window: { width: 600, height: 400 } })
  selectNamed(session, ...names)
  if (isLocking) toggleLocked(session)
  const gesture = beginGesture(session, pointer(...at), { button: 0, handle: undefined, isPanning: false })
  gesture?.move(pointer(at[0] + 20, at[1]))
  gesture?.end(pointer(at[0] + 20, at[1]))
  return session.state.document.design.layers.map(({ x }) => x)
}

test('17: a drag that begins in a gap of what is selected moves it, unless it is locked', () => {
  expect(drag(['One'], [110, 110])).toEqual([120, 300])
  expect(drag(['One', 'Two'], [200, 120])).toEqual([120, 320])
  expect(drag(['One'], [200, 120])).toEqual([100, 300])
  expect(drag(['One'], [110, 110], true)).toEqual([100, 300])
})
