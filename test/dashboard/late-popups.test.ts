import type { Locator, Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { until } from '#test/until.ts'
import { getsFocus } from './at-rest.ts'
import { tabTo } from './by-keyboard.ts'
import { useDashboard } from './open-dashboard.ts'

/** The file of what opens over a page. */
const popupFile = /\/assets\/all-[\w-]+\.js$/

describe.skipIf(chromiumPath === undefined)('before what opens over a page has come', () => {
  const opened = useDashboard({ expected: ['ERR_FAILED', 'Failed to fetch'] })
  let page: Page
  let held: Route[]

  /** A page whose popup file is held back. */
  async function visit(path: string): Promise<void> {
    await page.route(popupFile, (route) => void held.push(route))
    await page.goto(opened.dashboard.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  async function arrives(): Promise<void> {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const route of held.splice(0)) await route.continue()
    await page.unroute(popupFile)
  }

  async function firstAction(): Promise<string> {
    const { dashboard, visitor } = opened
    const list = async () => (await visitor.context.request.get(`${dashboard.origin}/v1/actions?limit=1`)).json()
    return `/actions/${await until<string>('the first action', async () => (await list()).results[0]?.id)}`
  }

  const state = () => page.getByRole('combobox', { name: 'State' })

  beforeEach(async () => {
    held = []
    page = await opened.visitor.context.newPage()
  })
  afterEach(() => page.close())

  test('a select that was pressed twice opens when it comes, and has the focus back when it closes', async () => {
    await visit('/runs')
    await state().click()
    await state().click()
    expect(await state().getAttribute('aria-busy')).toBe('true')
    expect(await page.getByRole('listbox').count()).toBe(0)
    await arrives()
    await page.getByRole('option', { name: 'Completed', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await getsFocus(state())
  })

  test('a select takes an arrow key, and then keys that choose', async () => {
    await visit('/runs')
    await tabTo(page, /^State$/)
    await page.keyboard.press('ArrowDown')
    await arrives()
    await getsFocus(page.getByRole('listbox'))
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('state')).not.toBeNull()
  })

  test('what only has the focus keeps it, and stays closed', async () => {
    await visit('/runs')
    await tabTo(page, /^State$/)
    await arrives()
    await page.locator('[data-toasts]').waitFor({ state: 'attached' })
    await getsFocus(state())
    expect(await state().getAttribute('aria-expanded')).toBe('false')
  })

  test('what was pressed and left does not open', async () => {
    await visit('/runs')
    await state().click()
    await page.getByRole('combobox', { name: 'Action' }).focus()
    await arrives()
    await page.locator('[data-toasts]').waitFor({ state: 'attached' })
    await getsFocus(page.getByRole('combobox', { name: 'Action' }))
    expect(await page.getByRole('listbox').count()).toBe(0)
  })

  test('a press during which it comes opens it', async () => {
    await visit('/runs')
    await state().hover()
    await page.mouse.down()
    await arrives()
    await page.locator('[data-toasts]').waitFor({ state: 'attached' })
    await page.mouse.up()
    await page.getByRole('option', { name: 'Completed', exact: true }).waitFor()
  })

  test('a combobox that was pressed opens when it comes, and can be typed into', async () => {
    await visit(await firstAction())
    const value = page.getByRole('combobox', { name: /^Value for / }).first()
    await value.click()
    await arrives()
    await page.getByRole('option', { name: 'Leave empty' }).waitFor()
    await getsFocus(value)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('no such field')
    await page.getByText('No matches.').waitFor()
  })

  const nameOf = (value: Locator) => value.evaluate((input: HTMLInputElement) => input.value)

  test('what is typed into a combobox before it comes is kept, filters the list, and is gone on with', async () => {
    await visit(await firstAction())
    const value = page.getByRole('combobox', { name: /^Value for / }).first()
    const label = await nameOf(value)
    await value.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('lempty')
    for (const _ of 'empty') await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('eave')
    expect(await nameOf(value)).toBe('leaveempty')
    await page.keyboard.press('Enter')
    await arrives()
    await page.getByRole('option', { name: 'Leave empty' }).waitFor({ state: 'detached' })
    await page.getByText('No matches.').waitFor()
    await getsFocus(value)
    await page.keyboard.type(' ')
    expect(await nameOf(value)).toBe('leave empty')
    await page.getByRole('option', { name: 'Leave empty' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => nameOf(value)).toBe(label)
  })

  test('a combobox that was tabbed to takes what is typed, and waits for an input method', async () => {
    await visit(await firstAction())
    await tabTo(page, /^Value for /)
    const value = page.locator('input:focus')
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: 'fix', selectionStart: 3, selectionEnd: 3 })
    await arrives()
    await page.locator('[data-toasts]').waitFor({ state: 'attached' })
    expect(await nameOf(value)).toBe('fix')
    await keyboard.send('Input.insertText', { text: 'fixed' })
    await page.getByRole('option', { name: 'A fixed value' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    expect(await nameOf(value)).toBe('fixed')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => nameOf(page.getByRole('combobox', { name: /^Value for / }).first())).toBe('A fixed value')
  })

  test('what was typed and left is dropped', async () => {
    await visit(await firstAction())
    const value = page.getByRole('combobox', { name: /^Value for / }).first()
    const label = await nameOf(value)
    await value.click()
    await page.keyboard.type('x')
    await page.getByRole('tab').first().focus()
    expect(await nameOf(value)).toBe(label)
    await arrives()
    await page.locator('[data-toasts]').waitFor({ state: 'attached' })
    expect(await nameOf(value)).toBe(label)
    expect(await page.getByRole('listbox').count()).toBe(0)
  })

  test.each(['Control+a Delete', ''])(
    'a combobox in which nothing is typed (%s) keeps what was chosen',
    async (keys) => {
      await visit(await firstAction())
      const value = page.getByRole('combobox', { name: /^Value for / }).first()
      const label = await nameOf(value)
      await value.click()
      for (const key of keys.split(' ').filter(Boolean)) await page.keyboard.press(key)
      await arrives()
      await page.getByRole('option', { name: 'Leave empty' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      expect(await nameOf(value)).toBe(label)
      expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    },
  )

  test('a toast waits for its list, and can be closed by everyone', async () => {
    await page.route(/\/assets\/api-keys-[\w-]+\.js$/, (route) => route.abort())
    await visit('/developers')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await page.getByText('Part of the page could not be loaded').count()).toBe(0)
    await arrives()
    const toast = page.locator('[data-toasts]').filter({ hasText: 'Part of the page could not be loaded' })
    await toast.getByRole('button', { name: 'Close' }).click()
    await toast.waitFor({ state: 'detached' })
  })

  test('a menu that was pressed opens when it comes', async () => {
    await visit(await firstAction())
    await tabTo(page, /^More$/)
    await page.keyboard.press('Space')
    await arrives()
    await getsFocus(page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await getsFocus(page.getByRole('button', { name: 'More', exact: true }))
  })

  test('a file that could not be had is fetched again at the next press', async () => {
    await visit('/runs')
    const alert = page.getByRole('alert').filter({ hasText: 'Part of the page could not be loaded' })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const _ of [1, 2]) {
      for (const route of held.splice(0)) await route.abort()
      await alert.waitFor()
      const press = async () => {
        await state().click()
        return held.length
      }
      await expect.poll(press).toBe(1)
    }
    await arrives()
    await page.getByRole('option', { name: 'Completed', exact: true }).waitFor()
    await alert.waitFor({ state: 'detached' })
  })

  test('a file that cannot be had is reported, and works after a reload', async () => {
    await visit('/runs')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const route of held.splice(0)) await route.abort()
    const alert = page.getByRole('alert').filter({ hasText: 'Part of the page could not be loaded' })
    await alert.waitFor()
    await page.unroute(popupFile)
    await alert.getByRole('button', { name: 'Reload page' }).click()
    await alert.waitFor({ state: 'detached' })
    await state().click()
    await page.getByRole('option', { name: 'Completed', exact: true }).waitFor()
  })
})
