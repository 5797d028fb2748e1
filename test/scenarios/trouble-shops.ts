import { Client as Postgres } from 'pg'
import { z } from 'zod'
import { startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'
import { type FaultyProxy, startFaultyProxy } from '#test/fakes/faulty-proxy.ts'
import { startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { createAdmin } from '#test/fakes/nocodb/noco-admin.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { freePort } from '#test/server-process.ts'
import type { TestApp } from '#test/start-app.ts'

/** What may happen to a table while a run is at it; each kind of source declares which of them it can have. */
export type Trouble =
  | 'record deleted'
  | 'field renamed'
  | 'field deleted'
  | 'field retyped'
  | 'table deleted'
  | 'option gone'
  | 'locked out'
  | 'answers lost'
  | 'storm'
  | 'quota'
  | 'plan used up'
  | 'wide table'
  | 'own writes'

const all: readonly Trouble[] = ['record deleted', 'field renamed', 'field deleted', 'wide table', 'own writes']
const database: readonly Trouble[] = [...all, 'table deleted', 'option gone']

/** What kinds of a sort have in common. */
export const troublesOf = {
  all,
  database,
  server: [...database, 'field retyped', 'locked out'],
  hosted: [...all, 'table deleted', 'locked out', 'answers lost', 'storm', 'quota'],
} as const satisfies Record<string, readonly Trouble[]>

/** A table of products (Name, Price, Image, State, Card for files) as its owner sees it, in a product of its own. */
export interface TroubleTable {
  baseId: string
  /** By their place from 0. */
  ids: string[]
  images(): Promise<unknown[]>
  changeName(place: number, name: string): Promise<void>
  deleteRecord(place: number): Promise<void>
  renameImage(name: string): Promise<void>
  /** So many fields of text beside those there are. */
  addFields(count: number): Promise<void>
  deleteImage(): Promise<void>
  /** Where somebody can while an action uses it. */
  deleteTable?(): Promise<void>
  /** From now on State takes no `completed` any more. */
  refuseState?(): Promise<void>
  /** Makes the field of the addresses one of numbers, where the product lets people. */
  retypeImage?(type: 'number' | 'text'): Promise<void>
}

/** A product with people who change things under our hands. */
export interface TroubleShop {
  source: string
  settings: Record<string, unknown>
  createTable(name: string, count: number): Promise<TroubleTable>
  /** Where a field has no id but its name, a renamed one is gone. */
  namesAreIds?: boolean
  /** Whether files can be put into Card. */
  takesFiles: boolean
  /** From now on the credentials are refused. @returns what makes them good again */
  lockOut?(): Promise<() => Promise<void>>
  /** Waits until the product has called all hooks and fetched all files. */
  settled?(): Promise<void>
  /** Between us and the product. */
  proxy?: FaultyProxy
  close(): Promise<void>
}

/** A hand that a kind needs for a trouble that it declares. */
export function handOf<Hand>(hand: Hand | undefined): Hand {
  if (hand === undefined) throw new Error('declared, and nobody can do it')
  return hand
}

/** A product whose every answer is that it does not know the token. */
const refusing = (proxy: FaultyProxy, body: unknown) => async () => {
  proxy.fail({ request: /./, times: Number.POSITIVE_INFINITY, answer: { status: 401, body: JSON.stringify(body) } })
  return async () => proxy.heal()
}

export const newNames = (count: number) => Array.from({ length: count }, (_, n) => `More ${n}`)

const nameOf = (place: number) => `Product ${place}`

export async function openAirtable({ url }: TestApp): Promise<TroubleShop> {
  const calm = { callsPerBase: 1000, callsPerToken: 1000, penaltyMs: 200 }
  const fake = await startFakeAirtable({ ...calm, fetchFrom: [url] })
  const { control } = fake
  const base = control.createBase('Shop')
  const token = control.createToken({ bases: [base] })
  const proxy = await startFaultyProxy(fake.url)
  return {
    source: 'airtable',
    settings: { token, endpoint_url: proxy.url },
    takesFiles: true,
    lockOut: refusing(proxy, { error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } }),
    settled: () => control.settled(),
    proxy,
    async createTable(name, count) {
      const table = control.createTable(base, {
        name,
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { name: 'Price', type: 'number' },
          { name: 'Image', type: 'url' },
          {
            name: 'State',
            type: 'singleSelect',
            options: { choices: ['completed', 'failed'].map((each) => ({ name: each })) },
          },
          { name: 'Card', type: 'multipleAttachments' },
        ],
        views: [{ name: 'All' }],
      })
      const records = control.addRecords(table, { count, make: (n) => ({ Name: nameOf(n), Price: n }) })
      const image = control.field(table, 'Image')
      const state = control.field(table, 'State')
      const at = (place: number) => {
        const record = records[place]
        if (record === undefined) throw new Error(`no record ${place}`)
        return record
      }
      return {
        baseId: base.id,
        ids: records.map(({ id }) => id),
        images: async () => [...table.records.values()].map(({ cells }) => cells.get(image.id) ?? null),
        changeName: async (place, text) => control.changeRecord(table, at(place), { Name: text }),
        deleteRecord: async (place) => control.deleteRecord(table, at(place)),
        renameImage: async (to) => control.renameField(table, image, to),
        async addFields(more) {
          for (const name of newNames(more)) control.addField(table, { name, type: 'singleLineText' })
        },
        deleteImage: async () => control.deleteField(table, image),
        deleteTable: async () => control.deleteTable(table),
        async refuseState() {
          state.options = { choices: [{ id: 'sel00000000000000', name: 'new' }] }
        },
        retypeImage: async (type) => control.retypeField(table, image, type === 'number' ? 'number' : 'singleLineText'),
      }
    },
    async close() {
      await proxy.close()
      await fake.close()
    },
  }
}

