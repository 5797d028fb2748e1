import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { focused, keepsFocus, pressAt, tabTo } from './by-keyboard.ts'
import { ownerLogIn, useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const fromRenderer = createRequire(join(import.meta.dirname, '../../packages/renderer/package.json'))
const fontPath = fromRenderer.resolve('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf')

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>'

describe.skipIf(chromiumPath === undefined)('settings', () => {
  const opened = useDashboard({ expected: ['400', '409', '412'] })

  /** Every page with something on it, and the buttons there that change something. */
  async function whatViewersMayDo(viewer: Visitor): Promise<string[]> {
    const idIn = async (collection: string) => {
      const answer = await viewer.context.request.get(`${opened.dashboard.origin}/v1/${collection}`)
      return `/${collection}/${(await answer.json()).results[0].id}`
    }
    const things = await Promise.all(['templates', 'tables', 'actions', 'runs'].map(idIn))
    const lists = [
      '/',
      '/templates',
      '/sources/new',
      '/tables',
      '/actions/new',
      '/webhooks',
      '/developers?tab=url-keys',
      '/gallery',
    ]
    const changing =
      /^(Activate|Add|Cancel|Connect|Create|Deactivate|Delete|Duplicate|Edit|Fix|Generate|Import|Invite|Make|New|Pause|Publish|Remove|Rename|Restore|Retry|Revoke|Rotate|Run|Save|Start|Undo|Upload)\b/
    const found: string[] = []
    for (const path of [...lists, ...things, '/settings?tab=fonts', '/settings?tab=assets', '/settings?tab=about']) {
      await viewer.visit(path)
      const main = viewer.page.getByRole('main')
      await main
        .locator('.animate-pulse')
        .first()
        .waitFor({ state: 'detached', ...patiently })
      const names = await main.locator('button:enabled:not([aria-disabled]), a').allInnerTexts()
      found.push(...names.filter((name) => changing.test(name)).map((name) => `${path}: ${name}`))
    }
    return found
  }

  test('the account: a name is changed, a wrong password is said beside its field, other sessions end', async () => {
    const { page } = opened.visitor
    const other = await opened.dashboard.owner(['401'])
    await opened.visitor.visit('/settings')
    await page.getByLabel('Name').fill('Ada <b>Byron</b>')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').waitFor(patiently)
    await page
      .getByRole('button', { name: 'Account Ada <b>Byron</b>' })
      .or(page.getByText('Ada <b>Byron</b>'))
      .first()
      .waitFor()
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('other words of my own')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor(patiently)
    await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('other words of my own')
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByText('This browser').waitFor(patiently)
    const sidebar = page.getByRole('banner')
    await expect.poll(() => sidebar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await opened.visitor.look('settings-account')).toEqual([])
    await sessions.getByRole('button', { name: 'End session' }).click()
    await page.getByText('Session ended').waitFor(patiently)
    expect((await other.context.request.get(`${opened.dashboard.origin}/v1/me`)).status()).toBe(401)
    await page.getByLabel('Current password').fill(ownerLogIn.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor(patiently)
  })

  test('somebody is invited by a link that is shown once; a change that came in between is offered', async () => {
    const { page, context } = opened.visitor
    await opened.visitor.visit('/settings?tab=users')
    await page.getByRole('button', { name: 'Invite member' }).waitFor(patiently)
    await pressAt(page, /^Invite member$/)
    await page.getByRole('dialog').waitFor(patiently)
    await tabTo(page, /^Name$/)
    await page.keyboard.type('Grace')
    await tabTo(page, /^Email$/)
    await page.keyboard.type('grace@example.com')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Link for Grace' })
    const link = (await shown.locator('pre').innerText(patiently)).trim()
    expect(link).toContain('/password?token=')
    expect(await opened.visitor.look('settings-invited')).toEqual([])
    await pressAt(page, /^I've copied it$/)
    await expect.poll(() => focused(page), patiently).toBe('Invite member')
    const row = page.getByRole('listitem').filter({ hasText: 'grace@example.com' })
    await row.getByText('Invited').waitFor(patiently)
    expect(await page.content()).not.toContain(new URL(link).search)

    await row.getByRole('button', { name: 'Edit “Grace”' }).click()
    const form = page.getByRole('dialog', { name: 'Edit “Grace”' })
    await form.getByLabel('Name').fill('Grace H.')
    const { origin } = opened.dashboard
    const { results } = await (await context.request.get(`${origin}/v1/users`)).json()
    const grace = results.find(({ email }: { email: string }) => email === 'grace@example.com')
    const changed = await context.request.patch(`${origin}/v1/users/${grace.id}`, {
      data: { name: 'Admiral Grace' },
      headers: { origin },
    })
    expect(changed.status()).toBe(200)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Someone else saved changes: Admiral Grace').waitFor(patiently)
    expect(await opened.visitor.look('settings-user-stale')).toEqual([])
    await form.getByRole('button', { name: 'Overwrite' }).click()
    await row.getByText('Grace H.').waitFor(patiently)
    expect(await opened.visitor.look('settings-users')).toEqual([])

    const guest = await opened.dashboard.visitor()
    const { pathname, search } = new URL(link)
    await context.request.patch(`${origin}/v1/users/${grace.id}`, { data: { role: 'viewer' }, headers: { origin } })
    const token = new URLSearchParams(search).get('token')
    const redeemed = await guest.context.request.post(`${origin}/v1/links/redeem`, {
      data: { token, password: 'four words of hers' },
    })
    expect([pathname, redeemed.status()]).toEqual(['/password', 201])
    expect(await whatViewersMayDo(guest)).toEqual([])
    await guest.visit('/audit-log')
    await guest.page.getByText('Only owners can see the audit log').waitFor(patiently)
    expect(guest.troubles).toEqual([])
    await row.getByRole('button', { name: 'Deactivate' }).click()
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Deactivate user' }).click()
    await row.getByText('Deactivated').waitFor(patiently)
    expect((await guest.context.request.get(`${origin}/v1/me`)).status()).toBe(401)
    await row.getByRole('button', { name: 'Activate' }).click()
    await row.getByText('Deactivated').waitFor({ state: 'detached', ...patiently })
    await row.getByRole('button', { name: 'Remove' }).press('Enter')
    await pressAt(page, /^Remove user$/)
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page), patiently).toContain(ownerLogIn.email)
  })

  test('a font is uploaded, seen and deleted; what is none says why', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/settings?tab=fonts')
    const choosing = page.waitForEvent('filechooser')
    await pressAt(page, /^Upload fonts$/)
    await (await choosing).setFiles([
      { name: 'serif.ttf', mimeType: 'font/ttf', buffer: await readFile(fontPath) },
      { name: 'no<i>font.ttf', mimeType: 'font/ttf', buffer: Buffer.from('nothing') },
    ])
    await page.getByRole('img', { name: 'Sample of Noto Serif 400' }).waitFor(patiently)
    await page.getByText(/"no<i>font\.ttf"/).waitFor(patiently)
    const drawn = page.getByRole('img', { name: 'Sample of Noto Serif 400' })
    await expect.poll(() => drawn.evaluate((image) => Reflect.get(image, 'naturalWidth')), patiently).toBeGreaterThan(0)
    expect(await opened.visitor.look('settings-fonts')).toEqual([])
    await pressAt(page, /^Delete$/)
    await pressAt(page, /^Delete font$/)
    const used = page.getByRole('dialog', { name: '“Noto Serif 400” is in use' })
    await used.getByText('"Story poster"').waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
    await pressAt(page, /^Delete anyway$/)
    await page.getByText('Font deleted').waitFor(patiently)
    await page.getByRole('img', { name: 'Sample of Noto Serif 400' }).waitFor({ state: 'detached', ...patiently })
    await keepsFocus(page)
  })

  test('a picture is uploaded and its address can be copied', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/settings?tab=assets')
    const file = { name: 'a "logo" <b>.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('img', { name: 'a "logo" <b>.svg' }).waitFor(patiently)
    await page
      .getByRole('button', { name: /^Copy asset:ast_/ })
      .first()
      .waitFor()
    expect(await opened.visitor.look('settings-assets')).toEqual([])
    await page.getByRole('img', { name: 'sneaker.jpg' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Products' }).waitFor(patiently)
    expect(await opened.visitor.look('settings-asset')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('img', { name: 'a "logo" <b>.svg' }).click()
    await page.getByRole('dialog').getByText('Nothing yet.').waitFor(patiently)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete asset' }).click()
    await page.getByRole('img', { name: 'a "logo" <b>.svg' }).waitFor({ state: 'detached', ...patiently })
  })

  test.each([
    ['storage', 'PICTABLE_STORAGE'],
    ['backups', 'npx pictable export backup.tar'],
    ['about', 'Database, storage and rendering work (/readyz)'],
  ])('%s is told in words', async (tab, words) => {
    const { page } = opened.visitor
    await opened.visitor.visit(`/settings?tab=${tab}`)
    await page.getByText(words).first().waitFor(patiently)
    if (tab === 'about') {
      await page.getByText('Healthy').nth(1).waitFor(patiently)
      await page.getByRole('searchbox', { name: 'Search packages' }).fill('fastify')
      await page.getByText('fastify', { exact: true }).click()
      await page.getByText('The above copyright notice and this permission notice').first().waitFor(patiently)
    } else if (tab === 'storage') await page.getByText(/^\d+ images/).waitFor(patiently)
    expect(await opened.visitor.look(`settings-${tab}`)).toEqual([])
  })

  test('backups start by a button and by a schedule, and say how they ended', async () => {
    const { page } = opened.visitor
    const folder = await mkdtemp(join(tmpdir(), 'pictable-backups-'))
    try {
      await opened.visitor.visit('/settings?tab=backups')
      await page.getByText('No backups yet').waitFor(patiently)
      expect(await opened.visitor.look('settings-backups-empty')).toEqual([])
      await page.getByRole('button', { name: 'Back up now' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Place').fill('backups')
      await dialog.getByRole('button', { name: 'Start backup' }).click()
      await dialog.getByText('"backups" is not a place for backups.').waitFor(patiently)
      await dialog.getByLabel('Place').fill(folder)
      await dialog.getByRole('button', { name: 'Start backup' }).click()
      await dialog.waitFor({ state: 'detached', ...patiently })
      const list = page.getByRole('list', { name: 'Backups, newest first' })
      await list.getByText('Completed').waitFor(patiently)
      await list.getByText(folder).waitFor(patiently)

      await page.getByRole('button', { name: 'Schedule backups' }).click()
      await expect.poll(() => dialog.getByLabel('Place').inputValue()).toBe(folder)
      await dialog.getByLabel('Hours between backups').fill('6')
      await dialog.getByLabel('Backups to keep').fill('3')
      await dialog.getByRole('button', { name: 'Save schedule' }).click()
      await page.getByText(`Every 6 hours to ${folder}. The newest 3 are kept.`).waitFor(patiently)
      expect(await opened.visitor.look('settings-backups-scheduled')).toEqual([])
      await page.getByRole('button', { name: 'Turn off' }).click()
      await page.getByText('No schedule. Start backups manually.').waitFor(patiently)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('a form that is refused says above its fields what none of them says', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/settings?tab=about')
    const refuse = async (...errors: { pointer: string; detail: string }[]) => {
      const json = { type: 'about:blank', title: 'Refused', status: 400, code: 'invalid_request', request_id: 'req_1' }
      const answer = {
        json: { ...json, detail: 'Not valid.', errors },
        status: 400,
        contentType: 'application/problem+json',
      }
      const refused = Promise.withResolvers<void>()
      await page.route('**/v1/settings', async (route) => {
        // The page may read them at any time.
        if (route.request().method() === 'GET') return route.continue()
        await route.fulfill(answer)
        refused.resolve()
      })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await refused.promise
      await page.unroute('**/v1/settings')
    }
    const name = page.getByLabel('Name')
    await name.fill('Of this form')
    const above = page.getByRole('alert').filter({ hasNotText: /^is taken$/ })
    const atName = { pointer: '/name', detail: 'is taken' }
    const saysAtName = () => expect.poll(() => name.getAttribute('aria-invalid'), patiently).toBe('true')
    await refuse({ pointer: '/elsewhere', detail: 'The weather is bad.' })
    await above.getByText('The weather is bad.', { exact: true }).waitFor(patiently)
    await refuse(atName)
    await saysAtName()
    await expect.poll(() => above.count()).toBe(0)
    await refuse(atName, { pointer: '/elsewhere', detail: 'is taken' })
    await above.getByText('/elsewhere is taken', { exact: true }).waitFor(patiently)
    await saysAtName()
    await refuse()
    await above.getByText('Not valid.', { exact: true }).waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
  })

  test('the audit log says who did what, filtered by the address', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/audit-log')
    await page.getByText('Invite a member').waitFor(patiently)
    expect(await opened.visitor.look('audit-log')).toEqual([])
    await page.getByLabel('Id of the changed resource').fill('usr_nobody')
    await page.getByText('No changes match').waitFor(patiently)
    await page.waitForURL('**/audit-log?resource=usr_nobody')
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByText('Invite a member').waitFor(patiently)
    expect(opened.visitor.troubles).toEqual([])
  })
})
