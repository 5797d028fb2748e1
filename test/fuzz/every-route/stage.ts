import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Client } from '@pictable/client'
import { newRun, type Run } from '@pictable/server/core/run/run.ts'
import { z } from 'zod'
import { fontPack, startGoogleFonts } from '#test/fakes/fonts/google-fonts.ts'
import { makeAction, startWholeApp, trigger, untilRun, type WholeApp } from '#test/scenarios/whole-app.ts'
import { dense, fields, largeDesign, largePicture, longText, smallDesign, wideRow } from './large-values.ts'

export const password = 'four words of my own'

/** A server that is full of the largest things that it takes, and what they are. */
export interface Stage {
  app: WholeApp
  client: Client
  ids: Ids
  /** A new thing of its kind, to be changed or deleted. */
  fresh: {
    action(): Promise<string>
    template(): Promise<string>
    connection(): Promise<string>
    table(): Promise<string>
    /** Its rows link to those of the linked table. */
    linkingTable(): Promise<string>
    webhook(): Promise<string>
    trigger(): Promise<string>
    image(): Promise<string>
    user(): Promise<string>
    run(state: 'active' | 'failed' | 'cancelled'): Promise<string>
  }
  /** The session of a new user. */
  logIn(): Promise<{ email: string; cookie: string }>
  /** Waits until no run is active and nothing is left to deliver. */
  settle(): Promise<void>
  /** Lets a run begin, and cancels it. */
  cancelRuns(actionId: string): Promise<void>
  close(): Promise<void>
}

export interface Ids {
  /** On a wide table. */
  action: string
  table: string
  rows: string[]
  /** A webhook gets large events of it. */
  loudAction: string
  /** On a table of rows of a megabyte. */
  largeAction: string
  largeTable: string
  largeRow: string
  /** Its rows may link to each other; the first links to all. */
  linkedTable: string
  linkedRows: string[]
  connection: string
  largeConnection: string
  template: string
  largeTemplate: string
  webhook: string
  image: string
  run: string
  delivery: string
  asset: string
  hook: string
}

export const largeSettings = {
  host: 'db.example.com',
  database: 'd',
  user: 'u',
  password: 'secret',
  ca: `-----BEGIN CERTIFICATE-----\n${'A'.repeat(499_000)}`,
}

async function startReceiver() {
  const worker = new Worker(new URL('./receiver.ts', import.meta.url))
  const [port] = await once(worker, 'message')
  return { url: `http://127.0.0.1:${z.number().parse(port)}/`, close: () => worker.terminate() }
}

/** As large as the body of a delivery may be, with as many placeholders as fit. */
export const largeUserDefined = { texts: Array.from({ length: 8000 }, () => '{{timestamp}}') }

/** Of each large thing two: a page of a list ends behind the first megabyte. */
const EACH = 2

/** As many as a cell may link to. */
const LINKED_ROWS = 10_000

/** A table whose first row links to all of its rows, and each other one to the next: they form a circle. */
async function fillLinked({ client, world }: WholeApp): Promise<Pick<Ids, 'linkedTable' | 'linkedRows'>> {
  const { id } = await client.tables.create({ body: { name: 'Linked', fields: [{ name: 'f0', kind: 'text' }] } })
  const fields = [
    { name: 'f0', kind: 'text' as const },
    { name: 'links', kind: 'link' as const, linked_table_id: id },
  ]
  const made = await client.tables.update({ params: { id }, query: {}, body: { fields } })
  const [name = '', links = ''] = made.fields.map((field) => field.id)
  const linkedRows = Array.from({ length: LINKED_ROWS }, () => world.newId('row'))
  const rows = linkedRows.map((row, n) => ({
    id: row,
    fields: { [name]: `Row ${n}`, [links]: n === 0 ? linkedRows : [linkedRows[(n + 1) % LINKED_ROWS] ?? ''] },
  }))
  for (let from = 0; from < rows.length; from += 1000)
    await world.data.tables.insertRows(id, rows.slice(from, from + 1000))
  return { linkedTable: id, linkedRows }
}

