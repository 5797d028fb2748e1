import { createClient } from '@pictable/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardDesign } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  app = await startApp()
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
})
afterAll(() => app.close())

const [mia, ada] = ['session-mia', 'session-ada']
const wide = { ...cardDesign, width: 1600 }
const etag = ({ revision }: { revision: number }) => `"r${revision}"`

async function newTemplate(): Promise<{ id: string }> {
  const { id } = await client.templates.create({ body: { name: 'Card', design: cardDesign, publish: true } })
  return { id }
}

/** Saves a draft over the revision. */
const save = (params: { id: string }, revision: number, session = mia, design: Record<string, unknown> = wide) =>
  client.drafts.save({ params, body: { session, base_version: 1, design }, ifMatch: etag({ revision }) })

const auditCount = async () => (await client.auditLog.list({ query: { limit: 100 } })).results.length

test('a draft is saved without a version or an audit entry, and published as one version', async () => {
  const params = await newTemplate()
  const entries = await auditCount()
  const none = await client.drafts.get({ params })
  expect(none).toMatchObject({ revision: 0, has_changes: false, base_version: 1, editing: null, updated_at: null })
  expect(none.design).toEqual((await client.templates.get({ params })).design)
  const first = await save(params, 0)
  expect(first).toMatchObject({ revision: 1, has_changes: true, design: { width: 1600 }, editing: { session: mia } })
  await save(params, 1, mia, { ...wide, height: 900 })
  expect(await client.drafts.get({ params })).toMatchObject({ revision: 2, design: { width: 1600, height: 900 } })
  expect((await client.templates.get({ params })).latest_version).toBe(1)
  expect(await auditCount()).toBe(entries)

  const body = { session: mia, note: 'Wider' }
  const template = await client.drafts.publish({ params, body, ifMatch: '"r2"' })
  expect(template).toMatchObject({ latest_version: 2, published_version: 2, width: 1600, height: 900 })
  expect(await auditCount()).toBe(entries + 1)
  const [latest] = (await client.templates.versions({ params })).results
  expect(latest).toMatchObject({ version: 2, published: true, note: 'Wider', author: 'PICTABLE_ADMIN_KEY' })
  expect(await client.drafts.get({ params })).toMatchObject({ revision: 3, has_changes: false, base_version: 2 })
  await expect(client.drafts.publish({ params, body })).rejects.toMatchObject({
    status: 409,
    problem: { code: 'conflict' },
  })
})

test('sample values are saved with the template, and a draft that is equal to its version has no changes', async () => {
  const params = await newTemplate()
  const template = () => client.templates.get({ params })
  const { design } = await template()
  const body = { session: mia, base_version: 1, design, sample: { Title: 'Grace', Tags: ['new', 2] } }
  const saved = await client.drafts.save({ params, body, ifMatch: '"r0"' })
  expect(saved).toMatchObject({ revision: 1, has_changes: false, base_version: 1, sample: body.sample })
  expect(await template()).toMatchObject({ sample: body.sample, latest_version: 1 })
  expect(await save(params, 1)).toMatchObject({ has_changes: true, sample: body.sample })
  const undone = await save(params, 2, mia, design)
  expect(undone).toMatchObject({ revision: 3, has_changes: false, sample: body.sample })
})

test('a save of sample values alone is refused when another saved some in between, with the draft or with the template', async () => {
  const params = await newTemplate()
  const { design, revision } = await client.drafts.get({ params })
  const saveSample = (sample: Record<string, string>, at: number) =>
    client.drafts.save({ params, body: { session: mia, base_version: 1, design, sample }, ifMatch: `"r${at}"` })
  const first = await saveSample({ Title: 'Mia' }, revision)
  const refused = { status: 412, problem: { code: 'precondition_failed' } }
  await expect(saveSample({ Title: 'Late' }, revision)).rejects.toMatchObject(refused)
  await client.templates.update({ params, body: { sample: { Title: 'Ada' } } })
  await expect(saveSample({ Title: 'Late' }, first.revision)).rejects.toMatchObject(refused)
  expect(await client.templates.get({ params })).toMatchObject({ sample: { Title: 'Ada' } })
  const now = await client.drafts.get({ params })
  expect(now).toMatchObject({ revision: first.revision + 1, has_changes: false, sample: { Title: 'Ada' } })
  expect(await saveSample({ Title: 'Seen' }, now.revision)).toMatchObject({ sample: { Title: 'Seen' } })
})

/** The lease of an editor ends 15 seconds after its last request, which a busy machine may need for the next one. */
const whileLeased = (work: () => Promise<void>) => () => app.standStill(work)

