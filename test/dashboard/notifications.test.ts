import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { type MailServer, startMailServer } from '#test/scenarios/mail-server.ts'
import { type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard, useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('notifications', () => {
  let mailServer: MailServer
  let slack: Receiver
  let dashboard: Dashboard
  let visitor: Visitor

  beforeAll(async () => {
    mailServer = await startMailServer({ security: 'none' })
    slack = await startReceiver()
    slack.answer = (response) => void response.writeHead(404).end('no_service')
    dashboard = await openDashboard({
      ...mailServer.settings,
      PICTABLE_SMTP_HOST: '127.0.0.1',
      PICTABLE_CA_FILE: '',
      PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
      PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
      PICTABLE_SEED_SAMPLE: 'false',
    })
    visitor = await dashboard.owner(['400'])
  })
  afterAll(async () => {
    await dashboard?.close()
    await slack?.close()
    await mailServer?.close()
  })

  const dialog = (name: string | RegExp) => visitor.page.getByRole('dialog', { name })

  test('a channel of Slack: what to paste, what it will see, and a test that says what is wrong', async () => {
    const { page } = visitor
    await visitor.visit('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = dialog('New webhook')
    await form.getByLabel('Name').fill('Team')
    await form.locator('label', { hasText: 'Slack' }).first().click()
    await form.getByText('What the channel will see').waitFor(patiently)
    expect(await form.getByLabel('Name').inputValue()).toBe('Team')
    expect(await form.getByText('Custom JSON').count()).toBe(0)
    expect(await form.getByText('Secret').count()).toBe(0)
    await form.getByLabel('URL').fill(slack.url)
    expect(await visitor.look('notifications-slack')).toEqual([])
    await form.getByRole('button', { name: 'Add webhook' }).click()
    const step = dialog('“Team” was added')
    await step.getByRole('button', { name: 'Send test' }).click()
    await step
      .getByText(/Slack returned 404 no_service: the incoming webhook was deleted or disabled/)
      .waitFor(patiently)
    expect(await visitor.look('notifications-slack-failed')).toEqual([])
    await step.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor(patiently)
    await page
      .getByText(/Create another incoming webhook in Slack, change the URL here/)
      .first()
      .waitFor(patiently)
    expect(await page.getByRole('button', { name: 'Rotate secret' }).count()).toBe(0)
    // The URL is corrected: what waited arrives.
    slack.answer = (response) => void response.writeHead(200).end('ok')
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog(/^Edit/).getByLabel('URL').fill(`${slack.url}/new`)
    await dialog(/^Edit/).getByRole('button', { name: 'Save' }).click()
    await dialog(/^Edit/).waitFor({ state: 'detached', ...patiently })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('menuitem', { name: 'Resume and send missed deliveries' }).click()
    await page
      .getByRole('row', { name: /run\.completed/ })
      .getByText('Delivered')
      .waitFor(patiently)
    expect(slack.received.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect(slack.received[1]?.json).toMatchObject({ text: '✅ Test: run completed' })
  })

  test('email: errors at the address, a test, and the message in the log', async () => {
    const { page } = visitor
    await visitor.visit('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = dialog('New webhook')
    await form.locator('label', { hasText: 'Email' }).first().click()
    await form.getByText('Email is sent from Pictable <pictable@example.com>').waitFor(patiently)
    await form.getByLabel('Name').fill('Operations')
    await form.getByRole('textbox', { name: 'Recipients 1' }).fill('ops@shop.example')
    await form.getByRole('button', { name: 'Add to Recipients' }).click()
    await form.getByRole('textbox', { name: 'Recipients 2' }).fill('no-address')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await form.getByText('no-address must be an email address').first().waitFor(patiently)
    expect(await visitor.look('notifications-email')).toEqual([])
    await form.getByRole('textbox', { name: 'Recipients 2' }).fill('design@shop.example')
    await form.getByLabel('Only failures').click()
    await form.getByRole('button', { name: 'Add webhook' }).click()
    const step = dialog('“Operations” was added')
    await step.getByText('ops@shop.example, design@shop.example').waitFor(patiently)
    await step.getByRole('button', { name: 'Send test' }).click()
    await step.getByText('The test was accepted.').waitFor(patiently)
    expect((await mailServer.until(2)).map(({ to }) => to[0]).sort()).toEqual([
      'design@shop.example',
      'ops@shop.example',
    ])
    await step.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor(patiently)
    await page.getByText('Only failures').waitFor(patiently)
    const row = page.getByRole('row', { name: /design@shop\.example/ })
    await row.getByText('Delivered').waitFor(patiently)
    expect(await visitor.look('notifications-email-page')).toEqual([])
    await row.press('Enter')
    const log = dialog('run.completed')
    await log.getByText('Test: run completed').first().waitFor(patiently)
    await log.getByText(/Queued/).waitFor(patiently)
    expect(await visitor.look('notifications-email-delivery')).toEqual([])
    await page.keyboard.press('Escape')
    await visitor.visit('/webhooks')
    await page.getByText('ops@shop.example, design@shop.example').waitFor(patiently)
    expect(await visitor.look('notifications-list')).toEqual([])
  })
})

describe.skipIf(chromiumPath === undefined)('email on a server that has none', () => {
  const opened = useDashboard({ isShared: true, expected: ['400'] })

  test('says who sets it up and how, before and after it is tried', async () => {
    const { visitor } = opened
    const { page } = visitor
    await visitor.visit('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.locator('label', { hasText: 'Email' }).first().click()
    const notice = form.getByRole('status').filter({ hasText: 'Email is not set up on this server' })
    await notice.getByText('PICTABLE_SMTP_HOST').waitFor(patiently)
    await form.getByLabel('Name').fill('Operations')
    await form.getByRole('textbox', { name: 'Recipients 1' }).fill('ops@shop.example')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await form
      .getByText(/cannot be used\. Email is not set up on this server/)
      .first()
      .waitFor(patiently)
    // Once is enough.
    expect(await form.getByText('Email is not set up on this server').count()).toBe(1)
    expect(await visitor.look('notifications-email-off')).toEqual([])
  })
})