async function fill(app: WholeApp, receiverUrl: string): Promise<Ids> {
  const { client, world } = app
  const { data, newId } = world
  const wide = await makeAction(client, {
    fields,
    rows: Array.from({ length: 350 }, () => wideRow),
    design: smallDesign,
    formats: ['png', 'pdf'],
  })
  const loud = await makeAction(client, {
    fields: [{ name: 'f0', kind: 'text' }],
    rows: Array.from({ length: 4 }, (_, n) => ({ f0: String(n) })),
    design: smallDesign,
  })
  const tall = await makeAction(client, {
    fields: [{ name: 'f0', kind: 'text' }],
    rows: Array.from({ length: EACH }, () => ({ f0: longText })),
    design: smallDesign,
  })
  const action = await data.actions.get(wide.actionId)
  if (action === null) throw new Error('no action')
  const at = world.clock.now()
  let run = ''
  let image = ''
  let largeTemplate = ''
  let largeConnection = ''
  for (let n = 0; n < EACH; n++) {
    const asked = { id: newId('run'), actionId: action.id, recordIds: null, force: false, limit: null, metadata: dense }
    const made = newRun(
      { ...asked, webhookIds: [], retryOf: null, startedBy: null, createdAt: at },
      { state: 'active', templateVersion: 1 },
    )
    const ended: Run = { ...made, state: 'completed', startedAt: at, plannedAt: at, finishedAt: at }
    await data.runs.insert(ended)
    run = ended.id
    image = (
      await client.images.create({ body: { template_id: action.templateId, values: { f0: 'x' }, metadata: dense } })
    ).id
    const template = await client.templates.create({ body: { design: { ...largeDesign(), layers: [] } } })
    largeTemplate = template.id
    for (const name of ['one', 'two']) {
      await client.templates.update({ params: { id: largeTemplate }, body: { design: largeDesign(name) } })
    }
    const connection = { name: `Shop ${n}`, source: 'postgres', settings: largeSettings }
    largeConnection = (await client.connections.create({ body: connection })).id
    const mapping = { f0: { value: longText } }
    await data.actions.insert({ ...action, id: newId('action'), mapping })
  }
  const headers = { 'x-large': 'x'.repeat(4000) }
  const webhook = await client.webhooks.create({
    body: { name: 'Ours', url: receiverUrl, headers, user_defined: largeUserDefined, actions: [loud.actionId] },
  })
  const delivery = await client.webhooks.test({ params: { id: webhook.id } })
  const hook = await client.triggers.create({ body: { action_id: wide.actionId, kind: 'incoming_hook' } })
  const asset = await client.assets.upload({
    query: { filename: 'large.png' },
    body: new Uint8Array(await largePicture()),
  })
  return {
    action: wide.actionId,
    table: wide.tableId,
    rows: wide.rowIds,
    loudAction: loud.actionId,
    largeAction: tall.actionId,
    largeTable: tall.tableId,
    largeRow: tall.rowIds[0] ?? '',
    ...(await fillLinked(app)),
    connection: action.connectionId,
    largeConnection,
    template: action.templateId,
    largeTemplate,
    webhook: webhook.id,
    image,
    run,
    delivery: delivery.id,
    asset: asset.id,
    hook: new URL(hook.hook_url ?? '').pathname,
  }
}

/** A picture that is none fails each record. */
const failingDesign = {
  ...smallDesign,
  layers: [{ type: 'image', name: 'p', x: 0, y: 0, width: 90, height: 90, src: { bind: 'f0' } }],
}

