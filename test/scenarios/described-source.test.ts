import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeApi, FakeRejection, startFakeApi } from '#test/fakes/hosted/fake-api.ts'
import { blocksIn } from '#test/guides/blocks.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import { recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/describe-a-source.md'), 'utf8')
const description = blocksIn(guide).find(({ info }) => info === 'inventory.json')?.code ?? ''

interface Entry {
  id: string
  values: Record<string, unknown>
}

const refuse = (status: number, code: string) => new FakeRejection(status, { error: { code, text: `It is ${code}.` } })

/** The product that the guide describes. */
function startInventory(entries: Map<string, Entry>): Promise<FakeApi> {
  const columns = [
    { key: 'name', title: 'Name', type: 'string' },
    { key: 'count', title: 'Count', type: 'number' },
    { key: 'image', title: 'Image', type: 'string' },
    { key: 'state', title: 'State', type: 'status', options: [{ label: 'completed' }, { label: 'failed' }] },
    { key: 'code', title: 'Code', type: 'string', locked: true },
  ]
  const state = (value: unknown) => (typeof value === 'string' ? { label: value } : (value ?? null))
  const shown = ({ id, values }: Entry) => ({ id, values: { ...values, state: state(values.state) } })
  return startFakeApi({
    routes: [
      ['GET', '/v1/lists', () => ({ items: [{ key: 'parts', title: 'Parts' }] })],
      ['GET', '/v1/lists/parts/columns', () => ({ columns })],
      [
        'GET',
        '/v1/lists/parts/entries',
        ({ query }) => {
          const all = [...entries.values()]
          const from = Number(query.get('after') ?? 0)
          const to = from + Number(query.get('limit'))
          return { entries: all.slice(from, to).map(shown), next: to < all.length ? String(to) : null }
        },
      ],
      [
        'POST',
        '/v1/lists/parts/entries/find',
        ({ body }) => {
          const { ids } = z.object({ ids: z.array(z.string()) }).parse(body)
          return { entries: ids.flatMap((id) => entries.get(id) ?? []).map(shown) }
        },
      ],
      [
        'PUT',
        '/v1/lists/parts/entries/:id',
        ({ params: { id = '' }, body }) => {
          const entry = entries.get(id)
          if (entry === undefined) throw refuse(404, 'no_such_entry')
          entry.values = {
            ...entry.values,
            ...z.object({ values: z.record(z.string(), z.unknown()) }).parse(body).values,
          }
        },
      ],
    ],
    authorize({ headers }) {
      if (headers['x-api-key'] !== 'the-key-of-the-inventory') throw refuse(401, 'no_key')
    },
    unknown: { error: { code: 'no_such_path' } },
  })
}

const entries = new Map<string, Entry>(
  Array.from({ length: 60 }, (_, n) => [`e${n}`, { id: `e${n}`, values: { name: `Part ${n}`, count: n } }]),
)
const dataDir = makeDataDirectory('pictable-described-')
let inventory: FakeApi
let app: WholeApp
beforeAll(async () => {
  inventory = await startInventory(entries)
  const folder = join(dataDir, 'sources')
  mkdirSync(folder)
  writeFileSync(join(folder, 'inventory.json'), description)
  writeFileSync(join(folder, 'again.json'), description)
  writeFileSync(join(folder, 'airtable.json'), description.replace('"kind": "inventory"', '"kind": "airtable"'))
  writeFileSync(join(folder, 'broken.json'), '{ "kind": ')
  writeFileSync(join(folder, 'wrong.json'), description.replace('"/v1/lists"', '"/v1/lists/{token}"'))
  app = await startWholeApp({ PICTABLE_DATA_DIR: dataDir, PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' })
})
afterAll(async () => {
  await app.close()
  await inventory.close()
})

const connect = (api_key: string) =>
  app.client.connections.create({
    body: { name: 'Inventory', source: 'inventory', settings: { api_key, endpoint_url: inventory.url } },
  })

test('a file in the data folder is a source, and files that are not are named with their fault', async () => {
  const { results, broken } = await app.client.sources.list()
  expect(results.find(({ kind }) => kind === 'inventory')).toMatchObject({
    title: 'Inventory',
    secret_settings: ['api_key'],
    destination_settings: ['endpoint_url'],
  })
  expect(broken?.map(({ file, reason }) => [file, reason])).toEqual([
    ['sources/airtable.json', expect.stringContaining('"airtable" is a kind of source of Pictable')],
    ['sources/broken.json', expect.stringContaining('is not JSON')],
    ['sources/inventory.json', expect.stringContaining('already described by sources/again.json')],
    ['sources/wrong.json', expect.stringContaining('/tables/path: has the unknown placeholder {token}')],
  ])
  for (const { reason } of broken ?? []) expect(reason).toMatch(/Fix the file, or remove it, and restart Pictable\.$/)
})

test('an action over it makes images of all records, writes them back once, and then only reads', async () => {
  const { client } = app
  const connection = await connect('the-key-of-the-inventory')
  expect(await client.connections.test({ params: { id: connection.id } })).toMatchObject({ ok: true, warnings: [] })
  expect(JSON.stringify(connection)).not.toContain('the-key-of')
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const { id: actionId } = await client.actions.create({
    body: {
      title: 'Cards',
      connection_id: connection.id,
      base_id: 'main',
      table: 'Parts',
      template_id: template.id,
      write_back: { url: 'Image', status: 'State' },
    },
  })
  const run = async () => untilEnded(client, await trigger(client, actionId))
  expect(await run()).toMatchObject({ state: 'completed', total: 60, rendered: 60, written_back: 60 })
  const urls = [...entries.values()].map(
    ({ values }) => z.object({ image: z.url(), state: z.literal('completed') }).parse(values).image,
  )
  expect(new Set(urls).size).toBe(60)
  expect((await fetch(urls[59] ?? '')).headers.get('content-type')).toBe('image/png')

  const writes = () => inventory.requests.filter((request) => request.startsWith('PUT ')).length
  const before = writes()
  expect(before).toBe(60)
  expect(await run()).toMatchObject({ state: 'completed', skipped: 60, rendered: 0 })
  expect(writes()).toBe(before)

  const part = entries.get('e7')
  if (part !== undefined) part.values = { ...part.values, name: 'Renamed' }
  inventory.faults.push(({ method }) => {
    if (method === 'PUT') entries.delete('e7')
    return null
  })
  const failed = await run()
  expect(failed).toMatchObject({ state: 'completed', skipped: 59, written_back: 0 })
  inventory.faults.length = 0
  const records = await recordsOf(client, failed.id)
  expect(records.find(({ record_id }) => record_id === 'e7')?.reason).toMatchObject({
    code: 'source_not_found',
    message: expect.stringMatching(/^Record e7 "Renamed": .*The entry was deleted from the inventory/),
  })
  expect(JSON.stringify(records)).not.toContain('the-key-of')
})

test('a wrong key is told in words, at the test of the connection', async () => {
  const connection = await connect('another-key')
  expect(await app.client.connections.test({ params: { id: connection.id } })).toMatchObject({
    ok: false,
    error: { code: 'source_auth', message: expect.stringContaining('Inventory rejected the credentials') },
  })
})
