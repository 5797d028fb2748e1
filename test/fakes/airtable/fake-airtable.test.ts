import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop } from './test-kit.ts'

const nobody = 'rec00000000000000'
const modelNotFound = {
  error: {
    type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
    message:
      'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.',
  },
}
const wrong = (type: string, message?: string): unknown => ({
  error: message === undefined ? { type } : { type, message },
})

interface Refusal {
  of: string
  status: number
  body: unknown
  ask(shop: Shop): ReturnType<Shop['ask']>
}

const patch = (shop: Shop, fields: Record<string, unknown>): ReturnType<Shop['ask']> => {
  const [record] = shop.control.addRecords(shop.table, [{ Name: 'One' }])
  return shop.ask('Products', { method: 'PATCH', body: { records: [{ id: record?.id, fields }] } })
}

const refusals: Refusal[] = [
  {
    of: 'no token',
    status: 401,
    body: wrong('AUTHENTICATION_REQUIRED', 'Authentication required'),
    ask: (shop) => shop.ask('Products', { token: null }),
  },
  {
    of: 'a revoked token',
    status: 401,
    body: wrong('AUTHENTICATION_REQUIRED', 'Authentication required'),
    ask(shop) {
      shop.control.revokeToken(shop.token)
      return shop.ask('Products')
    },
  },
  {
    of: 'a missing scope',
    status: 403,
    body: modelNotFound,
    ask: (shop) => shop.ask('Products', { token: shop.control.createToken({ scopes: ['schema.bases:read'] }) }),
  },
  {
    of: 'a base that the token does not reach',
    status: 403,
    body: modelNotFound,
    ask: (shop) => shop.ask('Products', { token: shop.control.createToken({ bases: [] }) }),
  },
  { of: 'a table that is not there', status: 403, body: modelNotFound, ask: (shop) => shop.ask('Nowhere') },
  {
    of: 'a reader who writes',
    status: 403,
    body: wrong('INVALID_PERMISSIONS', 'You are not permitted to perform this operation'),
    ask: (shop) =>
      shop.ask('Products', { body: { fields: {} }, token: shop.control.createToken({ permission: 'read' }) }),
  },
  {
    of: 'a path that leads nowhere',
    status: 404,
    body: { error: 'NOT_FOUND' },
    ask: (shop) => shop.ask('/v0/nowhere'),
  },
  {
    of: 'the schema of a base out of reach',
    status: 404,
    body: { error: { type: 'NOT_FOUND' } },
    ask: (shop) =>
      shop.ask(`/v0/meta/bases/${shop.base.id}/tables`, { token: shop.control.createToken({ bases: [] }) }),
  },
  {
    of: 'a record that is not there',
    status: 404,
    body: { error: 'NOT_FOUND' },
    ask: (shop) => shop.ask(`Products/${nobody}`),
  },
  {
    of: 'a change of no record',
    status: 404,
    body: wrong('MODEL_ID_NOT_FOUND', 'Record not found'),
    ask: (shop) => shop.ask(`Products/${nobody}`, { method: 'PATCH', body: { fields: {} } }),
  },
  {
    of: 'no JSON',
    status: 400,
    body: wrong('INVALID_REQUEST_BODY', 'Could not parse request body'),
    ask: (shop) => shop.ask('Products', { body: '{"fields":' }),
  },
  {
    of: 'a missing row in a batch',
    status: 422,
    body: wrong('ROW_DOES_NOT_EXIST', `Record ID ${nobody} does not exist in this table`),
    ask: (shop) => shop.ask('Products', { method: 'PATCH', body: { records: [{ id: nobody, fields: {} }] } }),
  },
  {
    of: 'an unknown field',
    status: 422,
    body: wrong('UNKNOWN_FIELD_NAME', 'Unknown field name: "Nope"'),
    ask: (shop) => patch(shop, { Nope: 1 }),
  },
  {
    of: 'an unknown field to read',
    status: 422,
    body: wrong('UNKNOWN_FIELD_NAME', 'Unknown field name: "Nope"'),
    ask: (shop) => shop.ask('Products?fields[]=Nope'),
  },
  {
    of: 'a computed field',
    status: 422,
    body: wrong('INVALID_VALUE_FOR_COLUMN', 'Field "Twice" cannot accept a value because the field is computed'),
    ask: (shop) => patch(shop, { Twice: 1 }),
  },
  {
    of: 'a value of the wrong kind',
    status: 422,
    body: wrong('INVALID_VALUE_FOR_COLUMN', 'Field "Price" cannot accept the provided value'),
    ask: (shop) => patch(shop, { Price: 'dear' }),
  },
  {
    of: 'an unknown choice',
    status: 422,
    body: wrong('INVALID_MULTIPLE_CHOICE_OPTIONS', 'Insufficient permissions to create new select option ""Vase""'),
    ask: (shop) => patch(shop, { Kind: 'Vase' }),
  },
  {
    of: 'an attachment that is none',
    status: 422,
    body: wrong(
      'INVALID_ATTACHMENT_OBJECT',
      'Invalid attachment object for field Image: an array of {"url"} or {"id"} is expected',
    ),
    ask: (shop) => patch(shop, { Image: [{ link: 'http://127.0.0.1/x' }] }),
  },
  {
    of: 'eleven records',
    status: 422,
    body: wrong('INVALID_RECORDS', 'A maximum of 10 records can be created per request but you have provided 11.'),
    ask: (shop) => shop.ask('Products', { body: { records: Array(11).fill({ fields: {} }) } }),
  },
  {
    of: 'no fields',
    status: 422,
    body: wrong('INVALID_REQUEST_MISSING_FIELDS', 'Could not find field "fields" in the request body'),
    ask: (shop) => shop.ask('Products', { body: {} }),
  },
  {
    of: 'a view name',
    status: 422,
    body: wrong('VIEW_NAME_NOT_FOUND', 'View Nope not found'),
    ask: (shop) => shop.ask('Products?view=Nope'),
  },
  {
    of: 'a view id',
    status: 422,
    body: wrong('VIEW_ID_NOT_FOUND', 'View viw00000000000000 not found'),
    ask: (shop) => shop.ask('Products?view=viw00000000000000'),
  },
  {
    of: 'a formula over unknown fields',
    status: 422,
    body: wrong('INVALID_FILTER_BY_FORMULA', 'The formula for filtering records is invalid: Unknown field names: nope'),
    ask: (shop) => shop.ask(`Products?filterByFormula=${encodeURIComponent('{Nope}=1')}`),
  },
  {
    of: 'a formula that the fake does not know',
    status: 422,
    body: wrong('FAKE_UNSUPPORTED', 'The formula function REGEX_MATCH() is not modelled'),
    ask: (shop) => shop.ask(`Products?filterByFormula=${encodeURIComponent("REGEX_MATCH({Name},'a')")}`),
  },
  {
    of: 'too large a page',
    status: 422,
    body: wrong('INVALID_PAGE_SIZE_ARGUMENT', 'The value of pageSize 101 is not between 0 and 100'),
    ask: (shop) => shop.ask('Products?pageSize=101'),
  },
  {
    of: 'an offset that is none',
    status: 422,
    body: wrong('INVALID_OFFSET_VALUE', 'The value of offset garbage is invalid'),
    ask: (shop) => shop.ask('Products?offset=garbage'),
  },
  {
    of: 'an unknown parameter',
    status: 422,
    body: wrong('FAKE_UNSUPPORTED', 'Not modelled: viewId'),
    ask: (shop) => shop.ask('Products?viewId=x'),
  },
  {
    of: 'an unknown key of the body',
    status: 422,
    body: wrong('FAKE_UNSUPPORTED', 'Not modelled: records.0.field'),
    ask: (shop) => shop.ask('Products', { body: { records: [{ fields: {}, field: {} }] } }),
  },
  {
    of: 'an upload to the wrong host',
    status: 422,
    body: wrong('FAKE_UNSUPPORTED', 'Uploads are modelled on the content host only'),
    ask: (shop) => shop.ask(`${nobody}/Image/uploadAttachment`, { body: {} }),
  },
  {
    of: 'a month that is used up',
    status: 429,
    body: { error: { type: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: expect.any(String) } },
    ask(shop) {
      shop.control.set({ monthlyCalls: 0 })
      return shop.ask('Products')
    },
  },
  {
    of: 'a month that is used up, the other way',
    status: 429,
    body: { errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: expect.any(String) }] },
    ask(shop) {
      shop.control.set({ monthlyCalls: 0, quotaShape: 'errors' })
      return shop.ask('Products')
    },
  },
]

describe('startFakeAirtable() refuses', () => {
  test.each(refusals)('$of with $status', async ({ status, body, ask }) => {
    expect(await ask(await openShop())).toEqual({ status, json: body })
  })

  test('nothing by name when it is not strict', async () => {
    const shop = await openShop({ strict: false })
    expect(await shop.ask('Products?viewId=x')).toEqual({ status: 200, json: { records: [] } })
    expect(await shop.ask('Products', { body: { records: [{ fields: {}, field: {} }] } })).toMatchObject({
      status: 200,
    })
  })
})

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
