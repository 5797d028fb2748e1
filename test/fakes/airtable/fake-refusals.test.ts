import { describe, expect, test } from 'vitest'
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
