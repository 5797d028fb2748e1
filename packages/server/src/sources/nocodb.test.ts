import { describe, expect, test } from 'vitest'
import type { FieldValue } from '#core/ports/source.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import { writeValue } from './hosted/write-value.ts'
import { nocoKindOf } from './nocodb/field-kind.ts'
import type { NocoField } from './nocodb/noco-table.ts'
import { baseUrlOf } from './nocodb/nocodb-api.ts'
import { readValue } from './nocodb/read-value.ts'
import { createNocoDbSource } from './nocodb.ts'

const baseUrl = 'https://noco.example'

function field(
  uidt: string,
  more: Parameters<typeof nocoKindOf>[1] & { choices?: string[] } = {},
): NocoField & { product: string } {
  const { kind, writes, computed = false } = nocoKindOf(uidt, more)
  const limits = { choices: more.choices ?? [], maxLength: null, isRequired: false }
  return { id: 'c1', name: 'F', kind, computed, primary: false, uidt, writes, product: 'NocoDB', ...limits }
}

const user = { id: 'us1', email: 'a@example.com', display_name: 'Ann' }
const file = {
  id: 'at1',
  path: 'download/2026/Küche 1%.png',
  title: 'Küche.png',
  mimetype: 'image/png',
  size: 70,
  signedPath: 'dltemp/k1/1795292400000/2026/Küche 1%.png',
}
const loaded = {
  id: 'at1',
  url: 'https://noco.example/dltemp/k1/1795292400000/2026/K%C3%BCche%201%25.png',
  filename: 'Küche.png',
  contentType: 'image/png',
  sizeBytes: 70,
  expiresAt: '2026-11-21T20:20:00.000Z',
}

const read: [uidt: string, raw: unknown, value: FieldValue][] = [
  ['SingleLineText', 'x', 'x'],
  ['SingleLineText', ['a', 'b'], 'a, b'],
  ['LongText', '', ''],
  ['Number', 12, 12],
  ['Number', '12', 12],
  ['Decimal', '1.25', 1.25],
  ['Number', '9007199254740993', '9007199254740993'],
  ['Number', 'abc', 'abc'],
  ['Percent', 50, 0.5],
  ['Percent', 1.1, 0.011],
  ['Date', '2026-01-02', '2026-01-02'],
  ['DateTime', '2026-01-02 03:04:05+00:00', '2026-01-02T03:04:05.000Z'],
  ['DateTime', 'Invalid Date', 'Invalid Date'],
  ['Time', '2026-11-21 10:20:30+00:00', '10:20:30'],
  ['Checkbox', true, true],
  ['Checkbox', 0, false],
  ['SingleSelect', 'Red', 'Red'],
  ['MultiSelect', ['A', 'B'], ['A', 'B']],
  ['MultiSelect', 'A,B', ['A', 'B']],
  ['JSON', '{"a":1}', { json: { a: 1 } }],
  ['JSON', 'no json', { json: 'no json' }],
  ['User', [user], [{ id: 'us1', label: 'Ann' }]],
  ['CreatedBy', { ...user, display_name: null }, [{ id: 'us1', label: 'a@example.com' }]],
  ['Links', 2, 2],
  ['Links', [{ id: 1, fields: { Name: 'M1' } }], [{ id: '1', label: 'M1' }]],
  ['LinkToAnotherRecord', { id: 7, fields: {} }, [{ id: '7', label: '7' }]],
  ['Lookup', ['M1', 'M2'], 'M1, M2'],
  ['Lookup', [file], [loaded]],
  ['Attachment', [file], [loaded]],
  ['Attachment', [{ id: 'at2', url: 'https://x.example/a.png', status: 'uploading' }], []],
  [
    'Attachment',
    [{ id: 'at3', url: 'https://x.example/a.png', title: 'a.png' }],
    [{ id: 'at3', url: 'https://x.example/a.png', filename: 'a.png' }],
  ],
  ['SomethingNew', { a: 1 }, '{"a":1}'],
  ['SingleLineText', null, null],
]

