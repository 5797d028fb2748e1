import { clearForms } from '@pictable/server/core/form/clear-forms.ts'
import type { RenderJob } from '@pictable/server/core/ports/renderer.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'
import { formsOf, type MadeForm, nameQuestion, png } from './forms-kit.ts'

let app: TestApp
let kit: ReturnType<typeof formsOf>
let templateId: string
let tableId: string
let form: MadeForm
const jobs: RenderJob[] = []

const withId = z.looseObject({ id: z.string() })
const outcome = z.looseObject({
  id: z.string(),
  state: z.string(),
  row_added: z.boolean(),
  images: z.array(z.looseObject({ url: z.string(), format: z.string() })),
})

beforeAll(async () => {
  app = await startApp()
  app.rendering.open()
  const { renderer } = app.world
  app.world.renderer = {
    ...renderer,
    makePreview: async () => ({ format: 'webp', bytes: png, widthPx: 1, heightPx: 1 }),
    render(job, signal) {
      jobs.push(job)
      return renderer.render(job, signal)
    },
  }
  app.listing.open()
  kit = formsOf(app)
  templateId = await kit.makeTemplate()
  tableId = await kit.makeTable()
  form = await kit.makeForm({ template_id: templateId, table_id: tableId })
})
afterAll(() => app.close())

const submit = (path: string, answers: unknown, headers = {}) =>
  kit.visit('POST', `${path}/submissions`, { answers }, headers)
const named = (made: MadeForm, name: string) => ({ [made.ids[0] ?? '']: name })
const untilDone = (path: string, id: string) =>
  until('the image of the submission', async () => {
    const now = outcome.parse((await kit.visit('GET', `${path}/submissions/${id}`)).json)
    return now.state !== 'pending' && now
  })

