import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest } from './at-rest.ts'
import type { Visitor } from './browser.ts'
import { tabTo } from './by-keyboard.ts'
import { type Dashboard, openDashboard, ownerLogIn } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(chromiumPath === undefined)('the first run', () => {
  let dashboard: Dashboard
  let visitor: Visitor

  beforeAll(async () => {
    dashboard = await openDashboard()
    visitor = await dashboard.visitor(['401', 'ERR_INTERNET_DISCONNECTED'])
  })
  afterAll(() => dashboard?.close())

  test('shows the way to somebody who comes without the link', async () => {
    await visitor.visit('/')
    await visitor.page.waitForURL('**/log-in?next=*')
    await visitor.page.getByText('Open the one-time link').waitFor()
    expect(await visitor.look('log-in')).toEqual([])
    await visitor.visit('/setup')
    await visitor.page.getByText('The token is missing from this URL').waitFor()
  })

  test('the link sets a password and lands on Home, with the images of the sample and its one failure', async () => {
    const { page } = visitor
    const { pathname, search } = new URL(dashboard.setupLink)
    await visitor.visit(pathname + search)
    await page.getByLabel('Your name').fill(ownerLogIn.name)
    await page.getByLabel('Email').fill(ownerLogIn.email)
    await page.getByLabel('Password', { exact: true }).fill(ownerLogIn.password)
    expect(await visitor.look('first-run')).toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor(patiently)
    await page
      .getByRole('img', { name: /^Image of/ })
      .nth(10)
      .waitFor(patiently)
    await page.getByText('The image in field Photo is incomplete').waitFor(patiently)
    await page.getByRole('region', { name: 'Get started' }).getByText('1 of 5 done').waitFor(patiently)
    const drawn = page.getByRole('img', { name: 'Image of Stoneware Teapot' })
    await expect.poll(() => drawn.evaluate((image) => Reflect.get(image, 'naturalWidth')), patiently).toBe(480)
    expect(await visitor.look('home')).toEqual([])
  })

  test('Run again fills the tiles live', async () => {
    const { page } = visitor
    const images = page.getByRole('img', { name: /^Image of/ })
    const first = images.first()
    const before = await first.getAttribute('src')
    // Looked for from before, because it may be over soon.
    const rendering = page
      .getByRole('img', { name: /^Rendering / })
      .first()
      .waitFor(patiently)
    await Promise.all([rendering, page.getByRole('button', { name: 'Run again' }).click()])
    await page.getByRole('button', { name: 'Run again' }).waitFor(patiently)
    await expect.poll(() => images.count(), patiently).toBe(11)
    await expect.poll(() => first.getAttribute('src')).not.toBe(before)
  })

  test('a run of some records is not taken for all of them', async () => {
    const { page, context } = visitor
    const { origin } = dashboard
    const { results } = await (await context.request.get(`${origin}/v1/actions`)).json()
    const options = { data: { limit: 1 }, headers: { origin } }
    const run = await (await context.request.post(`${origin}/v1/actions/${results[0].id}/runs`, options)).json()
    const stateOf = async () => (await (await context.request.get(`${origin}/v1/runs/${run.id}`)).json()).state
    await expect.poll(stateOf, patiently).toBe('completed')
    await visitor.visit('/')
    await page.getByRole('button', { name: 'Fix and retry' }).waitFor(patiently)
    await expect.poll(() => page.getByRole('img', { name: /^Image of/ }).count(), patiently).toBe(11)
  })

  test('Fix and retry mends the record that failed', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Fix and retry' }).click()
    await page.getByRole('button', { name: 'Remove' }).waitFor(patiently)
    expect(await visitor.look('fix')).toEqual([])
    // A picture that is still on its way is not left out.
    const uploading = Promise.withResolvers<Route>()
    await page.route('**/v1/assets?*', uploading.resolve, { times: 1 })
    const file = { name: 'dot.png', mimeType: 'image/png', buffer: dot }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    const upload = await uploading.promise
    await page.getByRole('button', { name: 'Save and retry', disabled: true }).waitFor(patiently)
    await upload.continue()
    await page.getByRole('dialog').getByText('dot.png').waitFor(patiently)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Save and retry' }).click()
    await page.getByRole('img', { name: 'Image of Pocket Speaker' }).waitFor(patiently)
    await page.getByText('Every record has its image.').waitFor(patiently)
  })

  test('the palette and the shortcuts open by keyboard', async () => {
    const { page } = visitor
    // Keys go to the dialog of the test before until it has closed.
    await expect.poll(() => page.getByRole('dialog').count(), patiently).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages and actions' }).fill('product')
    await page.getByRole('option', { name: /^Run “/ }).waitFor()
    expect(await visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count(), patiently).toBe(0)
    await page.keyboard.press('?')
    await page.getByText('Go to Home').waitFor()
    expect(await visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('a session that has ended is begun again on the same page', async () => {
    const { page, context } = visitor
    await context.clearCookies()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await page.getByLabel('Email').fill(ownerLogIn.email)
    await page.getByLabel('Password', { exact: true }).fill(ownerLogIn.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached', ...patiently })
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('a server that is gone is said, and so is nothing once it is back', async () => {
    const { page, context } = visitor
    const banner = page.getByText('The server is unreachable. This page')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Run again' }).click()
    await banner.waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await context.setOffline(false)
    await banner.waitFor({ state: 'detached', ...patiently })
  })

  test('right to left, nothing leaves the window', async () => {
    const { page } = visitor
    await page.evaluate(() => localStorage.setItem('pictable.direction', 'rtl'))
    await visitor.visit('/')
    await page
      .getByRole('img', { name: /^Image of/ })
      .first()
      .waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.evaluate(() => localStorage.removeItem('pictable.direction'))
  })

  test('rows out of a spreadsheet become images in eight presses', async () => {
    const { page } = visitor
    await visitor.visit('/')
    let presses = 0
    const press = async (target: ReturnType<typeof page.getByRole>) => {
      presses++
      await target.click(patiently)
    }
    await press(page.getByRole('link', { name: /^Use your own table/ }))
    await press(page.getByRole('link', { name: /^Built-in table/ }))
    await page.getByLabel('Rows of a spreadsheet').fill('Name\tPrice\nOur own vase\t24.5\nOur own bowl\t7')
    await press(page.getByRole('button', { name: 'Create table' }))
    // That of the sample aside, there is no connection to our own tables yet.
    const known = await (await visitor.context.request.get(`${dashboard.origin}/v1/connections`)).json()
    await page.route('**/v1/connections?*', async (route) => {
      const { results, next } = await (await route.fetch()).json()
      const isNew = ({ id }: { id: string }) => !known.results.some((one: { id: string }) => one.id === id)
      await route.fulfill({ json: { results: results.filter(isNew), next } })
    })
    await press(page.getByRole('button', { name: 'Create images from it' }))
    await press(page.getByRole('button', { name: 'Social card' }))
    await press(page.getByRole('button', { name: 'Create action' }))
    await press(page.getByRole('button', { name: 'Run now' }))
    await press(page.getByRole('button', { name: 'Start', exact: true }))
    const own = page.getByRole('row', { name: /Our own vase/ }).locator('img')
    await expect.poll(() => own.evaluate((image) => Reflect.get(image, 'naturalWidth')), patiently).toBeGreaterThan(0)
    expect(presses).toBe(8)
  })

  test('a link that was used leads to the log-in', async () => {
    const other = await dashboard.visitor(['403'])
    const { pathname, search } = new URL(dashboard.setupLink)
    await other.visit(pathname + search)
    await other.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor(patiently)
    expect(await other.look('link-used')).toEqual([])
    await other.page.getByRole('link', { name: 'Go to log in' }).click()
    await other.page.waitForURL('**/log-in*')
    expect(other.troubles).toEqual([])
    await other.context.close()
  })

  test('Log out asks before what was typed is left; it is offered to them again, and to nobody else', async () => {
    const { page, context } = visitor
    const { origin } = dashboard
    const headers = { origin }
    const invited = await context.request.post(`${origin}/v1/users`, {
      headers,
      data: { name: 'Grace', email: 'grace@example.com', role: 'editor' },
    })
    const { link } = await invited.json()
    const logOut = async () => {
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor(patiently)
      expect(await visitor.axe()).toEqual([])
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    }
    const recent = async () => {
      await visitor.visit('/')
      await page.keyboard.press('ControlOrMeta+k')
      const options = page.getByRole('option')
      await options.filter({ hasText: 'Templates' }).first().waitFor(patiently)
      await atRest(page)
      return options.getByText('Social card', { exact: true }).count()
    }
    await visitor.visit('/templates')
    await page.getByRole('link', { name: /^(?!Edit).*Social card/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Social card' }).waitFor(patiently)
    const { pathname } = new URL(page.url())
    await expect.poll(() => recent()).toBe(1)

    await visitor.visit(pathname)
    await page.getByRole('button', { name: 'Source (JSON)' }).click()
    await page.getByRole('textbox', { name: 'Source' }).waitFor(patiently)
    await tabTo(page, /^Source$/)
    await page.keyboard.insertText(' ')
    await logOut()
    await page.getByRole('button', { name: 'Stay', exact: true }).click()
    expect((await context.request.get(`${origin}/v1/me`)).status()).toBe(200)
    await logOut()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.waitForURL('**/log-in*')
    await visitor.visit('/')
    await page.waitForURL('**/log-in?next=*')

    const token = new URL(link).searchParams.get('token')
    const redeemed = await context.request.post(`${origin}/v1/links/redeem`, {
      headers,
      data: { token, password: 'four words of hers' },
    })
    expect(redeemed.status()).toBe(201)
    await expect.poll(() => recent()).toBe(0)
    await visitor.visit(pathname)
    await page.getByRole('img', { name: 'Design preview' }).waitFor(patiently)
    await expect.poll(() => page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
    await visitor.visit('/log-out')
    expect((await context.request.get(`${origin}/v1/me`)).status()).toBe(200)
    expect(await visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/log-in*')

    const { email, password } = ownerLogIn
    await context.request.post(`${origin}/v1/session`, { headers, data: { email, password } })
    await visitor.visit(pathname)
    await page.getByRole('button', { name: 'Restore' }).waitFor(patiently)
    expect(visitor.troubles).toEqual([])
  })
})