describe('readValue()', () => {
  test.each(read)('%s %j', (uidt, raw, value) => {
    expect(readValue(field(uidt), raw, baseUrl)).toEqual(value)
  })

  test('gives what a formula gives', () => {
    expect(nocoKindOf('Formula', { formula: 'numeric' }).kind).toBe('number')
    expect(nocoKindOf('Formula', { formula: 'date' }).kind).toBe('date')
    expect(nocoKindOf('Formula').kind).toBe('text')
    expect(nocoKindOf('LongText', { isRichText: true }).kind).toBe('rich_text')
  })
})

const written: [uidt: string, value: FieldValue, raw: unknown][] = [
  ['SingleLineText', 'x', 'x'],
  ['SingleLineText', 24.5, '24.5'],
  ['LongText', ['a', 'b'], 'a, b'],
  ['URL', 'https://x.example', 'https://x.example'],
  ['Number', '12', 12],
  ['Decimal', '1.5', 1.5],
  ['Number', '9007199254740993', '9007199254740993'],
  ['Percent', 0.011, 1.1],
  ['Date', '2026-01-02', '2026-01-02'],
  ['Date', '2026-01-02T23:00:00.000Z', '2026-01-02'],
  ['DateTime', '2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['Checkbox', true, true],
  ['JSON', { json: [1] }, '[1]'],
  ['JSON', 'x', '"x"'],
  ['Number', null, null],
]

describe('writeValue()', () => {
  test.each(written)('%s %j', (uidt, value, raw) => {
    expect(writeValue(field(uidt), value)).toEqual(raw)
  })

  test.each([
    ['Number', 'many'],
    ['Number', ''],
    ['Date', 'soon'],
    ['DateTime', 5],
    ['Checkbox', 'yes'],
    ['Time', '25:00'],
    ['Attachment', 'https://x.example/a.png'],
    ['Formula', 'x'],
    ['CreatedTime', '2026-01-02'],
    ['Links', 'x'],
  ] as const)('%s refuses %j', (uidt, value) => {
    expect(() => writeValue(field(uidt), value)).toThrow()
  })

  test('takes the options of a select field alone', () => {
    const select = field('SingleSelect', { choices: ['done', 'failed'] })
    expect(writeValue(select, 'done')).toBe('done')
    expect(() => writeValue(select, 'completed')).toThrow(
      'has no option "completed" (it has: "done", "failed"). Add it in NocoDB',
    )
    expect(writeValue(field('MultiSelect', { choices: ['a', 'b'] }), ['b'])).toEqual(['b'])
  })
})

test('the address may be one out of the browser', () => {
  expect(baseUrlOf('https://app.nocodb.com')).toBe('https://app.nocodb.com')
  expect(baseUrlOf('https://noco.example/sub/')).toBe('https://noco.example/sub')
  expect(baseUrlOf('https://noco.example/sub/dashboard/#/nc/p1')).toBe('https://noco.example/sub')
})

describe('what NocoDB answers is told in words, never with the token', () => {
  const token = 'a-very-secret-token'
  const cases: [status: number, body: string, code: string, words: string][] = [
    [401, '{"error":"ERR_AUTHENTICATION_REQUIRED"}', 'source_auth', 'rejected the token'],
    [403, '{"error":"ERR_FORBIDDEN"}', 'source_forbidden', 'role Editor'],
    [404, '{"error":"ERR_TABLE_NOT_FOUND"}', 'source_not_found', 'Choose another table'],
    [422, '{"error":"ERR_BASE_NOT_FOUND"}', 'source_not_found', 'Choose another base'],
    [404, '{"error":"INVALID_API_VERSION"}', 'source_invalid', 'NocoDB to 0.260'],
    [404, '{"error":"NOT_FOUND","message":"Cannot GET /api/v3"}', 'source_invalid', 'NocoDB to 0.260'],
    [401, '{"msg":"Invalid token"}', 'source_auth', 'rejected the token'],
    [200, '\xff\xd8\xff', 'source_server', 'The server at app.nocodb.com is not NocoDB'],
    [200, '<html>', 'source_server', 'is not NocoDB'],
    [302, '', 'source_server', 'is not NocoDB'],
    [401, '<html>', 'source_server', 'is not NocoDB'],
    [403, '{"message":"Forbidden"}', 'source_server', 'is not NocoDB'],
    [404, '<html>', 'source_server', 'is not NocoDB'],
    [404, '{"error":"Not Found","message":"Not Found","statusCode":404}', 'source_server', 'is not NocoDB'],
    [405, '', 'source_server', 'is not NocoDB'],
    [413, '<html>', 'source_invalid', 'larger than'],
    [422, '{"msg":"Duplicate record with id 1"}', 'source_invalid', 'Duplicate record with id 1'],
    [500, '{"message":"Something broke."}', 'source_unavailable', '"Something broke"'],
    [502, '<html>', 'source_unavailable', 'status 502'],
    [200, '{"unknown":true}', 'source_unavailable', 'Check the URL in the connection; if it is right, retry'],
  ]
  test.each(cases)('%i %s', async (status, body, code, words) => {
    const fetch: SourceFetch = async () => ({ status, headers: {}, body: new TextEncoder().encode(body) })
    const governor = { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} }
    const source = createNocoDbSource({ fetch, governor }).open({ token }, 'con_1')
    const refused = await source.listBases().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code, message: expect.stringContaining(words) })
    expect(JSON.stringify(refused) + String(refused)).not.toContain(token)
  })

  test('the service of NocoDB is asked 4 times a second, a server of one’s own faster', async () => {
    const seen: unknown[] = []
    const fetch: SourceFetch = async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('{"list":[]}') })
    const governor = {
      enter: async (call: unknown) => {
        seen.push(call)
        return { use: () => true, answered: async () => {} }
      },
      pause: async () => {},
    }
    const kind = createNocoDbSource({ fetch, governor })
    await kind.open({ token, calls_per_month: 500 }, 'con_1').listBases()
    await kind.open({ token, endpoint_url: 'http://10.0.0.1:8080' }, 'con_2').listBases()
    expect(seen).toMatchObject([
      { scopes: [{ perSecond: 4 }], budget: { connectionId: 'con_1', perMonth: 500 }, isRead: true },
      { scopes: [{ perSecond: 50 }], budget: { connectionId: 'con_2', perMonth: null } },
    ])
    expect(JSON.stringify(seen)).not.toContain(token)
  })
})

