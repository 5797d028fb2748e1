import type { Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest } from '#test/dashboard/at-rest.ts'
import { fails } from '#test/dashboard/fails.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { forgetPeak, memoryOf } from '#test/memory-of.ts'
import { ask, createRecords, createTemplate, openEditor } from './editor.test-kit.ts'

/** The title is cut off where it is long, and the ground can be dragged: it is the only red thing. */
const card = {
  schema: 1,
  name: 'Card',
  width: 600,
  height: 400,
  background: '#ffffff',
  layers: [
    { type: 'rectangle', name: 'Ground', x: 0, y: 200, width: 300, height: 200, fill: '#ff0000' },
    { type: 'text', name: 'Title', x: 20, y: 20, width: 300, height: 50, text: { bind: 'Name' }, fit: 'truncate' },
  ],
}

const [WORST, CUT] = [
  'The longest name of all of the products in this shop',
  'A name that is cut off as well, as it is long',
]
const nameOf = (n: number) => (n === 11 ? CUT.repeat(3) : n === 3 ? WORST.repeat(9) : `Cup ${n}`)

/** Which tiles show red at a place, as shares of their sides: one letter each, `-` while a tile is not drawn. */
function redOf(tiles: Locator, [x, y]: readonly [number, number]): Promise<string> {
  return tiles.evaluateAll(
    (canvases, [x, y]) =>
      canvases
        .map((canvas) => {
          if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return '-'
          const at = [Math.floor(canvas.width * x), Math.floor(canvas.height * y), 1, 1] as const
          const [red, green, , alpha] = canvas.getContext('2d')?.getImageData(...at).data ?? []
          return alpha !== 255 ? '-' : red === 255 && green === 0 ? 'r' : 'w'
        })
        .join(''),
    [x, y] as const,
  )
}

/** The processes of all pages of a browser. */
async function renderersOf(page: Page): Promise<number[]> {
  const devTools = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devTools?.send('SystemInfo.getProcessInfo')) ?? {}
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Lets the page rest as often as the whole sheet would need. */
function letRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let n = 0; n < 60; n++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
}

