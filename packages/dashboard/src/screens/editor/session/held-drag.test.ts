import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdDrag } from './held-drag.ts'
import { openTestSession } from './session.test-kit.ts'

let page = new EventTarget()
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

/** A press on a control that is taken away right after it, so that it receives no events. */
function pressOnGone() {
  const session = openTestSession()
  const done: string[] = []
  const currentTarget = { setPointerCapture() {}, hasPointerCapture: () => false }
  holdDrag(
    session,
    { pointerId: 1, currentTarget },
    {
      onMove: () => done.push('moved'),
      onDone: () => done.push('done'),
      onUndo: () => done.push('undone'),
    },
  )
  const send = (type: string, pointerId = 1) => page.dispatchEvent(Object.assign(new Event(type), { pointerId }))
  return { session, done, send }
}

test.each([
  ['pointerup', 'done'],
  ['pointercancel', 'undone'],
  ['lostpointercapture', 'undone'],
])('a drag whose control is gone ends with %s of its pointer: %s', (type, end) => {
  const { session, done, send } = pressOnGone()
  expect(session.state.isHolding).toBe(true)
  send('pointermove')
  send(type, 2)
  expect([done, session.state.isHolding]).toEqual([['moved'], true])
  send(type)
  send('pointermove')
  expect([done, session.state.isHolding]).toEqual([['moved', end], false])
})

test('parts beside the canvas hear what the pointer holds once a frame, after it, and all else immediately', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  const session = openTestSession()
  const told: string[] = []
  session.subscribe(() => told.push('canvas'))
  const stop = session.subscribeAfterPaint(() => told.push('panel'))
  const since = (act: () => void) => {
    told.length = 0
    act()
    return told.join(' ')
  }
  const frame = () => since(() => vi.advanceTimersByTime(17))

  expect(since(() => session.set({ isMeasuring: true }))).toBe('canvas panel')
  expect(since(() => session.set({ isHolding: true }))).toBe('canvas')
  expect(since(() => session.set({ isMeasuring: false }))).toBe('canvas')
  expect(frame()).toBe('panel')
  expect(frame()).toBe('')
  expect(since(() => session.set({ isHolding: false }))).toBe('canvas')
  // What follows in the same frame, such as a key, is told with it.
  expect(since(() => session.set({ isMeasuring: true }))).toBe('canvas panel')
  expect(frame()).toBe('')

  session.set({ isHolding: true })
  stop()
  expect(frame()).toBe('')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