describe('a form', () => {
  test('adds a row with the upload as an asset, and makes the image', async () => {
    const uploaded = await kit.upload(form.path, png)
    expect(uploaded.status, uploaded.text).toBe(201)
    const upload = withId.parse(uploaded.json)
    const [name = '', age = '', photo = ''] = form.ids
    const answers = { [name]: '  Ada\nLovelace ', [age]: '36', [photo]: upload.id }
    const sent = await submit(form.path, answers)
    expect(sent.status, sent.text).toBe(201)
    const { id } = outcome.parse(sent.json)
    expect(sent.json).toEqual({ id, state: 'pending', row_added: true, message: null, images: [] })
    const done = await untilDone(form.path, id)
    expect(done).toMatchObject({ state: 'done', images: [{ format: 'png' }] })
    const row = (await kit.rows(tableId)).at(-1)
    expect(row?.fields).toMatchObject({
      Name: 'Ada Lovelace',
      Age: 36,
      Photo: [{ url: expect.stringMatching(/^asset:ast_/) }],
    })
    const image = await kit.visit('GET', new URL(done.images[0]?.url ?? '').pathname)
    expect(image.status).toBe(200)
    expect(image.text).toContain('Ada Lovelace')
    expect(image.text).toMatch(/asset:ast_/)
    const [stored] = z
      .looseObject({ results: z.array(z.looseObject({ metadata: z.unknown() })) })
      .parse((await app.request('GET', `/v1/images?template_id=${templateId}`)).json).results
    expect(stored?.metadata).toEqual({ form_id: form.id, row_id: row?.id })
    expect((await app.request('GET', `/v1/forms/${form.id}`)).json).toMatchObject({
      submission_count: 1,
      last_submission_at: expect.any(String),
    })
  })

  test('shows no names of variables, layers, tables or fields, and no ids of them', async () => {
    const page = await kit.visit('GET', form.path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('Your name')
    const secrets = ['full_name', 'secret layer', 'hidden_place', 'Members', tableId, templateId, form.id, app.adminKey]
    expect(secrets.filter((secret) => page.text.includes(secret))).toEqual([])
  })

  test('previews what was typed so far, with labels where nothing was', async () => {
    const preview = await kit.visit('POST', `${form.path}/preview`, { answers: {} })
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(preview.text).toContain('"full_name":"Your name"')
    expect(jobs.at(-1)?.output.scale).toBeCloseTo(800 / 1200)
    const typed = await kit.visit('POST', `${form.path}/preview`, { answers: named(form, 'Grace') })
    expect(typed.text).toContain('"full_name":"Grace"')
  })

  test('adds one row for a double click', async () => {
    const before = (await kit.rows(tableId)).length
    const key = { 'idempotency-key': 'one-click' }
    const [first, second] = await Promise.all([1, 2].map(() => submit(form.path, named(form, 'Twice'), key)))
    const statuses = [first?.status, second?.status].toSorted()
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses)
    const repeat = await submit(form.path, named(form, 'Twice'), key)
    expect(repeat.json).toEqual((first?.status === 201 ? first : second)?.json)
    expect((await kit.rows(tableId)).length).toBe(before + 1)
    expect((await submit(form.path, named(form, 'Other'), key)).status).toBe(422)
  })

  test.each([
    ['nothing', () => ({}), 0, 'Your name is required.'],
    ['blanks', () => ({ 0: '   ' }), 0, 'Your name is required.'],
    ['a long name', () => ({ 0: 'x'.repeat(21) }), 0, 'Your name is too long: 21 characters, the maximum is 20.'],
    ['a number as name', () => ({ 0: 5 }), 0, 'Your name must be text.'],
    ['words as age', () => ({ 0: 'A', 1: 'old' }), 1, 'Age must be a number, such as 24.5.'],
    ['an age out of range', () => ({ 0: 'A', 1: 121 }), 1, 'Age must be at most 120.'],
    [
      'a URL as photo',
      () => ({ 0: 'A', 2: 'https://evil.example/a.png' }),
      2,
      'Photo is no longer stored. Choose the picture again.',
    ],
    [
      'an asset as photo',
      () => ({ 0: 'A', 2: 'asset:ast_01' }),
      2,
      'Photo is no longer stored. Choose the picture again.',
    ],
  ])('rejects %s at its question, and adds nothing', async (_, given, place, detail) => {
    const before = await kit.count(form.id)
    const answers = Object.fromEntries(
      Object.entries(given()).map(([index, value]) => [form.ids[Number(index)], value]),
    )
    const answer = await submit(form.path, answers)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ errors: [{ pointer: `/answers/${form.ids[place]}`, detail }] })
    expect(await kit.count(form.id)).toBe(before)
  })

  test('takes emoji as one character each', async () => {
    expect((await submit(form.path, named(form, '😀'.repeat(20)))).status).toBe(201)
  })

  test('takes no upload of another form', async () => {
    const other = await kit.makeForm({ template_id: templateId })
    const upload = withId.parse((await kit.upload(other.path, png)).json)
    const [name = '', , photo = ''] = form.ids
    expect((await submit(form.path, { [name]: 'Ada', [photo]: upload.id })).status).toBe(400)
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 422],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 422],
    ['a PDF', Buffer.from('%PDF-1.7'), 'application/pdf', 415],
    ['nothing', Buffer.alloc(0), 'image/png', 422],
    ['11 MB', Buffer.concat([png, Buffer.alloc(11_000_000)]), 'image/png', 413],
  ])('rejects %s as an upload', async (_, bytes, type, status) => {
    expect((await kit.upload(form.path, bytes, type)).status).toBe(status)
  })

  test('does not list uploads as assets before they are submitted', async () => {
    const assets = async () => (await app.request('GET', '/v1/assets')).text
    const before = await assets()
    await kit.upload(form.path, png)
    expect(await assets()).toBe(before)
  })
})

test('uploads are deleted after a day, those of submissions stay as assets', async () => {
  const [kept, left] = [await kit.upload(form.path, png), await kit.upload(form.path, png)].map(({ json }) =>
    withId.parse(json),
  )
  const [name = '', , photo = ''] = form.ids
  const sent = outcome.parse((await submit(form.path, { [name]: 'Ada', [photo]: kept?.id })).json)
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of app.world.storage.list('uploads')) keys.push(key)
    return keys
  }
  expect(await stored()).toEqual(expect.arrayContaining([`uploads/${kept?.id}`, `uploads/${left?.id}`]))
  await clearForms(app.world)
  expect(await stored()).toContain(`uploads/${left?.id}`)
  const { clock } = app.world
  const after = (days: number) => ({ now: () => new Date(clock.now().getTime() + days * 24 * 3_600_000 + 60_000) })
  await clearForms({ ...app.world, clock: after(1) })
  expect(await stored()).toEqual([])
  expect((await submit(form.path, { [name]: 'Ada', [photo]: left?.id })).status).toBe(400)
  expect((await untilDone(form.path, sent.id)).state).toBe('done')
  await clearForms({ ...app.world, clock: after(30) })
  expect((await kit.visit('GET', `${form.path}/submissions/${sent.id}`)).status).toBe(404)
})