function freshThings(app: WholeApp, ids: Ids): Stage['fresh'] {
  const { client } = app
  const actionBody = { title: 'x', connection_id: ids.connection, base_id: 'built-in', template_id: ids.template }
  const failing = makeAction(client, {
    fields: [{ name: 'f0', kind: 'text' }],
    rows: Array.from({ length: 20 }, () => ({ f0: 'abc' })),
    design: failingDesign,
  })
  return {
    action: async () => (await client.actions.create({ body: { ...actionBody, table: ids.table } })).id,
    template: async () => (await client.templates.create({ body: { design: largeDesign() } })).id,
    connection: async () =>
      (await client.connections.create({ body: { name: 'x', source: 'postgres', settings: largeSettings } })).id,
    table: async () => (await client.tables.create({ body: { name: `x ${Math.random()}`, fields } })).id,
    async linkingTable() {
      const links = { name: 'links', kind: 'link' as const, linked_table_id: ids.linkedTable }
      const fields = [{ name: 'f0', kind: 'text' as const }, links]
      return (await client.tables.create({ body: { name: `x ${Math.random()}`, fields } })).id
    },
    webhook: async () =>
      (await client.webhooks.create({ body: { name: 'x', url: 'https://example.com', active: false } })).id,
    trigger: async () => (await client.triggers.create({ body: { action_id: ids.action, kind: 'incoming_hook' } })).id,
    image: async () =>
      (await client.images.create({ body: { template_id: ids.template, values: { f0: 'x' }, metadata: dense } })).id,
    user: async () =>
      (await client.users.create({ body: { email: `${Math.random()}@example.com`, name: 'Ada', role: 'owner' } })).id,
    async run(state) {
      if (state === 'failed') {
        const run = await trigger(client, (await failing).actionId)
        await untilRun(client, run, ({ finished_at }) => finished_at !== null)
        return run
      }
      const run = await trigger(client, ids.action)
      if (state === 'active') return run
      await client.runs.cancel({ params: { id: run } })
      await untilRun(client, run, ({ finished_at }) => finished_at !== null)
      return run
    },
  }
}

/** Cancels the runs of an action as soon as they have begun to read. */
async function cancelRuns({ client, world }: WholeApp, actionId: string): Promise<void> {
  while ((await client.tablesources.get({ params: { id: actionId } })).status === 'Starting') {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { active } = await world.data.runs.findOpen(actionId)
  if (active !== null) await client.runs.cancel({ params: { id: active.id } })
}

async function untilSettled({ client, world }: WholeApp): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const runs = await Promise.all(
      (['active', 'waiting'] as const).map((state) => world.data.runs.list({ state, limit: 1 })),
    )
    const { results } = await client.deliveries.list({ query: { state: 'pending', limit: 1 } })
    if (results.length === 0 && runs.every((page) => page.results.length === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('runs or deliveries do not end')
}

/** Invites a user and gives the cookie of their session. */
async function logIn({ client, url }: WholeApp): Promise<{ email: string; cookie: string }> {
  const body = { email: `${Math.random()}@example.com`, name: 'Ada', role: 'owner' as const }
  const { link } = await client.users.create({ body })
  const token = new URL(link).searchParams.get('token') ?? ''
  const answer = await fetch(`${url}/v1/links/redeem`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `203.0.113.${Math.ceil(Math.random() * 250)}`,
    },
    body: JSON.stringify({ token, password }),
  })
  const [cookie] = answer.headers.getSetCookie()
  if (cookie === undefined) throw new Error(await answer.text())
  return { email: body.email, cookie: cookie.split(';')[0] ?? '' }
}

export async function openStage(): Promise<Stage> {
  const receiver = await startReceiver()
  const google = await startGoogleFonts()
  const app = await startWholeApp({
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_FONT_PACK: fontPack,
    PICTABLE_GOOGLE_FONTS_URL: google.url,
    PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
    PICTABLE_TRUSTED_PROXIES: '127.0.0.1',
  })
  const ids = await fill(app, receiver.url)
  return {
    app,
    client: app.client,
    ids,
    fresh: freshThings(app, ids),
    logIn: () => logIn(app),
    settle: () => untilSettled(app),
    cancelRuns: (actionId) => cancelRuns(app, actionId),
    async close() {
      await app.close()
      await receiver.close()
      await google.close()
    },
  }
}
