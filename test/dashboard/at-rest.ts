import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the page has drawn what changed and has nothing left to do, however slow the machine is. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })

/** Waits until it, or something inside of it, has the focus: before that, keys go elsewhere. */
export const getsFocus = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** Waits until it has closed: while it closes, it takes keys and clicks, and then gives the focus back. */
export const closes = (popup: Locator) => popup.waitFor({ state: 'detached' })