describe('the link of a form', () => {
  test('leads nowhere once it was rotated, for pages and calls', async () => {
    const made = await kit.makeForm({ template_id: templateId })
    const rotated = await app.request('POST', `/v1/forms/${made.id}/rotate`)
    const { url } = z.looseObject({ url: z.string() }).parse(rotated.json)
    expect(new URL(url).pathname).not.toBe(made.path)
    const page = await kit.visit('GET', made.path, undefined, { accept: 'text/html' })
    expect(page.status).toBe(404)
    expect(page.text).toContain('This form does not exist')
    expect((await submit(made.path, named(made, 'A'))).status).toBe(404)
    expect((await kit.upload(made.path, png)).status).toBe(404)
    expect((await submit(new URL(url).pathname, named(made, 'A'))).status).toBe(201)
  })

  test('is shown to those who may write only, and is not logged', async () => {
    const key = z
      .looseObject({ secret: z.string() })
      .parse((await app.request('POST', '/v1/api-keys', { body: { name: 'r', scopes: ['read'] } })).json).secret
    expect((await app.request('GET', `/v1/forms/${form.id}`, { key })).json).toMatchObject({ url: null })
    expect((await app.request('PATCH', `/v1/forms/${form.id}`, { key, body: { enabled: false } })).status).toBe(403)
    expect(JSON.stringify(app.logged)).not.toContain(form.path.slice(3))
  })

  test.each(['/f/x', '/f/0123456789abcdefghjkmnpqrstvwxyz', `/f/${'a'.repeat(32)}`])(
    'answers %s with a page',
    async (path) => {
      const page = await kit.visit('GET', path, undefined, { accept: 'text/html' })
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    },
  )

  test('says that a disabled form is closed, and takes no answers', async () => {
    const made = await kit.makeForm({ template_id: templateId })
    await app.request('PATCH', `/v1/forms/${made.id}`, { body: { enabled: false } })
    const page = await kit.visit('GET', made.path)
    expect([page.status, page.text.includes('This form is closed')]).toEqual([410, true])
    for (const path of ['submissions', 'preview'])
      expect((await kit.visit('POST', `${made.path}/${path}`, { answers: named(made, 'A') })).status).toBe(409)
    await app.request('PATCH', `/v1/forms/${made.id}`, { body: { enabled: true } })
    expect((await kit.visit('GET', made.path)).status).toBe(200)
  })

  test('names what is wrong to its owner when its field is deleted, and is closed for visitors', async () => {
    const members = await kit.makeTable()
    const made = await kit.makeForm({ template_id: templateId, table_id: members })
    const table = z
      .looseObject({ fields: z.array(z.looseObject({ name: z.string() })) })
      .parse((await app.request('GET', `/v1/tables/${members}`)).json)
    const fields = table.fields.filter(({ name }) => name !== 'Age').map(({ id, name, kind }) => ({ id, name, kind }))
    const changed = await app.request('PATCH', `/v1/tables/${members}`, { body: { fields } })
    expect(changed.status, changed.text).toBe(200)
    expect((await app.request('GET', `/v1/forms/${made.id}`)).json).toMatchObject({
      problem: 'The question "Age" fills a field that is no longer in the table "Members". Choose another field.',
    })
    expect((await kit.visit('GET', made.path)).status).toBe(410)
    const inUse = await app.request('DELETE', `/v1/tables/${members}`)
    expect(inUse.status).toBe(409)
    expect(inUse.text).toContain('The form \\"Your badge\\" adds rows to this table')
    expect((await app.request('DELETE', `/v1/templates/${templateId}`)).status).toBe(409)
    expect((await app.request('DELETE', `/v1/forms/${made.id}`)).status).toBe(204)
    expect((await app.request('DELETE', `/v1/tables/${members}`)).status).toBe(204)
  })
})

