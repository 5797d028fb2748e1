import type { TableRef } from '@pictable/server/core/ports/source.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AirtableKit, startAirtableKit } from './airtable-kit.ts'

let kit: AirtableKit
beforeAll(async () => {
  kit = await startAirtableKit({ basesPerPage: 2 })
})
afterAll(() => kit.close())

const allScopes = ['data.records:read', 'data.records:write', 'schema.bases:read', 'webhook:manage']

function shop() {
  const { control } = kit
  const base = control.createBase('Shop')
  const table = control.createTable(base, { name: 'Products', fields: [{ name: 'Name', type: 'singleLineText' }] })
  control.addRecords(table, [{ Name: 'Teapot' }])
  return { base, table, ref: { baseId: base.id, tableId: table.id } satisfies TableRef }
}

const callsIn = () => kit.control.counters().total

describe('check()', () => {
  test('is content with a token that may do everything, changes no record, and takes six calls', async () => {
    const { base, table } = shop()
    const before = callsIn()
    const source = kit.open(kit.control.createToken({ bases: [base] }))
    await expect(source.check()).resolves.toEqual({ account: 'ada@example.com', warnings: [] })
    expect(callsIn() - before).toBe(6)
    const [record] = table.records.values()
    expect([...(record?.modified.keys() ?? [])]).toHaveLength(1)
  })

  test.each<[string, 'pat' | 'oauth', RegExp]>([
    ['data.records:read', 'pat', /data\.records:read/],
    ['data.records:write', 'pat', /data\.records:write/],
    ['webhook:manage', 'pat', /polls the table/],
    ['data.records:read', 'oauth', /data\.records:read/],
    ['data.records:write', 'oauth', /data\.records:write/],
    ['webhook:manage', 'oauth', /polls the table/],
  ])('warns of %s that is missing from a token (%s)', async (scope, kind, words) => {
    const { base } = shop()
    const scopes = allScopes.filter((each) => each !== scope)
    const source = kit.open(kit.control.createToken({ kind, scopes, bases: [base] }))
    const { warnings, account } = await source.check()
    expect(warnings).toEqual([expect.stringMatching(words)])
    expect(account).toMatch(/^usr/)
  })

  test('warns when the owner may only look', async () => {
    const { base } = shop()
    const { warnings } = await kit.open(kit.control.createToken({ permission: 'read', bases: [base] })).check()
    expect(warnings).toEqual([expect.stringMatching(/read-only access to "Shop".*editor/)])
  })

  test('says what is wrong when nothing can work, and how to put it right', async () => {
    const { base } = shop()
    const { control } = kit
    const refused = (token: string) => kit.open(token).check()
    await expect(refused('pat00000000000000.unknown')).rejects.toMatchObject({
      code: 'source_auth',
      message: expect.stringMatching(/rejected the token.*airtable\.com\/create\/tokens/),
    })
    await expect(refused(control.createToken({ bases: [] }))).rejects.toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/access to no base/),
    })
    await expect(refused(control.createToken({ scopes: ['data.records:read'], bases: [base] }))).rejects.toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/schema\.bases:read/),
    })
  })

  test('does not say that the token is wrong when Airtable is down', async () => {
    const { base } = shop()
    const source = kit.open(kit.control.createToken({ bases: [base] }))
    kit.control.fail({ answer: 'html', status: 503 })
    await expect(source.check()).rejects.toMatchObject({ code: 'source_unavailable' })
    // an idle connection that is cut is no failure yet: the request goes out again on another
    kit.control.fail({ answer: 'reset', times: 9 })
    await expect(source.check()).rejects.toMatchObject({ code: 'source_unavailable' })
    kit.control.stopFailing()
  })
})