test('checkWrite() knows how long a column of the database is, and whether it may be empty', async () => {
  const flags = { pk: 0, pv: 0, system: 0 }
  const column = (id: string, more: object = {}) => {
    return { id, title: id, uidt: 'SingleLineText', dt: 'varchar', ...flags, ...more }
  }
  const table = {
    title: 'T',
    base_id: 'b1',
    source_id: 's1',
    columns: [
      column('short', { dtxp: '20' }),
      column('open', { dtxp: '' }),
      column('must', { rqd: 1 }),
      column('other', { dt: 'decimal', dtxp: '5,2' }),
    ],
  }
  let type: string | null = 'mysql2'
  const fetch: SourceFetch = async ({ method, url }) => {
    if (String(url).includes('/meta/bases/') && type === null)
      return { status: 403, headers: {}, body: new TextEncoder().encode('{"msg":"no"}') }
    const base = {
      sources: [
        { id: 's1', type },
        { id: 's2', type: 'pg' },
      ],
    }
    const read = String(url).includes('/meta/bases/') ? base : table
    const body = new TextEncoder().encode(JSON.stringify(method === 'GET' ? read : []))
    return { status: 200, headers: {}, body }
  }
  const limiter = { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} }
  const source = createNocoDbSource({ fetch, governor: limiter }).open({ token: 'the-token' }, 'con_1')
  const cells = ['short', 'open', 'must', 'other'].map((fieldId) => ({ fieldId, value: 'x'.repeat(21) }))
  const [short, ...others] = await source.checkWrite({ baseId: 'b1', tableId: 't1' }, cells)
  expect(short).toEqual({
    result: 'failed',
    message:
      'The field "short" accepts at most 20 characters, and the text has 21. Widen the column in the database, or choose another field in the action.',
  })
  for (const other of ['sqlite3', null]) {
    type = other
    const [found] = await source.checkWrite({ baseId: 'b1', tableId: 't1' }, cells)
    expect(found).toEqual({ result: 'unknown', message: expect.stringMatching(/"short" is declared with .* SQLite/) })
  }
  expect(others).toEqual(others.map(() => ({ result: 'passed' })))
  const empty = await source.checkWrite({ baseId: 'b1', tableId: 't1' }, [{ fieldId: 'must', value: null }])
  expect(empty).toEqual([{ result: 'failed', message: expect.stringMatching(/"must" must not be empty/) }])
})