describe('embedding a form', () => {
  test('is refused unless origins are allowed, and then exactly these', async () => {
    const plain = await kit.visit('GET', form.path)
    expect(plain.headers.get('x-frame-options')).toBe('DENY')
    expect(plain.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/)
    const ancestors = ['https://example.com', 'https://*.school.example']
    const made = await kit.makeForm({ template_id: templateId, frame_ancestors: ancestors })
    const page = await kit.visit('GET', made.path)
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors https://example.com https://*.school.example",
    )
  })

  test.each([
    '*',
    'https://*',
    'example.com',
    'https://example.com/',
    "https://a.com 'self'",
    'http://example.com',
    'https://A.com',
    "'self'",
  ])('cannot allow %s', async (origin) => {
    const answer = await app.request('PATCH', `/v1/forms/${form.id}`, { body: { frame_ancestors: [origin] } })
    expect(answer.status).toBe(400)
  })
})

describe('limits', () => {
  test('count submissions by network, and invalid ones not', async () => {
    const made = await kit.makeForm({ template_id: templateId, submissions_per_hour: 2 })
    await app.standStill(async () => {
      expect((await submit(made.path, {})).status).toBe(400)
      const send = async () => (await submit(made.path, named(made, 'A'))).status
      expect([await send(), await send(), await send()]).toEqual([201, 201, 429])
    })
    const refused = await submit(made.path, named(made, 'A'))
    expect(refused.json).toMatchObject({ detail: 'This form was sent too often from your network. Retry later.' })
  })

  test('count submissions of a form by day', async () => {
    const made = await kit.makeForm({ template_id: templateId, submissions_per_day: 1 })
    expect((await submit(made.path, named(made, 'A'))).status).toBe(201)
    const refused = await submit(made.path, named(made, 'B'))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await kit.count(made.id)).toBe(1)
  })

  test('are not by form alone: guesses at links are limited too', async () => {
    await app.standStill(async () => {
      const statuses = new Set<number>()
      for (let guess = 0; guess < 130; guess++)
        statuses.add((await kit.visit('POST', `/f/${String(guess).padStart(32, 'z')}/preview`, { answers: {} })).status)
      expect([...statuses]).toEqual([404, 429])
    })
  })
})

test('text of a visitor never chooses a picture', async () => {
  const design = {
    ...{ schema: 1, width: 100, height: 100 },
    layers: [{ type: 'image', name: 'Logo', x: 0, y: 0, width: 9, height: 9, src: '{{logo_start}}{{logo}}' }],
  }
  const template = await app.request('POST', '/v1/templates', { body: { design, publish: true } })
  const { id } = withId.parse(template.json)
  const question = { variable: 'logo', kind: 'text', label: 'Logo' }
  const made = await kit.makeForm({
    template_id: id,
    questions: [question],
    values: { logo_start: 'https://cdn.example/' },
  })
  expect((await submit(made.path, named(made, 'a.png'))).status).toBe(201)
  const free = { ...design, layers: design.layers.map((layer) => ({ ...layer, src: '{{logo | lower}}' })) }
  const other = await app.request('POST', '/v1/templates', { body: { design: free, publish: true } })
  const open = await kit.makeForm({ template_id: withId.parse(other.json).id, questions: [question] })
  for (const logo of ['https://evil.example/a.png', 'asset:ast_01', 'http://169.254.169.254/'])
    for (const call of ['submissions', 'preview']) {
      const answer = await kit.visit('POST', `${open.path}/${call}`, { answers: named(open, logo) })
      expect([answer.status, answer.json]).toMatchObject([
        400,
        { errors: [{ detail: 'Logo cannot be the URL of a picture.' }] },
      ])
    }
})