const listed = z.object({ records: z.array(z.object({ fields: z.record(z.string(), z.unknown()) })) })

export async function openNocoDb({ url }: TestApp): Promise<TroubleShop> {
  const fake = await startFakeNocoDb({ fetchFrom: [url] })
  const admin = createAdmin(fake)
  const baseId = await admin.createBase('Shop')
  const proxy = await startFaultyProxy(fake.url)
  return {
    source: 'nocodb',
    settings: { token: fake.token, endpoint_url: proxy.url },
    takesFiles: true,
    lockOut: refusing(proxy, {
      error: 'ERR_AUTHENTICATION_REQUIRED',
      message: 'Authentication required - Invalid token',
    }),
    settled: () => fake.settled(),
    proxy,
    async createTable(name, count) {
      const made = await admin.createTable(baseId, name, [
        { title: 'Name', type: 'SingleLineText' },
        { title: 'Price', type: 'Number' },
        { title: 'Image', type: 'URL' },
        { title: 'State', type: 'SingleLineText' },
        { title: 'Card', type: 'Attachment' },
      ])
      await admin.addRecords(
        made,
        Array.from({ length: count }, (_, n) => ({ Name: nameOf(n), Price: n })),
      )
      const ids = Array.from({ length: count }, (_, n) => String(n + 1))
      const records = `/api/v3/data/${baseId}/${made.id}/records`
      const image = made.fields.get('Image') ?? ''
      return {
        baseId,
        ids,
        async images() {
          const answer = listed.parse(await admin.call('GET', `${records}?pageSize=1000`))
          return answer.records.map(({ fields }) => fields.Image ?? null)
        },
        async changeName(place, text) {
          await admin.call('PATCH', records, [{ id: Number(ids[place]), fields: { Name: text } }])
        },
        deleteRecord: (place) => admin.removeRecord(made, ids[place] ?? ''),
        async renameImage(title) {
          await admin.call('PATCH', `/api/v3/meta/bases/${baseId}/fields/${image}`, { title })
        },
        async addFields(more) {
          for (const title of newNames(more)) await admin.addField(made, { title, type: 'SingleLineText' })
        },
        deleteImage: () => admin.remove(`/api/v2/meta/columns/${image}`),
        deleteTable: () => admin.remove(`/api/v2/meta/tables/${made.id}`),
      }
    },
    async close() {
      await proxy.close()
      await fake.close()
    },
  }
}