test(
  'one editor saves at a time; the other takes over and gets what was saved',
  whileLeased(async () => {
    const params = await newTemplate()
    await save(params, 0)
    const refused = {
      status: 409,
      problem: { code: 'draft_in_use' },
      message: expect.stringContaining('PICTABLE_ADMIN_KEY is editing'),
    }
    await expect(save(params, 1, ada)).rejects.toMatchObject(refused)
    await expect(client.drafts.discard({ params, query: { session: ada } })).rejects.toMatchObject(refused)
    const publish = client.drafts.publish({ params, body: { session: ada }, ifMatch: '"r1"' })
    await expect(publish).rejects.toMatchObject(refused)

    const asked = await client.drafts.claim({ params, body: { session: ada, take_over: true } })
    expect(asked).toMatchObject({ editing: { session: mia }, waiting: { session: ada } })
    await save(params, 1, mia, { ...wide, height: 800 })
    await client.drafts.release({ params, query: { session: mia } })
    const taken = await client.drafts.get({ params })
    expect(taken).toMatchObject({ revision: 2, editing: { session: ada }, waiting: null, design: { height: 800 } })
    expect(await save(params, 2, ada)).toMatchObject({ revision: 3, design: { width: 1600 } })
    await expect(save(params, 3, mia)).rejects.toMatchObject({ problem: { code: 'draft_in_use' } })
  }),
)

test(
  'no one saves, publishes or releases with the session of someone else',
  whileLeased(async () => {
    const params = await newTemplate()
    await save(params, 0)
    const { secret: apiKey } = await client.apiKeys.create({ body: { name: 'Eve', scopes: ['write'] } })
    const eve = createClient({ baseUrl: app.url, apiKey })
    const { editing } = await eve.drafts.get({ params })
    expect(editing?.session).toBe(mia)
    const refused = { status: 409, problem: { code: 'draft_in_use' } }
    const body = { session: mia, base_version: 1, design: cardDesign }
    await expect(eve.drafts.save({ params, body })).rejects.toMatchObject(refused)
    await expect(eve.drafts.publish({ params, body: { session: mia } })).rejects.toMatchObject(refused)
    await expect(eve.drafts.discard({ params, query: { session: mia } })).rejects.toMatchObject(refused)
    await eve.drafts.release({ params, query: { session: mia } })
    expect((await eve.drafts.claim({ params, body: { session: mia } })).editing).toMatchObject({
      name: 'PICTABLE_ADMIN_KEY',
    })
    expect(await save(params, 1)).toMatchObject({ revision: 2 })
  }),
)

test('a draft is compared with the published version, or with any other', async () => {
  const params = await newTemplate()
  const diff = (from?: number) => client.drafts.diff({ params, ...(from !== undefined && { query: { from } }) })
  expect(await diff()).toEqual({ from: 1, revision: 0, changes: [] })
  const later = await client.templates.update({ params, body: { design: { ...cardDesign, height: 700 } } })
  const height = { kind: 'changed', layer: null, property: 'height', before: 630, after: 700 }
  expect(await diff()).toEqual({ from: 1, revision: 0, changes: [height] })
  const design = { ...wide, height: 700 }
  await client.drafts.save({ params, body: { session: mia, base_version: later.latest_version, design } })
  const width = { kind: 'changed', layer: null, property: 'width', before: 1200, after: 1600 }
  expect(await diff()).toEqual({ from: 1, revision: 1, changes: [width, height] })
  expect(await diff(2)).toEqual({ from: 2, revision: 1, changes: [width] })
  await expect(diff(9)).rejects.toMatchObject({ status: 404, message: expect.stringContaining('version 9') })

  const { id } = await client.templates.create({ body: { design: cardDesign } })
  await save({ id }, 0)
  expect(await client.drafts.diff({ params: { id } })).toEqual({ from: 1, revision: 1, changes: [width] })
})

test('a save over an older revision, and one after a publish, are refused', async () => {
  const params = await newTemplate()
  await save(params, 0)
  await expect(save(params, 0)).rejects.toMatchObject({ status: 412, problem: { code: 'precondition_failed' } })
  await client.drafts.publish({ params, body: { session: mia }, ifMatch: '"r1"' })
  await expect(save(params, 1)).rejects.toMatchObject({ status: 412 })
  expect((await client.templates.get({ params })).latest_version).toBe(2)
})

test('a version that someone pushes is merged before the draft is published', async () => {
  const params = await newTemplate()
  await save(params, 0)
  await client.templates.update({ params, body: { design: { ...cardDesign, height: 700 } } })
  const publish = (revision: number) =>
    client.drafts.publish({ params, body: { session: mia }, ifMatch: etag({ revision }) })
  await expect(publish(1)).rejects.toMatchObject({ status: 412, message: expect.stringContaining('version 2') })
  const body = { session: mia, base_version: 2, design: { ...wide, height: 700 } }
  const merged = await client.drafts.save({ params, body, ifMatch: '"r1"' })
  expect(await publish(merged.revision)).toMatchObject({ latest_version: 3, width: 1600, height: 700 })
})