describe('saving a form', () => {
  const create = (body: object) =>
    app.request('POST', '/v1/forms', { body: { template_id: templateId, title: 'x', ...body } })
  const text = { variable: 'full_name', kind: 'text', label: 'Name' }

  test.each([
    [{ questions: [] }, '/questions'],
    [{ questions: [{ ...text, variable: 'unknown' }] }, '/questions/0/variable'],
    [{ questions: [text, text] }, '/questions/1/variable'],
    [{ questions: [{ ...text, kind: 'image' }] }, '/questions/0/kind'],
    [{ questions: [{ variable: 'photo', kind: 'text', label: 'Photo' }] }, '/questions/0/kind'],
    [{ questions: [{ ...text, kind: 'choice' }] }, '/questions/0/choices'],
    [{ questions: [{ ...text, default: 'x'.repeat(501) }] }, '/questions/0/default'],
    [{ questions: [{ ...text, field: 'Name' }] }, '/questions/0/field'],
    [{ questions: [text], values: { unknown: 1 } }, '/values/unknown'],
    [{ questions: [text], values: { full_name: 'A' } }, '/values/full_name'],
    [{ questions: [text], table_id: 'tbl_unknown' }, '/table_id'],
    [{ questions: [text], action_id: 'act_unknown' }, '/action_id'],
    [{ questions: [text], template_id: 'tpl_unknown' }, '/template_id'],
    [{ questions: [text], language: 'not a language' }, '/language'],
  ])('rejects %j at %s', async (body, place) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ errors: [{ pointer: place }] })
  })

  test('rejects fields of the table that cannot hold the answer, and those that are not there', async () => {
    const wrong = await create({ table_id: tableId, questions: [{ ...text, field: 'Image' }] })
    expect(wrong.text).toContain('cannot fill the field \\"Image\\" (url)')
    const missing = await create({ table_id: tableId, questions: [{ ...text, field: 'Nmae' }] })
    expect(missing.text).toContain('has no field \\"Nmae\\". It has:')
  })

  test('needs a published template', async () => {
    const draft = await kit.makeTemplate(false)
    const answer = await create({ template_id: draft, questions: [text] })
    expect(answer.json).toMatchObject({
      errors: [{ pointer: '/template_id', detail: expect.stringContaining('Publish it first') }],
    })
  })

  test('keeps what a change leaves out, and asks for the revision', async () => {
    const made = await kit.makeForm({ template_id: templateId, questions: [{ ...nameQuestion, field: null }] })
    const path = `/v1/forms/${made.id}`
    const changed = await app.request('PATCH', path, { body: { title: 'Other' }, headers: { 'if-match': '"r1"' } })
    expect(changed.json).toMatchObject({ title: 'Other', revision: 2, questions: [{ max_length: 20 }] })
    expect((await app.request('PATCH', path, { body: { title: 'x' }, headers: { 'if-match': '"r1"' } })).status).toBe(
      412,
    )
  })
})

test('a form with an action runs it for the new row alone', async () => {
  const connection = await app.request('POST', '/v1/connections', {
    body: { name: 'Ours', source: 'table', settings: {} },
  })
  const members = await kit.makeTable()
  await app.request('POST', `/v1/tables/${members}/rows`, { body: { rows: [{ Name: 'Before' }] } })
  const action = await app.request('POST', '/v1/actions', {
    body: {
      ...{ title: 'Badges', connection_id: withId.parse(connection.json).id, base_id: 'built-in', table: members },
      ...{ template_id: templateId, mapping: { full_name: { field: 'Name' } }, write_back: { url: 'Image' } },
    },
  })
  const { id: actionId } = withId.parse(action.json)
  const made = await kit.makeForm({ template_id: templateId, table_id: members, action_id: actionId })
  const sent = outcome.parse((await submit(made.path, named(made, 'Ada'))).json)
  const done = await untilDone(made.path, sent.id)
  expect(done).toMatchObject({ state: 'done', row_added: true, images: [{ format: 'png' }] })
  await until('the URL in the row', async () => (await kit.rows(members)).some(({ fields }) => 'Image' in fields))
  const rows = await kit.rows(members)
  expect(rows.map(({ fields }) => [fields.Name, 'Image' in fields])).toEqual([
    ['Before', false],
    ['Ada', true],
  ])
  const inUse = await app.request('DELETE', `/v1/actions/${actionId}`)
  expect([inUse.status, inUse.text.includes('starts this action')]).toEqual([409, true])
})
