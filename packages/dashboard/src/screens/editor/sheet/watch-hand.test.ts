import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { watchHand } from './watch-hand.ts'

let page = new EventTarget()

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function send(type: string, pointerId: number, buttons: number): void {
  page.dispatchEvent(Object.assign(new Event(type), { pointerId, buttons }))
}

test('a pointer whose release was swallowed is up again when it moves without a button', () => {
  const said: boolean[] = []
  const stop = watchHand(openTestSession(), (isAtWork) => said.push(isAtWork))
  send('pointerdown', 1, 1)
  send('pointermove', 1, 1)
  // Another one that hovers.
  send('pointermove', 2, 0)
  expect(said).toEqual([true])
  send('pointermove', 1, 0)
  expect(said).toEqual([true, false])
  stop()
})
