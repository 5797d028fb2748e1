import Airtable from 'airtable'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Base, Table } from './model.ts'
import { type FakeAirtable, startFakeAirtable } from './start-fake-airtable.ts'

let fake: FakeAirtable
let base: Base
let table: Table
let client: Airtable.Base
let token: string

/** So many calls that no test here meets the limit by chance. */
const calm = { callsPerBase: 1_000_000, callsPerToken: 1_000_000 }

beforeAll(async () => {
  fake = await startFakeAirtable(calm)
  base = fake.control.createBase('Shop')
  table = fake.control.createTable(base, {
    name: 'Products & more',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'currency' },
      { name: 'Sold', type: 'checkbox' },
      { name: 'Kind', type: 'singleSelect', options: { choices: ['Bowl', 'Cup'] } },
      { name: 'Image', type: 'multipleAttachments' },
      { name: 'Label', type: 'formula', options: { formula: "{Name} & ' (' & {Price} & ')'" } },
    ],
    views: [
      { name: 'Grid view' },
      { name: 'Cups, dear first', filter: "{Kind}='Cup'", sort: [{ field: 'Price', direction: 'desc' }] },
    ],
  })
  fake.control.addRecords(table, {
    count: 250,
    make: (index) => ({ Name: `Thing ${index}`, Price: index, Kind: index % 2 === 0 ? 'Cup' : 'Bowl' }),
  })
  token = fake.control.createToken()
  client = new Airtable({ apiKey: token, endpointUrl: fake.url }).base(base.id)
})
afterAll(() => fake.close())

const names = (records: Airtable.Records<Airtable.FieldSet>): unknown[] => records.map((record) => record.get('Name'))

describe('the official client reads', () => {
  test('all() pages', async () => {
    const records = await client(table.name).select().all()
    expect(names(records)).toEqual(Array.from({ length: 250 }, (_, index) => `Thing ${index}`))
  })

  test('page after page', async () => {
    const sizes: number[] = []
    await client(table.id)
      .select({ pageSize: 60 })
      .eachPage((records, next) => {
        sizes.push(records.length)
        next()
      })
    expect(sizes).toEqual([60, 60, 60, 60, 10])
  })

  test('a view by its name, filter and order', async () => {
    const records = await client(table.id).select({ view: 'Cups, dear first', maxRecords: 3 }).all()
    expect(names(records)).toEqual(['Thing 248', 'Thing 246', 'Thing 244'])
  })

  test('by a formula, sorted, only some fields, by POST too', async () => {
    const wanted = {
      filterByFormula: "AND({Price}>=10, {Price}<14, NOT({Kind}='Cup'))",
      sort: [{ field: 'Price', direction: 'desc' as const }],
      fields: ['Label'],
    }
    const found = await client(table.id).select(wanted).all()
    expect(found.map(({ fields }) => fields)).toEqual([{ Label: 'Thing 13 (13)' }, { Label: 'Thing 11 (11)' }])
    const posted = await client(table.id)
      .select({ ...wanted, method: 'post' })
      .all()
    expect(posted.map(({ id }) => id)).toEqual(found.map(({ id }) => id))
  })

  test('by a formula longer than a URL may be', async () => {
    const ids = [...table.records.keys()].slice(0, 700)
    const filterByFormula = `OR(${ids.map((id) => `RECORD_ID()='${id}' `).join(',')})`.padEnd(16_000, ' ')
    expect(await client(table.id).select({ filterByFormula }).all()).toHaveLength(250)
  })

  test('one record, and fields by id', async () => {
    const [first] = [...table.records.values()]
    const record = await client(table.id).find(first?.id ?? '')
    expect(record.fields).toMatchObject({ Name: 'Thing 0', Price: 0, Kind: 'Cup', Label: 'Thing 0 (0)' })
    expect(record.fields).not.toHaveProperty('Sold')
    const [byId] = await client(table.id).select({ returnFieldsByFieldId: true, maxRecords: 1 }).all()
    expect(byId?.get(fake.control.field(table, 'Name').id)).toBe('Thing 0')
  })
})