describe.skipIf(chromiumPath === undefined)('the contact sheet', { timeout: 240_000 }, () => {
  const opened = useDashboard({ isShared: true, expected: ['503'] })

  async function openShop(records: Parameters<typeof createRecords>[2], design: object = card) {
    const { visitor, dashboard } = opened
    const { origin } = dashboard
    const id = await createTemplate(visitor, origin, design)
    const body = { preview_source: await createRecords(visitor, origin, records) }
    await ask(visitor, `${origin}/v1/templates/${id}`, { method: 'PATCH', body })
    return openEditor(visitor, { origin, id })
  }

  const products = {
    fields: [{ name: 'Name', kind: 'text' }],
    rows: Array.from({ length: 30 }, (_, n) => ({ Name: nameOf(n) })),
  }

  test('80: shows 24 records, marks and sorts them, follows edits but no hand, and opens one', async () => {
    const editor = await openShop(products)
    const { page, canvas } = editor
    const list = page.getByRole('list', { name: 'Contact sheet' })
    const tiles = list.locator('canvas')
    const button = (name: string | RegExp) => list.getByRole('button', { name })
    const order = () =>
      list.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.slice(0, 6)))
    const red = (letter: string, count = 24) => letter.repeat(count)

    await editor.saved()
    await canvas.focus()
    await page.keyboard.press('g')
    await expect.poll(() => list.getByRole('button').count()).toBe(24)
    await expect.poll(() => redOf(tiles, [0.25, 0.75]), { timeout: 30_000 }).toBe(red('r'))
    await page.getByText('2 of 24 records have warnings').first().waitFor()

    // Words on hover, and in the name.
    await button(/^A name.*, 1 warning$/).hover()
    await page
      .getByRole('tooltip')
      .filter({ hasText: /Title: The text does not fit/ })
      .waitFor()

    // Sorted, the second one that is cut off comes from its place in the table to the front.
    const before = await order()
    expect(before.indexOf('A name')).toBeGreaterThan(1)
    await page.getByText('Unusual values first').waitFor()
    await page.getByRole('button', { name: 'Sort by fit' }).click()
    await page.getByText('Unusual values first').waitFor({ state: 'detached' })
    await expect.poll(async () => (await order()).slice(0, 2).toSorted()).toEqual(['A name', 'The lo'])

    // While the pointer holds the layer, the canvas follows and no tile does, however long the page rests.
    const [from, to] = [await editor.at(150, 300), await editor.at(450, 300)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    const dragged = canvas.locator('canvas').first()
    await expect.poll(() => redOf(dragged, [0.75, 0.75])).toBe('r')
    await letRest(page)
    expect(await redOf(tiles, [0.75, 0.75])).toBe(red('w'))
    await page.mouse.up()
    await expect.poll(() => redOf(tiles, [0.75, 0.75])).toBe(red('r'))

    // An edit that fixes every record changes the marks, and no tile changes its place until one asks.
    const sorted = await order()
    await editor.layer('Title').click()
    await page.keyboard.press('Delete')
    await page.getByText('No warnings in 24 records').first().waitFor()
    expect(await order()).toEqual(sorted)
    await page.getByRole('button', { name: 'Sort again' }).click()
    await expect.poll(order).toEqual(before)
    const sorting = page.getByRole('button', { name: 'Sort by fit' })
    await expect.poll(() => sorting.evaluate((own) => own === document.activeElement)).toBe(true)
    await canvas.focus()
    await page.keyboard.press('Control+z')
    await page.getByText('2 of 24 records have warnings').first().waitFor()
    await page.getByRole('button', { name: 'Sort by fit' }).click()

    // A click opens a record; the keys of the stepper and the arrows of the list lead on.
    const current = list.locator('[aria-current=true]')
    const chosen = page.getByRole('button', { name: /^Choose record: / })
    await button('Cup 7').click()
    await expect.poll(() => current.getAttribute('aria-label')).toBe('Cup 7')
    await chosen.filter({ hasText: /^Cup 7$/ }).waitFor()
    await page.keyboard.press('.')
    await expect.poll(() => current.getAttribute('aria-label')).toBe('Cup 8')
    const shown = await order()
    const previous = shown[shown.indexOf('Cup 7') - 1]
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect.poll(() => current.getAttribute('aria-label')).toBe(previous)
    const said = page.getByRole('status', { name: 'Contact sheet' }).filter({ hasText: `Current record: ${previous}.` })
    await said.waitFor({ state: 'attached' })
    // The other records are on a page of their own, where the next one of the stepper leads.
    await page.getByRole('button', { name: 'More records' }).click()
    await expect.poll(() => list.getByRole('button').count()).toBe(6)
    await expect.poll(() => redOf(tiles, [0.75, 0.75])).toBe(red('r', 6))
    // A tile takes as much room as was reckoned with: else the list scrolls where all fit.
    const heightOf = (each: Locator) => each.evaluate((own: HTMLElement) => own.offsetHeight)
    await expect.poll(async () => (await heightOf(button('Cup 24'))) - (await heightOf(tiles.first()))).toBe(22)
    await page.getByRole('button', { name: 'Previous records' }).click()
    const focused = () => list.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await button('Cup 23').click()
    await page.keyboard.press('.')
    await expect.poll(focused).toBe('Cup 24')
    await page.keyboard.press(',')
    await expect.poll(focused).toBe('Cup 23')
    // No arrow moves the selected layer from here.
    await editor.layer('Title').click()
    await button('Cup 23').focus()
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowDown', 'Control+Alt+ArrowRight']) await page.keyboard.press(key)
    await atRest(page)
    await editor.saved()
    expect(await editor.stored('Title')).toMatchObject({ x: 20, y: 20, width: 300 })

    // It is open again and sorted on the next visit, and says why there is nothing to see.
    await sorting.click()
    await editor.saved()
    await page.route('**/v1/template-preview/records', fails('The table does not answer'))
    await page.reload()
    await editor.drawn()
    const sheet = page.getByRole('region', { name: 'Contact sheet' })
    await sheet.getByRole('alert').filter({ hasText: 'The table does not answer' }).waitFor()
    await page.unroute('**/v1/template-preview/records')
    await sheet.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => list.getByRole('button').count()).toBe(24)
    await expect.poll(async () => (await order()).slice(0, 2).toSorted()).toEqual(['A name', 'The lo'])
    await sheet.getByRole('button', { name: 'Close contact sheet' }).click()
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => canvas.evaluate((own) => own === document.activeElement)).toBe(true)
  })

  test('5, 80, 90: who only reads sees the sheet and the versions, and neither restores nor publishes', async () => {
    const { visitor, dashboard } = opened
    const { origin } = dashboard
    const { id } = await openShop(products)
    await ask(visitor, `${origin}/v1/templates/${id}`, {
      method: 'PATCH',
      body: { design: { ...card, background: '#fefefe' } },
    })
    const guest = await dashboard.viewer(['401', '403'])
    const { page } = guest
    const editor = await openEditor(guest, { origin, id })
    await page.getByText('View only').waitFor()
    await editor.canvas.focus()
    await page.keyboard.press('g')
    const list = page.getByRole('list', { name: 'Contact sheet' })
    await expect.poll(() => redOf(list.locator('canvas'), [0.25, 0.75])).toBe('r'.repeat(24))
    await page.getByRole('button', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions' })
    const buttons = async (place: Locator) => {
      await place.getByRole('button', { name: 'What changed' }).waitFor()
      const names = await place.getByRole('list', { name: 'Versions' }).getByRole('button').allInnerTexts()
      return [...names, ...(await place.getByRole('link').allInnerTexts())]
    }
    expect(await buttons(dialog)).toEqual(['What changed'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
    await page.goto(`${origin}/templates/${id}?tab=versions`)
    const tab = page.getByRole('tabpanel', { name: 'Versions' })
    expect(await buttons(tab)).toEqual(['What changed'])
    expect(await page.getByRole('button', { name: /Publish/ }).count()).toBe(0)
  })

  test('80: two dozen photos of 12 MP are loaded a few at a time, while the page is edited, and are not kept as they are', async () => {
    const { visitor, dashboard } = opened
    const { page, context } = visitor
    const rows: object[] = []
    for (let n = 0; n < 24; n++) {
      const background = { r: 255, g: 0, b: n }
      const data = await sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
        .png()
        .toBuffer()
      const answer = await context.request.post(`${dashboard.origin}/v1/assets?filename=${n}.png`, {
        data,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' },
      })
      const { src: url } = await answer.json()
      rows.push({ Name: nameOf(n), Photo: [{ url, filename: `${n}.png` }] })
    }
    const photo = { type: 'image', name: 'Photo', x: 0, y: 0, width: 600, height: 200, src: { bind: 'Photo' } }
    const fields = [...products.fields, { name: 'Photo', kind: 'attachments' }]
    const held: Route[] = []
    let isHeld = true
    // What earlier tests of this browser took does not count.
    for (const pid of await renderersOf(page)) forgetPeak(pid)
    await page.route('**/v1/assets/*/content', (route) => (isHeld ? void held.push(route) : route.continue()))
    const editor = await openShop({ fields, rows }, { ...card, layers: [...card.layers, photo] })
    await editor.saved()
    await editor.canvas.focus()
    await page.keyboard.press('g')
    const tiles = page.getByRole('list', { name: 'Contact sheet' }).locator('canvas')
    // One is that of the page itself.
    await expect.poll(() => held.length).toBeGreaterThan(1)
    await editor.drag([150, 300], [450, 300])
    await expect.poll(async () => (await editor.stored('Ground'))?.x).toBe(300)
    await letRest(page)
    expect(held.length).toBeLessThanOrEqual(5)
    isHeld = false
    for (const route of held) await route.continue()
    await expect.poll(() => redOf(tiles, [0.5, 0.25])).toBe('r'.repeat(24))
    await editor.canvas.focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => redOf(tiles, [0.25, 0.75])).toBe('r'.repeat(24))
    // As pixels, all of them would take 1,100 MiB.
    const peaks = (await renderersOf(page)).map((pid) => memoryOf(pid).peakMib)
    expect(Math.max(...peaks)).toBeLessThan(900)
    await page.unroute('**/v1/assets/*/content')
  })
})
