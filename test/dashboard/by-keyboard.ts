import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest } from './at-rest.ts'

interface Focus {
  /** As people know it; nothing while it is the page. */
  name: string
  isSeen: boolean
  /** Tab leads there, as it does not to the whole of a page. */
  isStop: boolean
  /** It can be pressed now. */
  isReady: boolean
}

function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    if (at === null || at === document.body) return { name: '', isSeen: true, isStop: false, isReady: false }
    const labels: unknown = Reflect.get(at, 'labels')
    const [label] = labels instanceof NodeList ? labels : []
    const ring = at.closest('.cm-focused') ?? at
    return {
      name: (at.getAttribute('aria-label') ?? label?.textContent ?? at.textContent ?? '').trim(),
      isSeen:
        // The ring of a source text is above the numbers of its lines, which would hide a part of it.
        [null, '::after'].some((part) => getComputedStyle(ring, part).outlineStyle !== 'none') ||
        at.hasAttribute('data-highlighted'),
      isStop: at instanceof HTMLElement && at.tabIndex >= 0,
      isReady: at.getAttribute('aria-disabled') !== 'true',
    }
  })
}

/** What has the focus, as people know it; nothing while it is the page. */
export const focused = async (page: Page): Promise<string> => (await focusOf(page)).name

/** The focus has not fallen out of everything, once what was going on is over. */
export async function keepsFocus(page: Page): Promise<void> {
  await atRest(page)
  await expect.poll(() => focused(page)).not.toBe('')
}

type WalkKey = 'Tab' | 'Shift+Tab' | 'ArrowDown'

/** Whether it stands there still when whatever was about to move it has, once it can be pressed. */
async function stays(page: Page, name: RegExp): Promise<boolean> {
  await atRest(page)
  const leftOrReady = async () => {
    const at = await focusOf(page)
    return at.isReady || !name.test(at.name)
  }
  await expect.poll(leftOrReady, { message: `${name} can be pressed` }).toBe(true)
  const { isStop, name: here } = await focusOf(page)
  return isStop && name.test(here)
}

/** Walks by a key until it stands there; whatever has the focus on the way must show it. */
export async function tabTo(page: Page, name: RegExp, key: WalkKey = 'Tab'): Promise<void> {
  const walked: string[] = []
  while (walked.length < 80) {
    const at = await focusOf(page)
    if (at.isStop && name.test(at.name) && (await stays(page, name))) return
    await page.keyboard.press(key)
    const here = await focused(page)
    await expect
      .poll(async () => (await focusOf(page)).isSeen, { message: `the focus on "${here}" is seen` })
      .toBe(true)
    walked.push(here)
  }
  throw new Error(`${key} leads nowhere that is called ${name}, but to ${walked.join(' | ')}`)
}

/** Walks there and presses it. */
export async function pressAt(page: Page, name: RegExp, key: WalkKey = 'Tab'): Promise<void> {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}
