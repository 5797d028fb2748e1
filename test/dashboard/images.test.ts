import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('images', () => {
  let dashboard: Dashboard
  let visitor: Visitor

  beforeAll(async () => {
    dashboard = await openDashboard()
    visitor = await dashboard.owner()
  })
  afterAll(() => dashboard?.close())

  test('fill a gallery as they are made, filtered by the address', async () => {
    const { page } = visitor
    await visitor.visit('/gallery')
    const tiles = page.getByRole('button', { name: /^Image of/ })
    await expect.poll(() => tiles.count(), patiently).toBe(11)
    expect(await visitor.look('images')).toEqual([])
    await visitor.visit('/gallery?template=tpl_nothing')
    await page.getByText('No image matches these filters').waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await page.getByRole('link', { name: 'Clear the filters' }).click()
    await expect.poll(() => tiles.count(), patiently).toBe(11)
  })

  test('by keyboard: arrows walk, Enter opens, arrows step, Escape leads back', async () => {
    const { page } = visitor
    const tiles = page.getByRole('button', { name: /^Image of/ })
    await tiles.first().focus()
    await page.keyboard.press('ArrowRight')
    const second = (await tiles.nth(1).textContent()) ?? ''
    const third = (await tiles.nth(2).textContent()) ?? ''
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patiently).toBe(second)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: second }).waitFor(patiently)
    await page.keyboard.press('ArrowRight')
    const viewer = page.getByRole('dialog', { name: third })
    await viewer.getByText('Social card · version 1').waitFor(patiently)
    expect(await visitor.look('image')).toEqual([])
    await page.reload()
    await viewer.waitFor(patiently)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })

  test('a file is kept under the name of what it shows', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Image of Stoneware Teapot' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download', patiently),
      page.getByRole('link', { name: 'Download the JPEG file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Stoneware Teapot.jpg')
  })

  test('the run is a press away, and leads back to its images', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Open the run' }).click()
    await page.getByRole('link', { name: 'Images of this run' }).click()
    await page.waitForURL('**/gallery?run=*')
    await page
      .getByRole('button', { name: /^Image of/ })
      .nth(10)
      .waitFor(patiently)
  })

  test('one is deleted once that is confirmed', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Image of Gift Card' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    expect(await visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Delete the image' }).click()
    await page.getByText('The image is deleted').waitFor(patiently)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('button', { name: /^Image of/ }).count(), patiently).toBe(10)
    expect(visitor.troubles).toEqual([])
  })

  test('what cannot be read says so', async () => {
    const other = await dashboard.owner(['404'])
    await other.page.route('**/images/img_*/*', (route) => route.fulfill({ status: 404 }))
    await other.visit('/gallery')
    await other.page.getByRole('img', { name: 'The file cannot be read: Stoneware Teapot' }).waitFor(patiently)
    expect(await other.look('images-unreadable')).toEqual([])
    await other.visit('/gallery?image=img_nothing')
    await other.page.getByRole('dialog').getByRole('alert').waitFor(patiently)
    expect(other.troubles).toEqual([])
  })
})
