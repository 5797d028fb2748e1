import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { freePort } from '#test/server-process.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

/** A system that is told of things. */
async function startReceiver(): Promise<{ url: string; server: Server }> {
  const port = await freePort()
  const receiver = { url: `http://127.0.0.1:${port}/hooks`, server: createServer() }
  receiver.server.on('request', (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"taken":"<script>alert(1)</script>"}')
  })
  await new Promise<void>((resolve) => receiver.server.listen(port, '127.0.0.1', resolve))
  return receiver
}

describe.skipIf(chromiumPath === undefined)('webhooks', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let secret = ''

  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.server.close())
  const opened = useDashboard({
    settings: {
      PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
      // the images of its first run would be told of in the midst of ours
      PICTABLE_SEED_SAMPLE: 'false',
      PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
    },
    expected: ['400', '412'],
  })

  test('where there are none, the page says how to begin', async () => {
    await opened.visitor.visit('/webhooks')
    await opened.visitor.page.getByText('No webhooks yet').waitFor(patiently)
    expect(await opened.visitor.look('webhooks-empty')).toEqual([])
  })

  test('a form that is wrong says where, and keeps what was typed', async () => {
    const { page } = opened.visitor
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('URL').fill('ftp://shop.example')
    await page.getByLabel('Custom JSON').fill('{"sku": ')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('This is not valid JSON.').waitFor()
    await page
      .getByLabel('Custom JSON')
      .fill('{"sku": "{{record.fields.Name}}", "token": {"$secret": "secret-of-the-body"}}')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('alert').first().waitFor(patiently)
    await expect.poll(() => page.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
    expect(await opened.visitor.look('webhooks-new')).toEqual([])
  })

  test('a new webhook shows its secret once', async () => {
    const { page } = opened.visitor
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByRole('button', { name: 'Headers' }).click()
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Authorization')
    await page.getByRole('textbox', { name: 'Value' }).fill('Bearer very-long-token')
    await page.getByRole('checkbox', { name: 'All events, including later ones' }).click()
    await page.getByRole('checkbox', { name: 'image.created' }).click()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new secret' })
    await shown.getByText('whsec_').first().waitFor(patiently)
    secret = (await shown.locator('pre').first().innerText()).trim()
    expect(await opened.visitor.look('webhooks-secret')).toEqual([])
    await page.getByRole('button', { name: "I've saved it" }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor(patiently)
    await page.getByText('No deliveries yet').waitFor(patiently)
    await page.getByText('Nothing sent yet').waitFor(patiently)
    const html = await page.content()
    expect(html).not.toContain(secret)
    expect(html).not.toContain('very-long-token')
    expect(html).toContain(`***${secret.slice(-4)}`)
  })

  test('a test is delivered, and its log has request and answer', async () => {
    const { page } = opened.visitor
    await page.getByRole('button', { name: 'Send test' }).first().click()
    const row = page.getByRole('row', { name: /image\.created/ })
    await row.getByText('Delivered').waitFor(patiently)
    await page.getByText('Healthy', { exact: true }).waitFor(patiently)
    await row.press('Enter')
    const log = page.getByRole('dialog', { name: 'image.created' })
    await log.getByText('webhook-signature').waitFor(patiently)
    await log.getByText('<script>alert(1)</script>').waitFor()
    expect(await log.innerText()).not.toMatch(/very-long-token|secret-of-the-body/)
    expect(new URL(page.url()).searchParams.get('delivery')).toMatch(/^[a-z]+_/)
    expect(await opened.visitor.look('webhooks-delivery')).toEqual([])
    await page.keyboard.press('Escape')
    await log.waitFor({ state: 'detached' })
  })

  test('pause, undo, rotate, edit', async () => {
    const { page } = opened.visitor
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const next = page.getByRole('dialog', { name: 'Your new secret' }).locator('pre').first()
    await next.waitFor(patiently)
    await expect.poll(() => next.innerText()).not.toBe(secret)
    await page.getByRole('button', { name: "I've saved it" }).click()
    await page.getByText(/^The old secret .* also signs/).waitFor(patiently)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).first().fill('Shop two')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop two' }).waitFor(patiently)
  })

  test('what someone else saved replaces all that was typed', async () => {
    const { page, context } = opened.visitor
    const { origin } = opened.dashboard
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const url = `${origin}/v1/webhooks/${id}`
    const headers = { origin }
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: /^Edit/ })
    await form.getByRole('button', { name: 'Headers' }).click()
    await form.getByRole('textbox', { name: 'Name' }).last().fill('X-Mine')
    await form.getByRole('textbox', { name: 'Value' }).last().fill('mine')
    await form.getByLabel('Custom JSON').fill('{"mine": true}')
    const theirs = { headers: { 'X-Theirs': 'theirs' }, user_defined: { theirs: true } }
    expect((await context.request.patch(url, { data: theirs, headers })).status()).toBe(200)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('button', { name: 'Load latest version' }).click()
    const shown = async () => [
      await form.getByRole('textbox', { name: 'Name' }).last().inputValue(),
      await form.getByLabel('Custom JSON').inputValue(),
    ]
    await expect.poll(shown, patiently).toEqual(['X-Theirs', '{\n  "theirs": true\n}'])
    await page.keyboard.press('Escape')
    const again = {
      headers: { Authorization: 'Bearer very-long-token' },
      user_defined: { sku: '{{record.fields.Name}}', token: { $secret: 'secret-of-the-body' } },
    }
    expect((await context.request.patch(url, { data: again, headers })).status()).toBe(200)
    await page.reload()
  })

  test('another URL asks for the headers and the secret again', async () => {
    const { page } = opened.visitor
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: /^Edit/ })
    await expect.poll(() => form.getByText('because the URL changes').count()).toBe(0)
    await form.getByLabel('URL').fill(`${receiver.url}/moved`)
    await form.getByText('Enter the value of Authorization again').waitFor()
    await form.getByText('Enter the secret again').waitFor()
    await form.getByText('Enter the value of token again').waitFor()
    await form.getByLabel('Custom JSON').fill('{"token": {"$secret": "secret-once-more"}}')
    await form.getByLabel('Your secret').fill('a-secret-of-my-own')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('must be entered again, because the URL changes').first().waitFor(patiently)
    expect(await opened.visitor.look('webhooks-moved')).toEqual([])
    await form.getByRole('textbox', { name: 'Value' }).fill('Bearer the-token-once-more')
    await expect.poll(() => form.getByText('Enter the value of').count()).toBe(0)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached', ...patiently })
    await page.getByText(`${receiver.url}/moved`).first().waitFor(patiently)
    await page.getByText('***more').first().waitFor(patiently)
    expect(await page.content()).not.toMatch(/a-secret-of-my-own|secret-once-more|secret-of-the-body/)
    expect(opened.visitor.troubles).toEqual([])
  })
})