test('a draft is discarded; what is no design is refused at its place', async () => {
  const params = await newTemplate()
  const { revision } = await save(params, 0)
  const bad = save(params, revision, mia, { ...wide, layers: [{ type: 'text', name: 'Title', width: 'wide' }] })
  const errors = [expect.objectContaining({ pointer: expect.stringContaining('/design/layers/0') })]
  await expect(bad).rejects.toMatchObject({ status: 400, problem: { errors: expect.arrayContaining(errors) } })
  const unknown = { session: mia, base_version: 9, design: wide }
  await expect(client.drafts.save({ params, body: unknown })).rejects.toMatchObject({ status: 404 })
  const discarded = await client.drafts.discard({ params, query: { session: mia }, ifMatch: etag({ revision }) })
  expect(discarded).toMatchObject({ revision: 2, has_changes: false, design: { width: 1200 } })
  await expect(client.drafts.get({ params: { id: 'tpl_none' } })).rejects.toMatchObject({ status: 404 })
})

test('saves are not counted by the rate limit, and followers receive them', async () => {
  const params = await newTemplate()
  const stop = new AbortController()
  const heard: number[] = []
  const follow = async () => {
    for await (const { event, data } of client.events.stream({ signal: stop.signal, lastEventId: 'unknown' }))
      if (event === 'draft' && data.template_id === params.id && heard.push(data.revision) && data.revision === 300)
        stop.abort()
  }
  const followed = follow().catch(() => {})
  for (let revision = 0; revision < 300; revision++) await save(params, revision)
  await followed
  expect(heard.at(-1)).toBe(300)
})

test('editors receive a version that was pushed', async () => {
  const params = await newTemplate()
  await save(params, 0)
  const stop = new AbortController()
  const follow = async () => {
    for await (const { event, data } of client.events.stream({ signal: stop.signal, lastEventId: 'unknown' }))
      if (event === 'draft' && data.template_id === params.id && data.latest_version === 2) return data
    return null
  }
  const followed = follow()
  await client.templates.update({ params, body: { design: { ...cardDesign, height: 700 } } })
  expect(await followed).toMatchObject({ revision: 1, latest_version: 2, editing: { session: mia } })
  stop.abort()
})

test('a role that reads sees a draft and changes none', async () => {
  const params = await newTemplate()
  const { secret: apiKey } = await client.apiKeys.create({ body: { name: 'Reader', scopes: ['read'] } })
  const reader = createClient({ baseUrl: app.url, apiKey })
  expect(await reader.drafts.get({ params })).toMatchObject({ revision: 0 })
  const body = { session: ada, base_version: 1, design: wide }
  await expect(reader.drafts.save({ params, body })).rejects.toMatchObject({ status: 403 })
  await expect(reader.drafts.claim({ params, body: { session: ada } })).rejects.toMatchObject({ status: 403 })
  await expect(reader.drafts.release({ params, query: { session: ada } })).rejects.toMatchObject({ status: 403 })
})

test('the latest 50 versions that were never published are kept', async () => {
  const params = await newTemplate()
  for (let width = 1; width <= 53; width++)
    await client.templates.update({ params, body: { design: { ...cardDesign, width } } })
  const versions: number[] = []
  for (let after: string | undefined; ; ) {
    const page = await client.templates.versions({ params, query: { limit: 100, ...(after && { after }) } })
    versions.push(...page.results.map(({ version }) => version))
    if (page.next === null) break
    after = page.next
  }
  expect(versions).toEqual([...Array.from({ length: 50 }, (_, index) => 54 - index), 1])
})

test('a design of a newer release is shown as it is stored, and what uses it says why it cannot', async () => {
  const params = await newTemplate()
  const { data } = app.world
  const [template, version] = [await data.templates.get(params.id), await data.templates.getVersion(params.id, 1)]
  if (!template || !version) throw new Error('the template is missing')
  const layers = version.design.layers.map((layer) => ({ ...layer, glow: 3 }))
  await data.templates.insertVersion({ ...version, version: 2, design: { ...version.design, layers } })
  await data.templates.update({ ...template, latestVersion: 2 })

  const newer = { layers: [{ glow: 3 }, ...layers.slice(1).map(() => ({}))] }
  expect((await client.templates.get({ params })).design).toMatchObject(newer)
  expect((await client.templates.version({ params: { ...params, version: '2' } })).design).toMatchObject(newer)
  expect((await client.templates.versions({ params })).results).toHaveLength(2)
  const draft = await client.drafts.get({ params })
  expect(draft).toMatchObject({ base_version: 2, design: newer })
  await client.drafts.claim({ params, body: { session: mia } })
  await expect(client.templates.variables({ params })).rejects.toMatchObject({
    status: 400,
    problem: {
      detail: expect.stringContaining('Version 2 of the template is not valid in this release of Pictable.'),
      errors: expect.arrayContaining([{ pointer: '/design/layers/0/glow', detail: 'is not a known property' }]),
    },
  })

  await data.drafts.update({
    ...(await data.drafts.lock(params.id)),
    change: { baseVersion: 2, design: { ...version.design, layers } },
  })
  expect((await client.drafts.get({ params })).design).toMatchObject(newer)
  await expect(client.drafts.publish({ params, body: { session: mia } })).rejects.toMatchObject({ status: 400 })
  expect(await save(params, draft.revision)).toMatchObject({ design: { width: 1600 } })
})