describe('listing', () => {
  test('finds every base, page by page', async () => {
    const bases = Array.from({ length: 5 }, (_, n) => kit.control.createBase(`Base ${n}`))
    const source = kit.open(kit.control.createToken({ bases }))
    expect(await source.listBases()).toEqual(bases.map(({ id, name }) => ({ id, name })))
  })

  test('of tables, views and fields of one base takes one call', async () => {
    const { ref } = shop()
    const source = kit.open(kit.control.createToken())
    const before = callsIn()
    await source.listTables(ref.baseId)
    await Promise.all([source.listFields(ref), source.listViews(ref), source.listTables(ref.baseId)])
    expect(callsIn() - before).toBe(1)
  })

  test('names the tables there are when one is gone, and the base that is out of reach', async () => {
    const { ref } = shop()
    const source = kit.open(kit.control.createToken())
    await expect(source.listFields({ ...ref, tableId: 'tblGone' })).rejects.toMatchObject({
      code: 'source_not_found',
      message: expect.stringMatching(/tblGone is no longer in the base.*"Products"/),
    })
    const elsewhere = kit.open(kit.control.createToken({ bases: [kit.control.createBase('Other')] }))
    await expect(elsewhere.listTables(ref.baseId)).rejects.toMatchObject({
      code: 'source_not_found',
      message: expect.stringMatching(/has no access to the base app.*Add the base to the token/),
    })
  })

  test('tells a token without the right from a table that is gone', async () => {
    const { base, table, ref } = shop()
    const [record] = table.records.keys()
    const source = kit.open(kit.control.createToken({ scopes: ['schema.bases:read'], bases: [base] }))
    const listing = source.pages(ref, { viewId: null })[Symbol.asyncIterator]()
    await expect(listing.next()).rejects.toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/cannot read records.*data\.records:read/),
    })
    const patch = { recordId: record ?? '', fields: { [table.fields[0]?.id ?? '']: 'x' } }
    await expect(source.writeBack(ref, [patch])).rejects.toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/cannot update records.*data\.records:write/),
    })
  })
})

describe('checkWrite()', () => {
  const fields = [
    { name: 'Name', type: 'singleLineText' },
    { name: 'Code', type: 'barcode' },
    { name: 'Colour', type: 'aiColour' },
  ]

  async function checkOf(token: Parameters<typeof kit.control.createToken>[0], fieldName = 'Name') {
    const { control } = kit
    const base = control.createBase('Shop')
    const table = control.createTable(base, { name: 'Products', fields })
    const source = kit.open(control.createToken({ bases: [base], ...token }))
    const fieldId = control.field(table, fieldName).id
    const [found] = await source.checkWrite({ baseId: base.id, tableId: table.id }, [{ fieldId, value: 'x' }])
    return found
  }

  test.each(['pat', 'oauth'] as const)(
    'finds the scope that is missing from a token (%s), also in an empty table',
    async (kind) => {
      const scopes = allScopes.filter((scope) => scope !== 'data.records:write')
      const message = expect.stringMatching(/cannot update records. Add the scope data\.records:write/)
      expect(await checkOf({ kind, scopes })).toEqual({ result: 'failed', message })
    },
  )

  test('finds that the owner of the token may not edit the base', async () => {
    const message = expect.stringMatching(/read-only access to "Shop".*Make the owner an editor/)
    for (const permission of ['read', 'comment'] as const)
      expect(await checkOf({ permission })).toEqual({ result: 'failed', message })
    expect(await checkOf({ permission: 'edit' })).toEqual({ result: 'passed' })
  })

  test('knows which types take no text, and does not judge one that it does not know', async () => {
    const message = expect.stringMatching(/"Code" does not accept text/)
    expect(await checkOf({}, 'Code')).toEqual({ result: 'failed', message })
    const doubt = expect.stringMatching(/does not know the type of the field "Colour" \(aiColour\)/)
    expect(await checkOf({}, 'Colour')).toEqual({ result: 'unknown', message: doubt })
  })

  test('does not pass what Airtable does not tell', async () => {
    const others = [1, 2].map((n) => kit.control.createBase(`Earlier ${n}`))
    const { base, ref, table } = shop()
    const cells = [{ fieldId: table.fields[0]?.id ?? '', value: 'x' }]
    const source = kit.open(kit.control.createToken({ bases: [...others, base] }))
    const unlisted = expect.stringContaining('did not list the base')
    expect(await source.checkWrite(ref, cells)).toEqual([{ result: 'unknown', message: unlisted }])
    kit.control.fail({ answer: 'html', status: 503, times: 99 })
    const message = expect.stringMatching(/^Whether the token may update records is unknown: .*Retry later/)
    expect(await source.checkWrite(ref, cells)).toEqual([{ result: 'unknown', message }])
    kit.control.stopFailing()
  })
})
