import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, type EditorScreen, editorOn } from './editor.test-kit.ts'

declare global {
  /** Presses of the pointer and of keys that write nothing. */
  var presses: number | undefined
}

const photo = (name: string) => join(import.meta.dirname, '../../../examples/photos', `${name}.jpg`)

const TOO_LONG = `A mug ${'that holds more tea than anyone drinks '.repeat(5)}`
const products = 12
const hints = { picture: /^Drop a photo/, data: /^Open Data/, publish: /^Publish when/ }

/** Counts as the page is told: what a person does, and nothing that a script does to the page. */
async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.presses = Number(sessionStorage.getItem('presses'))
    const count = ({ isTrusted }: Event) => {
      if (!isTrusted) return
      globalThis.presses = (globalThis.presses ?? 0) + 1
      sessionStorage.setItem('presses', String(globalThis.presses))
    }
    // A file that is dropped was pressed on elsewhere.
    for (const type of ['pointerdown', 'drop']) addEventListener(type, count, true)
    const isTyping = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey
    addEventListener('keydown', (event) => !isTyping(event) && count(event), true)
  })
}

describe.skipIf(chromiumPath === undefined)('a first template', { timeout: 300_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  /** A table of products with photos, of which one has a name that no card has room for. */
  async function shop(): Promise<string> {
    const { visitor, dashboard } = opened
    const post = (path: string, body: object) => ask(visitor, dashboard.origin + path, { method: 'POST', body })
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg' }
    const asset = `${dashboard.origin}/v1/assets?filename=mug.jpg`
    const uploaded = await visitor.context.request.post(asset, { data: await readFile(photo('mug')), headers })
    const { src } = await uploaded.json()
    const kinds = { Name: 'text', Price: 'number', Photo: 'attachments', Description: 'text', Badge: 'text' }
    const fields = Object.entries(kinds).map(([name, kind]) => ({ name, kind }))
    const { id } = await post('/v1/tables', { name: 'Products', fields })
    const rows = Array.from({ length: products }, (_, index) => ({
      ...{ Name: index === 6 ? TOO_LONG : `Mug ${index}`, Price: 10 + index, Badge: 'New' },
      ...{ Photo: [{ url: src, filename: 'mug.jpg' }], Description: 'Holds tea.' },
    }))
    await post(`/v1/tables/${id}/rows`, { rows })
    await post('/v1/connections', { name: 'Our tables', source: 'table', settings: {} })
    return id
  }

  /** A file of the desktop. */
  async function dropFile({ page, at }: EditorScreen, path: string, place: readonly [number, number]) {
    const cdp = await page.context().newCDPSession(page)
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, ...(await at(...place)), data })
    await cdp.detach()
  }

  const panelOf = ({ page }: EditorScreen) => page.getByRole('tabpanel', { name: 'Data' })
  const hintOn = (page: Page) => page.getByRole('note', { name: 'Hint' })
  const says = (page: Page, words: RegExp) =>
    expect.poll(() => hintOn(page).allInnerTexts()).toEqual([words].map((each) => expect.stringMatching(each)))
  const saysNothing = (page: Page) => expect.poll(() => hintOn(page).count()).toBe(0)

  async function dragPrice(editor: EditorScreen, [x, y]: readonly [number, number]) {
    const { page } = editor
    const box = await panelOf(editor)
      .getByRole('listitem')
      .filter({ hasText: /^Price/ })
      .boundingBox()
    const to = await editor.at(x, y)
    if (!box) throw new Error('Price is not shown')
    await page.mouse.move(box.x + 40, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move((box.x + to.x) / 2, to.y, { steps: 3 })
    await page.mouse.move(to.x, to.y, { steps: 3 })
    await editor.canvas.getByText('Insert Price as Text').waitFor()
    await page.mouse.up()
  }

  /** From the page of templates to a starter that is open in the editor. */
  async function begin(page: Page): Promise<EditorScreen> {
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog', { name: 'New template' })
    await dialog.getByText('Instagram post').click()
    await dialog.getByRole('button', { name: /^Square product card/ }).click()
    await page.waitForURL('**/edit**')
    const editor = editorOn(opened.visitor, new URL(page.url()).pathname.split('/').at(-2) ?? '')
    await editor.drawn()
    return editor
  }

  test('103: from New template to images in less than 60 clicks and keys, without JSON', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const tableId = await shop()
    await countPresses(page)
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await visitor.visit('/templates')
    const editor = await begin(page)
    const { inspector, canvas } = editor
    const url = `${dashboard.origin}/v1/templates/${editor.id}`
    const sample = async () => (await ask(visitor, url)).sample

    // The photo fills a field: it becomes the sample of that, in one step.
    await says(page, hints.picture)
    const before = await sample()
    await dropFile(editor, photo('vase'), [540, 350])
    await says(page, hints.data)
    await expect.poll(async () => (await sample()).Photo).not.toBe(before.Photo)
    const { Photo } = await sample()
    expect(Photo).toMatch(/^asset:/)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await sample()).Photo).toBe(before.Photo)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await sample()).Photo).toBe(Photo)

    const title = await editor.at(130, 860)
    await page.mouse.dblclick(title.x, title.y)
    await page.getByRole('textbox', { name: 'Sample value of Name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Glass vase')
    // Nor can it be reached.
    await saysNothing(page)
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await sample()).Name).toBe('Glass vase')

    // What was done is hinted at no more, in any page.
    await editor.saved()
    await page.reload()
    await editor.drawn()
    await says(page, hints.data)
    await page.getByRole('tab', { name: 'Data' }).click()
    await panelOf(editor).getByRole('button', { name: 'Products' }).click()
    await page.getByText(`1 of ${products}`).waitFor()
    await saysNothing(page)
    await dragPrice(editor, [800, 110])
    await says(page, hints.publish)
    await expect.poll(() => editor.stored('Price 2')).toMatchObject({ type: 'text', text: { bind: 'Price' } })
    const size = inspector.getByRole('textbox', { name: 'Size', exact: true })
    await size.click({ clickCount: 3 })
    await page.keyboard.type('90')
    await page.keyboard.press('Enter')
    await inspector.getByRole('button', { name: 'Pick Fill' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /#f0322b/i })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect.poll(() => editor.stored('Price 2')).toMatchObject({ fontSize: 90, fill: '#f0322b' })

    // The worst record comes first.
    const warning = canvas.getByText(/^The text does not fit/)
    await warning.waitFor()
    for (let record = 2; record <= products; record++) {
      await page.getByRole('button', { name: 'Next record' }).click()
      await page.getByText(`${record} of ${products}`).waitFor()
    }
    await warning.waitFor({ state: 'detached' })
    await panelOf(editor).getByRole('button', { name: 'Longest' }).click()
    await warning.waitFor()
    await page.mouse.dblclick(title.x, title.y)
    await page.getByRole('button', { name: "Edit this record's value" }).click()
    const value = page.getByRole('dialog', { name: /^Name of / })
    await value.getByRole('textbox', { name: 'Name' }).fill('A large mug')
    await value.getByRole('button', { name: 'Save value' }).click()
    await warning.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const publishing = page.getByRole('dialog', { name: 'Publish template' })
    await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 2 is published.').waitFor()
    await saysNothing(page)
    await page.getByRole('button', { name: 'Use in an action' }).click()
    await page.waitForURL(`**/actions/new?**`)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('template'), searchParams.get('table')]).toEqual([editor.id, tableId])
    await page.getByRole('button', { name: 'Create action' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.waitForURL('**/runs/run_**')
    await page.getByRole('link', { name: new RegExp(`^Rendered ${products}`) }).waitFor()
    await page.getByRole('link', { name: 'Images', exact: true }).click()
    const images = page.getByRole('button', { name: /^Image of/ }).locator('img')
    const drawn = () => images.evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth > 0))
    await expect.poll(drawn).toEqual(Array.from({ length: products }, () => true))
    const pressed = await page.evaluate(() => globalThis.presses ?? 0)
    // A counter that counts nothing would do, else.
    expect(pressed).toBeGreaterThan(20)
    expect(pressed).toBeLessThan(60)
    expect(errors).toEqual([])

    // Who has done it all is told nothing again.
    await visitor.visit('/templates')
    const second = await begin(page)
    await dropFile(second, photo('vase'), [540, 350])
    await second.saved()
    expect(await hintOn(page).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.dataset.coach)).toBeUndefined()

    // In another browser they are closed by keyboard, which goes on from the canvas.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await second.drawn()
    for (const hint of [hints.picture, hints.data]) {
      await says(page, hint)
      await hintOn(page).getByRole('button').press('Enter')
    }
    await saysNothing(page)
    await getsFocus(second.canvas)
  })
})
