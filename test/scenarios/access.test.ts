import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
import { startApp, type TestAnswer, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed
let otherActionId: string

const created = z.looseObject({ id: z.string(), secret: z.string() })

async function keyWith(scopes: string[], actionIds?: string[]) {
  const body = { name: scopes.join(), scopes, ...(actionIds && { action_ids: actionIds }) }
  return created.parse((await app.request('POST', '/v1/api-keys', { body })).json)
}

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
  const { connectionId, templateId } = seeded
  const body = {
    title: 'Other',
    connection_id: connectionId,
    base_id: 'built-in',
    table: 'Products',
    template_id: templateId,
  }
  const other = await app.request('POST', '/v1/actions', { body })
  otherActionId = z.looseObject({ id: z.string() }).parse(other.json).id
})
afterAll(() => app.close())

async function runOf(actionId: string, key?: string) {
  const answer = await app.request('POST', `/v1/tablesources/${actionId}`, key === undefined ? {} : { key })
  const runId = answer.headers.get('x-run-id') ?? ''
  if (answer.status === 200) await untilEnded(app, runId)
  return { answer, runId }
}

describe('a key limited to an action', () => {
  test('triggers it and sees its runs and images, and those alone', async () => {
    const { secret: key } = await keyWith(['trigger'], [otherActionId])
    const own = await runOf(otherActionId, key)
    const foreign = await runOf(seeded.actionId)
    expect(own.answer.status).toBe(200)
    const status = async (path: string) => (await app.request('GET', path, { key })).status
    expect(await status(`/v1/runs/${own.runId}`)).toBe(200)
    expect(await status(`/v1/runs/${own.runId}/records`)).toBe(200)
    expect(await status(`/v1/runs/${foreign.runId}`)).toBe(403)
    expect(await status(`/v1/runs?action_id=${otherActionId}`)).toBe(200)
    expect(await status(`/v1/images?action_id=${otherActionId}`)).toBe(200)
    expect(await status('/v1/runs')).toBe(403)
    expect(await status(`/v1/images?action_id=${seeded.actionId}`)).toBe(403)
    const preview = (body: object) => app.request('POST', `/v1/actions/${otherActionId}/preview`, { key, body })
    expect((await preview({ limit: 1 })).status).toBe(200)
    expect((await preview({ limit: 1, table: seeded.tableId })).status).toBe(403)
    expect((await app.request('POST', `/v1/actions/${otherActionId}/sample`, { key })).status).toBe(403)
    const listed = await app.request('GET', '/v1/actions', { key })
    expect(listed.json).toMatchObject({ results: [{ id: otherActionId }], next: null })
  })

  test('learns nothing of a record that the action leaves out', async () => {
    const [rowId] = seeded.rowIds
    const path = `/v1/actions/${otherActionId}`
    const { secret: key } = await keyWith(['trigger'], [otherActionId])
    const preview = (by?: string) =>
      app.request('POST', `${path}/preview`, { ...(by && { key: by }), body: { record_ids: [rowId], draw: false } })
    expect((await preview(key)).status).toBe(200)
    const filter = { field: 'Name', operator: 'empty' }
    expect((await app.request('PATCH', path, { body: { filter } })).status).toBe(200)
    expect((await preview(key)).json).toMatchObject({ status: 404, detail: `The action has no record "${rowId}".` })
    expect((await preview()).status).toBe(200)
    const run = await app.request('POST', `/v1/tablesources/${otherActionId}`, { key, body: { record_ids: [rowId] } })
    const runId = run.headers.get('x-run-id') ?? ''
    await untilEnded(app, runId)
    const records = async (by?: string) => {
      const answer = await app.request('GET', `/v1/runs/${runId}/records`, by ? { key: by } : {})
      return z.object({ results: z.tuple([z.looseObject({ label: z.string() })]), next: z.null() }).parse(answer.json)
        .results[0]
    }
    const { label } = await records()
    expect(label).not.toBe('')
    const seen = await records(key)
    expect(seen).toMatchObject({ record_id: rowId, reason: { code: 'filtered_out' } })
    expect(JSON.stringify(seen)).not.toContain(label)
    await app.request('PATCH', path, { body: { filter: null } })
  })
})

describe('API keys', () => {
  test('show their secret once, and tell when they were used', async () => {
    const key = await keyWith(['read'])
    expect(key.secret).toMatch(/^pct_[0-9A-Za-z]{8}_[0-9A-Za-z]{36}$/)
    await app.request('GET', '/v1/actions', { key: key.secret })
    const shown = await app.request('GET', `/v1/api-keys/${key.id}`)
    expect(shown.json).toMatchObject({ id: key.id, last_used_at: expect.any(String), revoked_at: null })
    expect(shown.text).not.toContain(key.secret)
  })

  test('end at once when they are revoked', async () => {
    const { id, secret: key } = await keyWith(['read'])
    expect((await app.request('GET', '/v1/actions', { key })).status).toBe(200)
    expect((await app.request('DELETE', `/v1/api-keys/${id}`)).status).toBe(204)
    expect((await app.request('GET', '/v1/actions', { key })).status).toBe(401)
    expect((await app.request('GET', `/v1/api-keys/${id}`)).json).toMatchObject({ revoked_at: expect.any(String) })
  })

  test('with one letter changed are refused', async () => {
    const { secret } = await keyWith(['read'])
    const key = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a')
    expect((await app.request('GET', '/v1/actions', { key })).status).toBe(401)
  })
})

describe('rate limits', () => {
  test('hold callers that come through a proxy, and tell when to go on', async () => {
    const limited = await startApp({ rateLimit: { perMinute: 60, burst: 3 } })
    try {
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      const answers: TestAnswer[] = []
      await limited.standStill(async () => {
        for (let call = 0; call < 4; call++) answers.push(await limited.request('GET', '/v1/actions', { headers }))
      })
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=3;w=3')
      expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=2;t=\d+$/)
      expect(answers[3]?.headers.get('retry-after')).toBe('1')
      expect(answers[3]?.json).toMatchObject({ code: 'rate_limited' })
      expect((await limited.request('GET', '/v1/actions')).status).toBe(200)
      expect((await limited.request('GET', '/livez', { key: null, headers })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