describe('the official client writes', () => {
  test('creates, updates, replaces and destroys ten at a time', async () => {
    const tens = Array.from({ length: 10 }, (_, index) => ({ fields: { Name: `New ${index}`, Price: 1, Sold: true } }))
    const created = await client(table.id).create(tens)
    expect(created).toHaveLength(10)
    const updated = await client(table.id).update(created.map(({ id }) => ({ id, fields: { Price: 2 } })))
    expect(updated[9]?.fields).toMatchObject({ Name: 'New 9', Price: 2, Sold: true })
    const replaced = await client(table.id).replace(created.map(({ id }) => ({ id, fields: { Name: 'Bare' } })))
    expect(replaced[0]?.fields).toEqual({ Name: 'Bare', Label: 'Bare ()' })
    const gone = await client(table.id).destroy(created.map(({ id }) => id))
    expect(gone.map(({ id }) => id)).toEqual(created.map(({ id }) => id))
    expect(table.records.size).toBe(250)
  })

  test('one record by itself, with typecast', async () => {
    const created = await client(table.id).create({ Name: 'Alone', Kind: 'Vase' }, { typecast: true })
    expect(created.get('Kind')).toBe('Vase')
    const updated = await client(table.id).update(created.id, { Name: 'Still alone' })
    expect(updated.get('Name')).toBe('Still alone')
    const replaced = await client(table.id).replace(created.id, { Name: 'Bare' })
    expect(replaced.get('Kind')).toBeUndefined()
    expect((await client(table.id).destroy(created.id)).id).toBe(created.id)
  })

  test('attachments by URL, and reads them back', async () => {
    const picture = fake.control.addFile({ filename: 'one.txt', type: 'text/plain', bytes: Buffer.from('one') })
    const [source] = fake.control.addRecords(table, [{ Name: 'Source', Image: [picture] }])
    const read = await client(table.id).find(source?.id ?? '')
    const [attachment] = attachmentsOf(read)
    expect(attachment).toMatchObject({ filename: 'one.txt', type: 'text/plain', size: 3 })

    fake.control.set({ fetchFrom: [fake.contentUrl] })
    const image: Airtable.Attachment[] = [Object({ url: attachment?.url, filename: 'copy.txt' })]
    const made = await client(table.id).create({ Name: 'Copy', Image: image })
    await fake.control.settled()
    const [copy] = attachmentsOf(await client(table.id).find(made.id))
    expect(copy).toMatchObject({ filename: 'copy.txt', size: 3 })
    expect(await (await fetch(copy?.url ?? '')).text()).toBe('one')
    await client(table.id).destroy([made.id, source?.id ?? ''])
  })
})

function attachmentsOf(record: Airtable.Record<Airtable.FieldSet>): Airtable.Attachment[] {
  const cell = record.get('Image')
  return Array.isArray(cell) ? cell.filter((one) => typeof one === 'object').map((one) => Object(one)) : []
}

describe('the official client is told', () => {
  const missing = 'rec00000000000000'
  test.each([
    ['a wrong token', 401, 'AUTHENTICATION_REQUIRED', () => stranger()(table.id).find(missing)],
    ['a table that is not there', 403, 'NOT_AUTHORIZED', () => client('Nowhere').select().all()],
    ['a record that is not there', 404, 'NOT_FOUND', () => client(table.id).find(missing)],
    ['a delete of nothing', 404, 'NOT_FOUND', () => client(table.id).destroy(missing)],
    ['an unknown field', 422, 'UNKNOWN_FIELD_NAME', () => client(table.id).create({ Nope: 'x' })],
    ['a computed field', 422, 'INVALID_VALUE_FOR_COLUMN', () => client(table.id).create({ Label: 'x' })],
    ['an unknown choice', 422, 'INVALID_MULTIPLE_CHOICE_OPTIONS', () => client(table.id).create({ Kind: 'Spoon' })],
    ['a missing row', 422, 'ROW_DOES_NOT_EXIST', () => client(table.id).update([{ id: missing, fields: {} }])],
    [
      'a broken formula',
      422,
      'INVALID_FILTER_BY_FORMULA',
      () => client(table.id).select({ filterByFormula: '{' }).all(),
    ],
    ['an unknown view', 422, 'VIEW_NAME_NOT_FOUND', () => client(table.id).select({ view: 'Nope' }).all()],
    ['eleven records', 422, 'INVALID_RECORDS', () => client(table.id).create(Array(11).fill({ fields: {} }))],
  ])('%s', async (_what, statusCode, error, act) => {
    await expect(act()).rejects.toMatchObject({ statusCode, error })
  })

  const stranger = (): Airtable.Base => new Airtable({ apiKey: 'pat.wrong', endpointUrl: fake.url }).base(base.id)

  test('of a proxy that answers HTML', async () => {
    fake.control.fail({ answer: 'html', status: 500 })
    await expect(client(table.id).select().all()).rejects.toMatchObject({ statusCode: 500 })
  })

  test('to wait, and tries again until it may', async () => {
    const spy = vi.spyOn(Math, 'random').mockReturnValue(0.005)
    const before = fake.control.counters().rateLimited
    fake.control.set({ callsPerBase: 0, penaltyMs: 0 })
    const asked = [1, 2, 3].map(() => client(table.id).select({ maxRecords: 1 }).all())
    await expect.poll(() => fake.control.counters().rateLimited).toBeGreaterThan(before + 3)
    fake.control.set(calm)
    expect((await Promise.all(asked)).map((records) => records.length)).toEqual([1, 1, 1])
    spy.mockRestore()
  })

  test('at once, when it does not retry', async () => {
    fake.control.set({ callsPerBase: 0, penaltyMs: 0 })
    const hasty = new Airtable({ apiKey: token, endpointUrl: fake.url, noRetryIfRateLimited: true }).base(base.id)
    await expect(hasty(table.id).select().all()).rejects.toMatchObject({ statusCode: 429, error: 'TOO_MANY_REQUESTS' })
    fake.control.set(calm)
  })
})
