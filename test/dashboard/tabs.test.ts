import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { getsFocus } from './at-rest.ts'
import { tabTo } from './by-keyboard.ts'
import { useDashboard } from './open-dashboard.ts'

describe.skipIf(chromiumPath === undefined)('tabs', () => {
  const opened = useDashboard({ isShared: true })
  let page: Page
  beforeEach(async () => {
    page = await opened.visitor.context.newPage()
  })
  afterEach(() => page.close())

  const tab = (place: number) => page.getByRole('tab').nth(place)

  async function visit(): Promise<void> {
    await page.goto(`${opened.dashboard.origin}/settings`)
    await tab(0).waitFor()
  }

  test.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ])(
    'in %s are one stop of the Tab key, arrows lead to the others, and Enter opens one',
    async (direction, on, back) => {
      await page.addInitScript((way) => localStorage.setItem('pictable.direction', way), direction)
      await visit()
      const count = await page.getByRole('tab').count()
      await tabTo(page, new RegExp(`^${await tab(0).textContent()}$`))
      for (const [key, place] of [
        [on, 1],
        [back, 0],
        [back, count - 1],
        [on, 0],
        ['End', count - 1],
        ['Home', 0],
        [on, 1],
      ] as const) {
        await page.keyboard.press(key)
        await getsFocus(tab(place))
      }
      expect(await tab(0).getAttribute('aria-selected')).toBe('true')
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { selected: true }).and(tab(1)).waitFor()
      await page.getByRole('tabpanel', { name: (await tab(1).textContent()) ?? '' }).waitFor()
      await page.keyboard.press('Tab')
      await getsFocus(page.getByRole('tabpanel'))
      await page.keyboard.press('Shift+Tab')
      await getsFocus(tab(1))
    },
  )
})
