import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { setWindow, zoomTo } from '#dashboard/screens/editor/session/view-actions.ts'

// The client of the API reads it once.
vi.stubGlobal('location', { origin: 'http://localhost' })
const { restoreSheet, setSheet } = await import('./sheet-switch.ts')

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('opens and closes in a browser that forbids storage', () => {
  const session = openTestSession()
  restoreSheet(session)
  setSheet(session, true)
  expect(session.state.hasSheet).toBe(true)
  setSheet(session, false)
  expect(session.state.hasSheet).toBe(false)
})

test('a fitted page is fitted above the sheet, and a zoom that is chosen later stays', () => {
  const session = openTestSession()
  setWindow(session, { width: 1000, height: 800 })
  const { zoom } = session.state.view
  setSheet(session, true)
  setWindow(session, { width: 1000, height: 400 })
  expect(session.state.view.zoom).toBeLessThan(zoom)
  setSheet(session, false)
  zoomTo(session, 2)
  setWindow(session, { width: 1000, height: 800 })
  expect(session.state.view.zoom).toBe(2)
})
