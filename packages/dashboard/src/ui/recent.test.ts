import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
// The client of the API reads it once.
vi.stubGlobal('location', { origin: 'http://localhost' })
const { noteVisit, recentThings } = await import('./recent.ts')

beforeEach(() => stored.clear())

test('a thing is listed once, with the tab that was open last', () => {
  noteVisit('/actions/act_1', 'Cards')
  noteVisit('/templates/tpl_1', 'Card')
  noteVisit('/actions/act_1?tab=output', 'Cards')
  expect(recentThings()).toEqual([
    { path: '/actions/act_1?tab=output', title: 'Cards' },
    { path: '/templates/tpl_1', title: 'Card' },
  ])
})
