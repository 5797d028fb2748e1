import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop } from './test-kit.ts'

const recordSchema = z.object({ id: z.string(), createdTime: z.string(), fields: z.record(z.string(), z.unknown()) })
const pageSchema = z.object({ records: z.array(recordSchema), offset: z.string().optional() })
type Page = z.infer<typeof pageSchema>

async function page(shop: Shop, query: string): Promise<Page> {
  return pageSchema.parse((await shop.ask(`Products?${query}`)).json)
}

const names = ({ records }: Page): unknown[] => records.map(({ fields }) => fields.Name)

describe('startFakeAirtable() lists', () => {
  test('pages of what there was when the first was asked for', async () => {
    const shop = await openShop()
    const records = shop.control.addRecords(shop.table, { count: 5, make: (index) => ({ Name: `${index}` }) })
    const first = await page(shop, 'pageSize=2')
    expect(names(first)).toEqual(['0', '1'])
    expect(first.offset).toMatch(/^itr\w{14}\/rec\w{14}$/)
    shop.control.addRecords(shop.table, [{ Name: 'late' }])
    const [, , , fourth] = records
    if (fourth) shop.control.deleteRecord(shop.table, fourth)
    const second = await page(shop, `pageSize=2&offset=${first.offset}`)
    expect(names(second)).toEqual(['2'])
    const third = await page(shop, `pageSize=2&offset=${second.offset}`)
    expect([names(third), third.offset]).toEqual([['4'], undefined])
  })

  test('an offset until its life is over', async () => {
    const shop = await openShop()
    shop.control.addRecords(shop.table, { count: 4, make: (index) => ({ Name: `${index}` }) })
    const { offset } = await page(shop, 'pageSize=1')
    shop.pass(299_999)
    const { offset: next } = await page(shop, `pageSize=1&offset=${offset}`)
    shop.pass(299_999)
    expect(names(await page(shop, `pageSize=1&offset=${next}`))).toEqual(['2'])
    shop.pass(300_000)
    const over = { status: 422, json: { error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE' } } }
    expect(await shop.ask(`Products?offset=${offset}`)).toEqual(over)
    const fresh = await page(shop, 'pageSize=1')
    shop.control.expireIterators()
    expect(await shop.ask(`Products?offset=${fresh.offset}`)).toEqual(over)
  })

  test('a view through renames, without what left it', async () => {
    const shop = await openShop()
    const { control, table } = shop
    control.addRecords(table, [
      { Name: 'cheap', Kind: 'Cup', Price: 1 },
      { Name: 'dear', Kind: 'Cup', Price: 9 },
      { Name: 'other', Kind: 'Bowl', Price: 5 },
    ])
    expect(names(await page(shop, 'view=Cups'))).toEqual(['dear', 'cheap'])
    const view = table.views[1]
    if (!view) throw new Error('no view')
    control.renameView(view, 'Drinking')
    control.renameField(table, control.field(table, 'Kind'), 'Sort')
    expect(names(await page(shop, 'view=Drinking&sort[0][field]=Name'))).toEqual(['cheap', 'dear'])
    expect(names(await page(shop, `view=${view.id}`))).toEqual(['dear', 'cheap'])
    control.deleteView(table, view)
    expect(await shop.ask('Products?view=Drinking')).toMatchObject({ status: 422 })
  })

  test('values as strings, only with a zone and a locale', async () => {
    const shop = await openShop()
    shop.control.addRecords(shop.table, [{ Name: 'a', Price: 5, Tags: ['new', 'red'], Sold: true }])
    expect(await shop.ask('Products?cellFormat=string')).toMatchObject({ status: 422 })
    const read = await page(shop, 'cellFormat=string&timeZone=utc&userLocale=en-gb')
    expect(read.records[0]?.fields).toEqual({ Name: 'a', Price: '5', Tags: 'new, red', Sold: 'checked', Twice: '10' })
  })

  test.each([
    ["RECORD_ID()='rec'", 0],
    ["OR({Name}='a',{Name}='b')", 2],
    ['{Price}>1', 2],
    ["{Kind}=''", 1],
    ['{Price}=BLANK()', 1],
    ['NOT({Sold})', 3],
    ["FIND('red', ARRAYJOIN({Tags}))", 1],
    ["IS_AFTER({Made}, '2026-01-05')", 1],
    ["IF({Price}>2, {Kind}='Cup', {Name}='z')", 1],
    ["{Name} & '!' = 'a!'", 1],
    ['({Price} + 1) * 2 = 6', 1],
    ["LAST_MODIFIED_TIME({Price}) > DATETIME_PARSE('2026-01-10')", 3],
    ["ERROR() = 'x'", 0],
    ["{Name}='it\\'s'", 0],
  ])('by the formula %s', async (formula, count) => {
    const shop = await openShop()
    shop.control.addRecords(shop.table, [
      { Name: 'a', Kind: 'Cup', Price: 1, Tags: ['red', 'new'], Made: '2026-01-04' },
      { Name: 'b', Kind: 'Bowl', Price: 2, Sold: true, Made: '2026-01-06' },
      { Name: 'c', Kind: 'Cup', Price: 3 },
      { Name: 'd' },
    ])
    expect((await page(shop, `filterByFormula=${encodeURIComponent(formula)}`)).records).toHaveLength(count)
  })

  test('a comparison whose sides are of different kinds not at all', async () => {
    const shop = await openShop()
    shop.control.addRecords(shop.table, [{ Price: 1 }])
    const formula = encodeURIComponent("{Price}='1'")
    expect(await shop.ask(`Products?filterByFormula=${formula}`)).toMatchObject({
      json: { error: { type: 'FAKE_UNSUPPORTED' } },
    })
  })
})

describe('startFakeAirtable() writes', () => {
  test('all of a batch or nothing', async () => {
    const shop = await openShop()
    const [one, two] = shop.control.addRecords(shop.table, [{ Name: 'one' }, { Name: 'two' }])
    const records = [
      { id: one?.id, fields: { Name: 'changed', Kind: 'New choice' } },
      { id: two?.id, fields: { Price: {} } },
    ]
    const body = { records, typecast: true }
    expect(await shop.ask('Products', { method: 'PATCH', body })).toMatchObject({ status: 422 })
    expect(names(await page(shop, ''))).toEqual(['one', 'two'])
    expect(shop.control.field(shop.table, 'Kind').options?.choices).toHaveLength(2)
  })

  test('an upsert, by what it merges on', async () => {
    const shop = await openShop()
    const [known] = shop.control.addRecords(shop.table, [{ Name: 'known', Price: 1 }])
    const body = {
      performUpsert: { fieldsToMergeOn: ['Name'] },
      records: [{ fields: { Name: 'known', Price: 2 } }, { fields: { Name: 'new' } }],
    }
    const { json } = await shop.ask('Products', { method: 'PATCH', body })
    const [, fresh] = [...shop.table.records.keys()]
    expect(json).toMatchObject({ updatedRecords: [known?.id], createdRecords: [fresh] })
    shop.control.addRecords(shop.table, [{ Name: 'known' }])
    expect(await shop.ask('Products', { method: 'PATCH', body })).toMatchObject({ status: 422 })
  })

  test('what is empty is left out, null empties', async () => {
    const shop = await openShop()
    const { json } = await shop.ask('Products', {
      body: { fields: { Name: 'x', Sold: false, Tags: [], Price: 0, Made: null } },
    })
    expect(recordSchema.parse(json).fields).toEqual({ Name: 'x', Price: 0, Twice: 0 })
  })

  test('the work is done although the answer is lost', async () => {
    const shop = await openShop()
    shop.control.fail({ answer: { status: 502 }, moment: 'after', match: ({ kind }) => kind === 'create' })
    expect(await shop.ask('Products', { body: { fields: { Name: 'x' } } })).toMatchObject({ status: 502 })
    expect(names(await page(shop, ''))).toEqual(['x'])
  })

  test('nothing when the connection is cut', async () => {
    const shop = await openShop()
    shop.control.fail({ answer: 'reset', times: 2 })
    await expect(shop.ask('Products')).rejects.toThrow()
    await expect(shop.ask('Products')).rejects.toThrow()
    shop.control.fail({ answer: 'slow', delayMs: 1 })
    expect(await shop.ask('Products')).toMatchObject({ status: 200 })
  })
})

describe('startFakeAirtable() limits', () => {
  const limited = { callsPerBase: 5, callsPerToken: 50 }
  const tooFast = {
    status: 429,
    json: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
  }
  const statuses = async (shop: Shop, count: number): Promise<number[]> => {
    const found: number[] = []
    for (let index = 0; index < count; index++) found.push((await shop.ask('Products')).status)
    return found
  }

  test('five a second and base, then nothing for thirty seconds', async () => {
    const shop = await openShop(limited)
    expect(await statuses(shop, 5)).toEqual([200, 200, 200, 200, 200])
    shop.pass(999)
    expect(await shop.ask('Products')).toEqual(tooFast)
    shop.pass(29_999)
    expect(await shop.ask('Products')).toEqual(tooFast)
    shop.pass(1)
    expect(await statuses(shop, 5)).toEqual([200, 200, 200, 200, 200])
    expect(shop.control.counters()).toMatchObject({
      total: 12,
      byKind: { list: 12 },
      rateLimited: 2,
      month: 10,
      largest: { perBase: 6 },
    })
  })

  test('nothing while calls keep their distance', async () => {
    const shop = await openShop(limited)
    for (let second = 0; second < 4; second++) {
      expect(await statuses(shop, 5)).not.toContain(429)
      shop.pass(1000)
    }
    expect(shop.control.counters()).toMatchObject({ rateLimited: 0, largest: { perBase: 5, perToken: 5 } })
  })

  test('each base by itself, the token over all', async () => {
    const shop = await openShop({ callsPerBase: 2, callsPerToken: 3 })
    const other = shop.control.createBase('Other')
    shop.control.createTable(other, { name: 'Products', fields: [{ name: 'Name', type: 'singleLineText' }] })
    expect(await statuses(shop, 2)).toEqual([200, 200])
    expect(await shop.ask(`/v0/${other.id}/Products`)).toMatchObject({ status: 200 })
    expect(await shop.ask(`/v0/${other.id}/Products`)).toEqual(tooFast)
  })

  test('the month for data only', async () => {
    const shop = await openShop({ monthlyCalls: 2 })
    expect(await statuses(shop, 3)).toEqual([200, 200, 429])
    expect(await shop.ask('/v0/meta/whoami')).toMatchObject({ status: 200 })
    expect(shop.control.counters()).toMatchObject({ quotaRefused: 1 })
  })
})
