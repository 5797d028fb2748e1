import { setImmediate as settled } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { nudge } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { copyByMenu } from './copy-actions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const box = (name: string) => ({ type: 'rectangle', name, x: 0, y: 0, width: 40, height: 40, fill: '#f00' }) as const

/** Cuts "One"; the browser writes it when it is told to. */
function cutOne() {
  const session = openTestSession([box('One'), box('Two')])
  drawAsWritten(session)
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('navigator', { clipboard: { writeText: () => promise } })
  selectNamed(session, 'One')
  copyByMenu(session, { isCut: true })
  const written = async () => {
    resolve()
    await settled()
    return session.state.document.design.layers.map(({ name }) => name)
  }
  return { session, written }
}

test('44: a cut by the menu takes what was copied, whatever is selected when it is written', async () => {
  const { session, written } = cutOne()
  selectNamed(session, 'Two')
  expect(await written()).toEqual(['Two'])
})

test('44: what was changed since it was copied is not cut', async () => {
  const { session, written } = cutOne()
  nudge(session, 'ArrowRight', false)
  expect(await written()).toEqual(['One', 'Two'])
})
