import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Visitor } from './browser.ts'
import { useDashboard } from './open-dashboard.ts'

const withId = z.looseObject({ id: z.string() })
const withUrl = z.looseObject({ id: z.string(), url: z.string() })

const design = {
  ...{ schema: 1, width: 1200, height: 630, background: '#1e1b4b' },
  layers: [
    { type: 'text', name: 'Name', x: 60, y: 60, width: 700, height: 200, fill: '#fff', text: { bind: 'full_name' } },
    { type: 'image', name: 'Photo', x: 800, y: 60, width: 340, height: 340, src: { bind: 'photo', fallback: '' } },
  ],
}

const questions = [
  { variable: 'full_name', kind: 'text', label: 'Your name', max_length: 20, help: 'As on your badge.' },
  { variable: 'photo', kind: 'image', label: 'Photo', required: false },
]

/** A page of another site that embeds a form. */
async function startSite() {
  let src = ''
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<title>Site</title><iframe src="${src}"></iframe>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const isAddress = (given: typeof address): given is AddressInfo => typeof given === 'object' && given !== null
  if (!isAddress(address)) throw new Error('the site has no port')
  return {
    origin: `http://localhost:${address.port}`,
    embed: (url: string) => {
      src = url
    },
    close: () => server.close(),
  }
}

/** On a desktop and on a phone, in both themes. */
async function expectsToFit({ page, axe }: Visitor): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await page.emulateMedia({ colorScheme })
    expect(await axe()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
}