export async function openPostgres(path: string): Promise<TroubleShop> {
  const port = await freePort()
  const cluster = await startPostgresCluster(path, port)
  const url = await cluster.createDatabase()
  const sql = async (text: string) => {
    const client = new Postgres({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(text).finally(() => client.end())
    return z.array(z.record(z.string(), z.unknown())).parse(rows ?? [])
  }
  await sql(`CREATE ROLE shop LOGIN PASSWORD 'first'; GRANT ALL ON SCHEMA public TO shop;
    ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO shop`)
  const password = async (to: string) => {
    await sql(`ALTER ROLE shop PASSWORD '${to}'`)
    await sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'shop'")
  }
  const database = new URL(url).pathname.slice(1)
  return {
    source: 'postgres',
    namesAreIds: true,
    settings: { host: '127.0.0.1', port, database, user: 'shop', password: 'first' },
    takesFiles: false,
    async lockOut() {
      await password('second')
      return () => password('first')
    },
    async createTable(name, count) {
      await sql(`CREATE TABLE "${name}" (id int PRIMARY KEY, "Name" text, "Price" int, "Image" text, "State" text)`)
      await sql(`INSERT INTO "${name}" SELECT n, 'Product ' || n, n FROM generate_series(0, ${count - 1}) AS n`)
      return {
        baseId: 'public',
        ids: Array.from({ length: count }, (_, n) => String(n)),
        async images() {
          return (await sql(`SELECT "Image" FROM "${name}" ORDER BY id`)).map(({ Image }) => Image ?? null)
        },
        changeName: async (place, text) =>
          void (await sql(`UPDATE "${name}" SET "Name" = '${text}' WHERE id = ${place}`)),
        deleteRecord: async (place) => void (await sql(`DELETE FROM "${name}" WHERE id = ${place}`)),
        renameImage: async (to) => void (await sql(`ALTER TABLE "${name}" RENAME COLUMN "Image" TO "${to}"`)),
        async addFields(more) {
          const columns = newNames(more).map((each) => `ADD COLUMN "${each}" text DEFAULT 'more'`)
          await sql(`ALTER TABLE "${name}" ${columns.join(', ')}`)
        },
        deleteImage: async () => void (await sql(`ALTER TABLE "${name}" DROP COLUMN "Image"`)),
        deleteTable: async () => void (await sql(`DROP TABLE "${name}"`)),
        refuseState: async () => void (await sql(`ALTER TABLE "${name}" ADD CHECK ("State" <> 'completed') NOT VALID`)),
        async retypeImage(type) {
          const to = type === 'number' ? 'integer USING NULL' : 'text'
          await sql(`ALTER TABLE "${name}" ALTER COLUMN "Image" TYPE ${to}`)
        },
      }
    },
    close: cluster.stop,
  }
}

const tableSchema = z.looseObject({
  id: z.string(),
  fields: z.array(z.looseObject({ id: z.string(), name: z.string(), kind: z.string() })),
})
const rowsSchema = z.looseObject({
  results: z.array(z.looseObject({ id: z.string(), fields: z.record(z.string(), z.unknown()) })),
})

/** The built-in table, changed by the API. */
export async function openBuiltIn(app: TestApp): Promise<TroubleShop> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, text, json } = await app.request(method, path, { body })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return json
  }
  return {
    source: 'table',
    settings: {},
    takesFiles: true,
    async createTable(name, count) {
      const names = ['Name', 'Price', 'Image', 'State', 'Card']
      const kinds = ['text', 'number', 'text', 'text', 'attachments']
      const fields = names.map((field, index) => ({ name: field, kind: kinds[index] }))
      const { id } = tableSchema.parse(await ask('POST', '/v1/tables', { name, fields }))
      const rows = Array.from({ length: count }, (_, n) => ({ Name: nameOf(n), Price: n }))
      const ids = rowsSchema.parse(await ask('POST', `/v1/tables/${id}/rows`, { rows })).results.map((row) => row.id)
      const change = async (to: (fields: z.output<typeof tableSchema>['fields']) => unknown[], query = '') => {
        const present = tableSchema.parse(await ask('GET', `/v1/tables/${id}`))
        await ask('PATCH', `/v1/tables/${id}${query}`, { fields: to(present.fields) })
      }
      const retype = (kind: string) =>
        change((all) => all.map((field) => (field.name === 'Image' ? { ...field, kind } : field)), '?misfits=empty')
      return {
        baseId: 'built-in',
        ids,
        async images() {
          const { results } = rowsSchema.parse(await ask('GET', `/v1/tables/${id}/rows?limit=100`))
          return results.map((row) => row.fields.Image ?? row.fields.Picture ?? null)
        },
        changeName: async (place, text) =>
          void (await ask('PATCH', `/v1/tables/${id}/rows/${ids[place]}`, { fields: { Name: text } })),
        deleteRecord: async (place) => void (await ask('DELETE', `/v1/tables/${id}/rows/${ids[place]}`)),
        renameImage: (to) =>
          change((all) => all.map((field) => (field.name === 'Image' ? { ...field, name: to } : field))),
        addFields: (more) => change((all) => [...all, ...newNames(more).map((each) => ({ name: each, kind: 'text' }))]),
        deleteImage: () => change((all) => all.filter((field) => field.name !== 'Image')),
        retypeImage: retype,
      }
    },
    close: async () => {},
  }
}
