import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { atRest, REST_MS } from './at-rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('atRest() waits until nothing is held or composed, and can be ended', () => {
  const session = openTestSession()
  const run = vi.fn<() => void>()
  const pass = () => vi.advanceTimersByTime(3 * REST_MS)
  session.set({ isHolding: true })
  atRest(session, run)
  pass()
  session.set({ isHolding: false })
  // As while a word is composed.
  session.begin()
  pass()
  expect(run).not.toHaveBeenCalled()
  session.end()
  pass()
  expect(run).toHaveBeenCalledTimes(1)
  atRest(session, run)()
  pass()
  expect(run).toHaveBeenCalledTimes(1)
})