describe('forms', () => {
  const opened = useDashboard({ isShared: true })
  let templateId: string
  let site: Awaited<ReturnType<typeof startSite>>
  let stranger: BrowserContext

  const send = async (path: string, data: object) => {
    const headers = { origin: opened.dashboard.origin }
    const answer = await opened.visitor.context.request.post(opened.dashboard.origin + path, { data, headers })
    if (!answer.ok()) throw new Error(await answer.text())
    return answer.json()
  }
  const makeForm = async (more: object = {}) =>
    withUrl.parse(await send('/v1/forms', { template_id: templateId, title: 'Your badge', questions, ...more }))

  beforeAll(async () => {
    templateId = withId.parse(await send('/v1/templates', { name: 'Badge', design, publish: true })).id
    site = await startSite()
    const browser = opened.visitor.context.browser()
    if (browser === null) throw new Error('there is no browser')
    stranger = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  })
  afterAll(async () => {
    await stranger?.close()
    site?.close()
  })

  const openForm = async (url: string): Promise<Page> => {
    const page = await stranger.newPage()
    await page.goto(url)
    await page.locator('.frame[data-shown]').waitFor()
    return page
  }

  test('are created with few clicks, and add what strangers send to a new table', async () => {
    const { page, visit, look } = opened.visitor
    await visit(`/templates/${templateId}?tab=forms`)
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    expect(await look('forms-empty')).toEqual([])
    await page.getByRole('button', { name: 'New form' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title', { exact: true }).fill('Speaker card')
    await dialog.getByRole('combobox', { name: 'Add answers to a table' }).click()
    await page.getByRole('option', { name: 'New table with these questions' }).click()
    expect(await look('forms-new')).toEqual([])
    await dialog.getByRole('button', { name: 'Create form' }).click()
    await page.getByText('Open for answers').waitFor()
    expect(await look('forms')).toEqual([])
    const url = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')
    const form = await openForm(url ?? '')
    await form.getByLabel('Full name').fill('Ada')
    await form.getByRole('button', { name: 'Create image' }).click()
    await form.getByText('Your answers were saved. Your image is ready.').waitFor()
    await form.close()
    await page.reload()
    await page.getByText('1 submission').waitFor()
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    const closed = await stranger.newPage()
    await closed.goto(url ?? '')
    await closed.getByText('This form is closed').waitFor()
    await closed.close()
    expect(opened.visitor.troubles).toEqual([])
  })

  test('ask for numbers within bounds, with defaults, in the order that is chosen', async () => {
    const visitor = await opened.dashboard.owner(['400'])
    const { page, visit, look } = visitor
    const layers = ['first', 'age', 'note'].map((bind, n) => ({
      type: 'text',
      name: bind,
      x: 60,
      y: 60 + 180 * n,
      width: 700,
      height: 160,
      text: { bind },
    }))
    const { id } = withId.parse(
      await send('/v1/templates', { name: 'Order', design: { ...design, layers }, publish: true }),
    )
    await visit(`/templates/${id}?tab=forms`)
    await page.getByRole('button', { name: 'New form' }).click()
    const dialog = page.getByRole('dialog')
    const question = (name: string) => dialog.getByRole('listitem').filter({ hasText: `Ask for ${name}` })
    const answeredBy = async (name: string, kind: string) => {
      await question(name).getByRole('combobox', { name: 'Answer' }).click()
      await page.getByRole('option', { name: kind, exact: true }).click()
    }
    await dialog.getByRole('button', { name: 'Move note up' }).click()
    expect(await dialog.getByRole('button', { name: 'Move first up' }).isDisabled()).toBe(true)
    await answeredBy('age', 'Number')
    await question('age').getByLabel('Minimum').fill('18')
    await question('age').getByLabel('Maximum').fill('12.5')
    await question('age').getByLabel('Default').fill('0')
    await answeredBy('note', 'Choice')
    await question('note').getByLabel('Choices, one per line').fill('Red\nBlue')
    await question('note').getByRole('combobox', { name: 'Default' }).click()
    await page.getByRole('option', { name: 'Blue' }).click()
    await dialog.getByRole('button', { name: 'Create form' }).click()
    await dialog.getByText('max must not be below min.').waitFor()
    await question('age').getByLabel('Maximum').fill('99.5')
    await dialog.getByRole('button', { name: 'Create form' }).click()
    await dialog.getByText('The default must be at least 18.').waitFor()
    expect(await look('forms-bounds')).toEqual([])
    await question('age').getByLabel('Default').fill('30')
    await dialog.getByRole('button', { name: 'Create form' }).click()
    const form = await openForm(
      (await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? '',
    )
    expect(await form.locator('.question').evaluateAll((all) => all.map((one) => one.dataset.label))).toEqual([
      'First',
      'Note',
      'Age',
    ])
    const age = form.getByLabel('Age')
    expect([await age.inputValue(), await age.getAttribute('min'), await age.getAttribute('max')]).toEqual([
      '30',
      '18',
      '99.5',
    ])
    expect(await form.getByLabel('Blue').isChecked()).toBe(true)
    await form.close()
    await page.getByRole('button', { name: 'Edit' }).click()
    expect(await question('age').getByLabel('Minimum').inputValue()).toBe('18')
    expect(await question('age').getByLabel('Default').inputValue()).toBe('30')
    await page.keyboard.press('Escape')
    expect(visitor.troubles).toEqual([])
  })

  test('have a page that is accessible, shows errors at their question and loses nothing', async () => {
    const { url } = await makeForm()
    const visitor = await opened.dashboard.visitor(['422'])
    const { page } = visitor
    await page.goto(url)
    await page.locator('.frame[data-shown]').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.getByLabel('Your name').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('Your name is required.').waitFor()
    const name = page.getByLabel('Your name')
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await expectsToFit(visitor)
    await name.fill('A name of more than twenty characters')
    await page.getByRole('button', { name: 'Create image' }).click()
    await page.getByText('Your name is too long: 37 characters, the maximum is 20.').waitFor()
    await name.fill('Grace Hopper')
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f80' } })
      .png()
      .toBuffer()
    const choose = (named: string, buffer: Buffer) =>
      page.getByLabel('Photo').setInputFiles({ name: named, mimeType: 'image/png', buffer })
    await choose('broken.png', photo.subarray(0, 60))
    await page.getByText('The picture cannot be read.').waitFor()
    await choose('me.png', photo)
    await page.getByText('me.png', { exact: true }).waitFor()
    await page.reload()
    expect(await name.inputValue()).toBe('Grace Hopper')
    await page.getByRole('button', { name: 'Create image' }).click()
    await page.getByText('Your image is ready.').waitFor()
    expect(await visitor.axe()).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PNG' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('image.png')
    expect(visitor.troubles).toEqual([])
  })

  test('speak their language, also from right to left', async () => {
    const { url } = await makeForm({
      language: 'ar',
      title: 'بطاقتك',
      questions: [
        { variable: 'full_name', kind: 'text', label: 'اسمك', max_length: 20, help: 'كما يظهر على البطاقة.' },
        { variable: 'photo', kind: 'image', label: 'صورتك', required: false },
      ],
    })
    const visitor = await opened.dashboard.visitor()
    const { page } = visitor
    await page.goto(url)
    await page.locator('.frame[data-shown]').waitFor()
    await page.getByRole('button', { name: 'إنشاء الصورة' }).click()
    await page.getByText('«اسمك» مطلوب.').waitFor()
    await page.getByText('بعض الإجابات تحتاج إلى تغيير').waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/[a-z]{4}/i)
    await expectsToFit(visitor)
    await page.getByLabel('اسمك').fill('ليلى')
    await page.getByRole('button', { name: 'إنشاء الصورة' }).click()
    await page.getByText('صورتك جاهزة.').waitFor()
    await page.getByRole('link', { name: 'تنزيل PNG' }).waitFor()
  })

  test('are embedded by the origins that they allow, and by no others', async () => {
    const page = await stranger.newPage()
    const shown = async (url: string) => {
      site.embed(url)
      await page.goto(site.origin)
      const frame = page.frameLocator('iframe')
      return frame.getByRole('heading', { name: 'Your badge' })
    }
    const allowed = await makeForm({ frame_ancestors: [site.origin] })
    const heading = await shown(allowed.url)
    await heading.waitFor()
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Your name').fill('Ada')
    await frame.getByRole('button', { name: 'Create image' }).click()
    await frame.getByText('Your image is ready.').waitFor()
    const refused = await makeForm({ frame_ancestors: ['https://example.com'] })
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    const none = await shown(refused.url)
    await blocked
    expect(await none.count()).toBe(0)
    await page.close()
  })
})
