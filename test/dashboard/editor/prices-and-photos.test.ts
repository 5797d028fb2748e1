import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseTemplate } from '@pictable/renderer/template'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createRecords, createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

const price = { type: 'text', name: 'Price', x: 20, y: 20, width: 300, height: 60, text: { bind: 'Amount' } }
const photo = { type: 'image', name: 'Sampled', x: 400, y: 20, width: 90, height: 60, src: { bind: 'Shown' } }
const fixed = { type: 'image', name: 'Fixed', x: 400, y: 200, width: 90, height: 60, src: 'asset:none' }
const design = { schema: 1, name: 'Card', width: 600, height: 400, layers: [price, photo, fixed] }

const fields = [
  { name: 'Name', kind: 'text' },
  { name: 'Photo URL', kind: 'url' },
  { name: 'Price', kind: 'number' },
]

/** Tables of shops have URLs of photos and plain numbers: no kind says what they are. */
describe.skipIf(chromiumPath === undefined)('prices and photos', { timeout: 120_000 }, () => {
  const opened = useDashboard({
    settings: { PICTABLE_SEED_SAMPLE: 'false', PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' },
    // The asset that does not exist.
    expected: ['404'],
  })
  let host: Server
  let asked = 0

  beforeAll(async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#dd2222' } })
      .png()
      .toBuffer()
    host = createServer((_, response) => {
      asked += 1
      response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void host?.close())

  async function open(): Promise<EditorScreen> {
    const { visitor, dashboard } = opened
    const { port } = host.address() as AddressInfo
    const rows = [{ Name: 'Bowl' }, { Name: 'Teapot', 'Photo URL': `http://127.0.0.1:${port}/photos/1`, Price: 64.9 }]
    const preview_source = await createRecords(visitor, dashboard.origin, { fields, rows })
    const id = await createTemplate(visitor, dashboard.origin, design)
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source } })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return editor
  }

  async function insert({ page }: EditorScreen, name: string): Promise<void> {
    await page.getByRole('button', { name: `${name}: actions` }).click()
    await page.getByRole('menuitem', { name: 'Insert', exact: true }).click()
  }

  test('a field of photo URLs becomes a picture that is drawn, a price has two decimals', async () => {
    const editor = await open()
    await editor.page.getByRole('tab', { name: 'Data' }).click()
    await editor.page.getByText('1 of 2').waitFor()
    await insert(editor, 'Photo URL')
    await expect.poll(() => editor.stored('Photo URL')).toMatchObject({ type: 'image', src: { bind: 'Photo URL' } })
    await expect.poll(() => asked).toBeGreaterThan(0)
    await insert(editor, 'Price')
    const format = { type: 'number', minimumDigits: 2, maximumDigits: 2 }
    await expect.poll(() => editor.stored('Price 2')).toMatchObject({ text: { bind: 'Price', format } })
    await editor.page.getByRole('tab', { name: 'Layers' }).click()
    for (const name of ['Photo URL', 'Price 2']) await editor.layer(name).waitFor()
    parseTemplate((await editor.draft()).design)
  })

  test('the field of a property opens its binding, and choosing a currency gives a valid design', async () => {
    const editor = await open()
    const { page } = editor
    await editor.layer('Price').click()
    await editor.inspector.getByRole('group', { name: 'Text', exact: true }).getByText('Amount').click()
    const binding = page.getByRole('dialog', { name: 'Binding of Text' })
    await binding.getByRole('combobox', { name: 'Format', exact: true }).click()
    await page.getByRole('option', { name: 'Currency', exact: true }).click()
    const text = async () => (await editor.stored('Price'))?.text
    // The browsers of the tests are British.
    await expect.poll(text).toMatchObject({ bind: 'Amount', format: { type: 'currency', currency: 'GBP' } })
    await binding.getByRole('textbox', { name: 'Currency' }).fill('Yen')
    await binding.getByRole('textbox', { name: 'Currency' }).fill('Yen coins')
    await binding.getByText(/^Not applied: Price: Currency is not a currency code/).waitFor()
    await binding.getByRole('textbox', { name: 'Currency' }).fill('CHF')
    await expect.poll(text).toMatchObject({ format: { currency: 'CHF' } })
    parseTemplate((await editor.draft()).design)
  })

  test('the picker of pictures shows its first tab where the one that was open is missing', async () => {
    const editor = await open()
    const { page } = editor
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    const tab = (name: string) => picker.getByRole('tab', { name })
    await editor.layer('Fixed').click()
    await editor.inspector.getByRole('button', { name: 'Choose Picture' }).click()
    await tab('Field').click()
    await expect.poll(() => tab('Field').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    await closes(picker)

    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('button', { name: 'Sample values' }).click()
    await page.getByRole('button', { name: 'Choose Shown' }).click()
    await expect.poll(() => tab('Assets').getAttribute('aria-selected')).toBe('true')
    expect(await picker.getByRole('tab').allInnerTexts()).toEqual(['Assets', 'URL'])
    await picker.getByRole('button', { name: 'Upload a picture' }).waitFor()
  })
})
