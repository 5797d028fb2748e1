import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLink } from '@pictable/server/core/access/login-link.ts'
import { bounded, type RouteEntries, type RouteInput, small } from '#test/fuzz/every-route/entry.ts'
import { password, type Stage } from '#test/fuzz/every-route/stage.ts'

const at = (id: string) => ({ params: { id } })
const manyIds = (id: string) => Array.from({ length: 100 }, () => id)
const longPassword = 'four words of my own '.repeat(9)
const name = 'x'.repeat(200)
/** Attempts to log in are counted by IP address. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${Math.ceil(Math.random() * 250)}` })

/** As a browser on our pages sends it. */
async function asUser(stage: Stage, input: RouteInput = {}): Promise<RouteInput> {
  const { cookie } = await stage.logIn()
  return { ...input, headers: { cookie, authorization: '', 'sec-fetch-site': 'same-origin' } }
}

const keyOf = async ({ client }: Stage) => (await client.apiKeys.create({ body: { name: 'x', scopes: ['read'] } })).id

export const apiKeys: RouteEntries['apiKeys'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    bounded('action ids', 'at most 100', ({ ids }) => ({
      body: { name, scopes: ['trigger'], action_ids: manyIds(ids.action) },
    })),
  ],
  get: small(async (stage) => at(await keyOf(stage))),
  revoke: small(async (stage) => at(await keyOf(stage))),
}

const urlKeyOf = async ({ client }: Stage) => (await client.urlKeys.create({ body: { name: 'x' } })).id

export const urlKeys: RouteEntries['urlKeys'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    bounded('template ids', 'at most 100', ({ ids }) => ({ body: { name, template_ids: manyIds(ids.template) } })),
  ],
  get: small(async (stage) => at(await urlKeyOf(stage))),
  revoke: small(async (stage) => at(await urlKeyOf(stage))),
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const newEmail = () => `${'x'.repeat(150)}${Math.random()}@example.com`

async function invite({ client }: Stage): Promise<string> {
  const { link } = await client.users.create({ body: { email: newEmail(), name, role: 'editor' } })
  return tokenOf(link)
}

async function deleteOwners({ world }: Stage['app']): Promise<void> {
  const { results } = await world.data.users.list({ limit: 100 })
  for (const { id } of results) await world.data.users.delete(id)
}

export const setup: RouteEntries['setup'] = {
  get: small(() => ({})),
  complete: small(async ({ app }) => {
    await deleteOwners(app)
    const { url } = await createLink(app.world, null)
    const body = { token: tokenOf(url), email: newEmail(), name, password: longPassword }
    return { body, headers: elsewhere() }
  }),
}

export const links: RouteEntries['links'] = {
  look: small(async (stage) => ({ body: { token: await invite(stage) }, headers: elsewhere() })),
  redeem: small(async (stage) => ({
    body: { token: await invite(stage), password: longPassword },
    headers: elsewhere(),
  })),
}

export const session: RouteEntries['session'] = {
  create: small(async (stage) => {
    const { email } = await stage.logIn()
    return { body: { email, password }, headers: elsewhere() }
  }),
  delete: small((stage) => asUser(stage)),
}

export const sessions: RouteEntries['sessions'] = {
  list: small((stage) => asUser(stage)),
  revoke: small(async (stage) => {
    const input = await asUser(stage)
    const answer = await fetch(`${stage.app.url}/v1/sessions`, { headers: { cookie: input.headers?.cookie ?? '' } })
    const id = /"id":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
    return { ...input, ...at(id) }
  }),
}

export const me: RouteEntries['me'] = {
  get: small((stage) => asUser(stage)),
  update: small((stage) => asUser(stage, { body: { name } })),
  password: small((stage) =>
    asUser(stage, { body: { current_password: password, new_password: longPassword.slice(0, 199) } }),
  ),
}

export const users: RouteEntries['users'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: small(() => ({ body: { email: newEmail(), name, role: 'editor' } })),
  get: small(async ({ fresh }) => at(await fresh.user())),
  update: small(async ({ fresh }) => ({ ...at(await fresh.user()), body: { name, email: newEmail() } })),
  delete: small(async ({ fresh }) => at(await fresh.user())),
  link: small(async ({ fresh }) => at(await fresh.user())),
}

export const auditLog: RouteEntries['auditLog'] = { list: small(() => ({ query: { limit: '100' } })) }
export const requestLog: RouteEntries['requestLog'] = { list: small(() => ({})) }

export const settings: RouteEntries['settings'] = {
  get: small(() => ({})),
  update: small(() => ({
    body: { name: 'x'.repeat(100), brand_colors: Array.from({ length: 64 }, () => '#0f766e80') },
  })),
}

async function untilBackedUp({ client }: Stage): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const { results } = await client.backups.list()
    if (results.every(({ state }) => state !== 'running')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the backup does not end')
}

const folder = () => mkdtempSync(join(tmpdir(), 'pictable-backups-'))

export const backups: RouteEntries['backups'] = {
  list: small(() => ({})),
  create: small((stage) => ({ body: { place: folder() }, after: () => untilBackedUp(stage) })),
  schedule: small(async (stage) => {
    await untilBackedUp(stage)
    return { body: { schedule: { place: folder(), every_hours: 744, keep: 9999 } }, after: () => untilBackedUp(stage) }
  }),
}

export const server: RouteEntries['server'] = {
  openapi: small(() => ({})),
  livez: small(() => ({})),
  readyz: small(() => ({})),
}
