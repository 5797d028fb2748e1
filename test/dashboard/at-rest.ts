import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A page whose clock is stopped draws no frames, and one that always moves is never idle. */
const MOST_MS = 1000

/** Waits until the page has drawn what changed and has nothing left to do, a second at most. */
export async function atRest(page: Page): Promise<void> {
  const rests = page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
  // One that is still waiting when the page is left fails then.
  await Promise.race([rests.catch(() => {}), wait(MOST_MS)])
}

/** Waits until it, or something inside of it, has the focus: before that, keys go elsewhere. */
export const getsFocus = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** Waits until it has closed: while it closes, it takes keys and clicks, and then gives the focus back. */
export const closes = (popup: Locator) => popup.waitFor({ state: 'detached' })
