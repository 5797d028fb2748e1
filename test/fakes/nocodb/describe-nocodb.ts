import type { Page, Source, SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAdmin, type MadeTable } from './noco-admin.ts'
import { type NocoServer, openFixture, openSource, pictureUrl } from './open-fixture.ts'
import { startReceiver } from './receive-hooks.ts'

const generousMs = 20_000

const refOf = ({ baseId, id }: MadeTable): TableRef => ({ baseId, tableId: id })
const idIn = (made: MadeTable, name: string) => made.fields.get(name) ?? ''

async function pagesOf(source: Source, table: TableRef, options: Partial<Parameters<Source['pages']>[1]> = {}) {
  const pages: Page[] = []
  for await (const page of source.pages(table, { viewId: null, ...options })) pages.push(page)
  return pages
}

async function recordsOf(source: Source, table: TableRef, options: Partial<Parameters<Source['pages']>[1]> = {}) {
  return (await pagesOf(source, table, options)).flatMap(({ records }) => records)
}

const allKinds = [
  { title: 'Name', type: 'SingleLineText' },
  { title: 'Rich', type: 'LongText', options: { rich_text: true } },
  { title: 'Number', type: 'Number' },
  { title: 'Decimal', type: 'Decimal', options: { precision: 2 } },
  { title: 'Price', type: 'Currency', options: { locale: 'de-DE', code: 'EUR' } },
  { title: 'Percent', type: 'Percent' },
  { title: 'Duration', type: 'Duration' },
  { title: 'Rating', type: 'Rating', options: { max_value: 5 } },
  { title: 'Date', type: 'Date' },
  { title: 'Moment', type: 'DateTime' },
  { title: 'Year', type: 'Year' },
  { title: 'Done', type: 'Checkbox' },
  { title: 'Status', type: 'SingleSelect', options: { choices: [{ title: 'Open' }, { title: 'Closed' }] } },
  { title: 'Tags', type: 'MultiSelect', options: { choices: [{ title: 'A' }, { title: 'B' }] } },
  { title: 'Address', type: 'URL' },
  { title: 'Mail', type: 'Email' },
  { title: 'Phone', type: 'PhoneNumber' },
  { title: 'Json', type: 'JSON' },
]

const given = {
  Name: 'Café ☕',
  Rich: '**bold**',
  Number: 7,
  Decimal: 1.25,
  Price: 9.5,
  Percent: 50,
  Duration: 90,
  Rating: 3,
  Date: '2026-01-02',
  Moment: '2026-01-02T03:04:05Z',
  Year: 2024,
  Done: true,
  Status: 'Open',
  Tags: ['A', 'B'],
  Address: 'https://a.example/c',
  Mail: 'a@example.com',
  Phone: '+49 1',
  Json: '{"a":1}',
}

const canonical = {
  ...given,
  Percent: 0.5,
  Moment: '2026-01-02T03:04:05.000Z',
  Json: { json: { a: 1 } },
}

function describeReading(server: () => NocoServer): void {
  test('reads and writes every kind of value', async () => {
    const admin = createAdmin(server())
    const source = openSource(server())
    const baseId = await admin.createBase('Kinds')
    const makers = await admin.createTable(baseId, 'Makers', [{ title: 'Maker', type: 'SingleLineText' }])
    await admin.addRecords(makers, [{ Maker: 'Ann' }, { Maker: 'Bo' }])
    const made = await admin.createTable(baseId, 'Kinds', [
      ...allKinds,
      { title: 'Makers', type: 'Links', options: { relation_type: 'mm', related_table_id: makers.id } },
    ])
    await admin.addField(made, { title: 'Twice', type: 'Formula', options: { formula: '{Number}*2' } })
    await admin.addRecords(made, [{ ...given, Makers: [{ id: 1 }, { id: 2 }] }, { Name: 'Empty' }])
    const fields = await source.listFields(refOf(made))
    const byName = ({ fields: cells }: SourceRecord) =>
      Object.fromEntries(fields.map(({ id, name }) => [name, cells[id] ?? null]))
    const [full, empty] = (await recordsOf(source, refOf(made))).map(byName)
    const makersRead = [
      { id: '1', label: 'Ann' },
      { id: '2', label: 'Bo' },
    ]
    expect(full).toMatchObject({ ...canonical, Twice: 14, Makers: makersRead })
    expect(empty).toMatchObject({ Name: 'Empty', Number: null, Done: false, Status: null, Json: null, Twice: null })
    expect(fields.find(({ name }) => name === 'Twice')).toMatchObject({ kind: 'number', computed: true })
    expect(fields.find(({ name }) => name === 'Rich')).toMatchObject({ kind: 'rich_text' })

    const patch = Object.fromEntries(Object.entries(canonical).map(([name, value]) => [idIn(made, name), value]))
    expect(await source.writeBack(refOf(made), [{ recordId: '2', fields: patch }])).toEqual([{ ok: true }])
    const [written] = (await source.getRecords(refOf(made), ['2'])).map(byName)
    expect(written).toMatchObject({ ...canonical, Twice: 14 })
    const wrong = { recordId: '2', fields: { [idIn(made, 'Status')]: 'completed' } }
    expect(await source.writeBack(refOf(made), [wrong])).toMatchObject([
      { ok: false, message: expect.stringContaining('has no option "completed"') },
    ])
  })

  test('a link tells its table, and lists each of the many records that it leads to', async () => {
    const admin = createAdmin(server())
    const source = openSource(server())
    const baseId = await admin.createBase('Orders')
    const lines = await admin.createTable(baseId, 'Lines', [
      { title: 'Item', type: 'SingleLineText' },
      { title: 'Pieces', type: 'Number' },
    ])
    const ids = Array.from({ length: 100 }, (_, n) => n + 1)
    await admin.addRecords(
      lines,
      ids.map((n) => ({ Item: `Item ${n}`, Pieces: n })),
    )
    const options = { relation_type: 'mm', related_table_id: lines.id }
    const orders = await admin.createTable(baseId, 'Orders', [
      { title: 'Order', type: 'SingleLineText' },
      { title: 'Lines', type: 'Links', options },
      { title: 'Lines [all]', type: 'Links', options },
    ])
    const cells = (count: number) => ids.slice(0, count).map((id) => ({ id }))
    await admin.addRecords(orders, [
      { Order: 'Few', Lines: cells(25), 'Lines [all]': cells(3) },
      { Order: 'Many', Lines: cells(60), 'Lines [all]': cells(100) },
    ])
    const fields = await source.listFields(refOf(orders))
    expect(fields.find(({ name }) => name === 'Lines')).toMatchObject({ kind: 'link', link: { table: refOf(lines) } })
    const read = await recordsOf(source, refOf(orders))
    const linked = read.map(({ fields: given }) =>
      ['Lines', 'Lines [all]'].map((name) => z.array(z.object({ id: z.string() })).parse(given[idIn(orders, name)])),
    )
    const numbers = linked.map((both) => both.map((list) => list.map(({ id }) => Number(id)).toSorted((a, b) => a - b)))
    expect(numbers).toEqual([
      [ids.slice(0, 25), ids.slice(0, 3)],
      [ids.slice(0, 60), ids],
    ])
    const rows = await source.getRecords(refOf(lines), ids.map(String), { fieldIds: [idIn(lines, 'Pieces')] })
    expect(rows.map(({ fields: given }) => Number(given[idIn(lines, 'Pieces')])).toSorted((a, b) => a - b)).toEqual(ids)
  })

  test('reads fields that the view hides, leaves out forms, and finds renamed fields', async () => {
    const fixture = await openFixture(server(), 12)
    const { source, table, made, admin, fieldIds, viewId } = fixture
    const columns = z
      .object({ list: z.array(z.object({ id: z.string(), fk_column_id: z.string() })) })
      .parse(await admin.call('GET', `/api/v2/meta/views/${viewId}/columns`))
    const column = columns.list.find(({ fk_column_id }) => fk_column_id === fieldIds.name)
    await admin.call('PATCH', `/api/v2/meta/views/${viewId}/columns/${column?.id}`, { show: false })
    const options = { viewId, fieldIds: [fieldIds.name, fieldIds.number] }
    const names = (records: SourceRecord[]) => records.map(({ fields }) => fields[fieldIds.name])
    expect(names(await recordsOf(source, table, options))).toEqual(['Record 10', 'Record 11'])

    await admin.call('POST', `/api/v2/meta/tables/${made.id}/forms`, { title: 'A form' })
    expect((await source.listViews(table)).map(({ name }) => name)).toEqual(['Records', 'From 10'])

    await admin.call('PATCH', `/api/v3/meta/bases/${made.baseId}/fields/${fieldIds.name}`, { title: 'Called' })
    expect(names(await recordsOf(source, table, options))).toEqual(['Record 10', 'Record 11'])
    expect((await source.listFields(table)).find(({ id }) => id === fieldIds.name)?.name).toBe('Called')
  })

  test('reads to the end of a table of exactly one page, and of more', async () => {
    const { source, table, admin, made, fieldIds } = await openFixture(server(), 100)
    expect((await pagesOf(source, table)).map(({ records, cursor }) => [records.length, cursor])).toEqual([[100, null]])
    expect(await pagesOf(source, table, { cursor: '2' })).toEqual([{ records: [], cursor: null }])
    await admin.addRecords(made, [{ Name: 'Record 100', Number: 100 }])
    const pages = await pagesOf(source, table, { fieldIds: [fieldIds.name] })
    expect(pages.map(({ records, cursor }) => [records.length, cursor])).toEqual([
      [100, '2'],
      [1, null],
    ])
  })

  test('the doctor names the account, and a server that is too old', async () => {
    const checked = await openSource(server()).check()
    expect(checked.account).toMatch(/@/)
  })
}

function describeWriting(server: () => NocoServer): void {
  test('keeps the files that a patch names by their ids, and puts new ones beside them', async () => {
    const { source, table, files } = await openFixture(server(), 1)
    const fieldId = files?.fieldId ?? ''
    const filesOf = async () => {
      const [record] = await source.getRecords(table, ['1'])
      return z
        .array(z.looseObject({ id: z.string(), url: z.string(), filename: z.string(), expiresAt: z.string() }))
        .parse(record?.fields[fieldId] ?? [])
    }
    const some = ['a.png', 'b.png'].map((filename) => ({ url: pictureUrl, filename }))
    await source.writeBack(table, [{ recordId: '1', fields: { [fieldId]: some } }])
    const [first, second] = await filesOf()
    expect([first?.filename, second?.filename]).toEqual(['a.png', 'b.png'])
    const keep = [
      { id: second?.id ?? '', url: '', filename: 'b.png' },
      { url: pictureUrl, filename: 'c.png' },
    ]
    expect(await source.writeBack(table, [{ recordId: '1', fields: { [fieldId]: keep } }])).toEqual([{ ok: true }])
    const after = await filesOf()
    expect(after.map(({ filename }) => filename)).toEqual(['b.png', 'c.png'])
    expect(after[0]?.id).toBe(second?.id)
    const response = await fetch(after[1]?.url ?? '')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Date.parse(after[1]?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  })

  test('writes all files of a batch but the one that cannot be fetched', async () => {
    const { source, table, files } = await openFixture(server(), 12)
    const patches = Array.from({ length: 12 }, (_, index) => ({
      recordId: String(index + 1),
      fields: {
        [files?.fieldId ?? '']: [{ url: index === 4 ? (files?.brokenUrl ?? '') : pictureUrl, filename: 'x.png' }],
      },
    }))
    const results = await source.writeBack(table, patches)
    expect(results.map(({ ok }) => ok)).toEqual(patches.map((_, index) => index !== 4))
    expect(results[4]).toMatchObject({ message: expect.stringContaining('could not fetch the image from 127.0.0.1:9') })
  })
}

function describeHooks(server: () => NocoServer): void {
  test('a hook tells which records changed, of watched fields alone', async () => {
    const { source, table, fieldIds, admin, made, removeRecord: _ } = await openFixture(server(), 3)
    const receiver = await startReceiver()
    try {
      const hooks = source.hooks
      if (hooks === undefined) throw new Error('no hooks')
      const watch = { viewId: null, fieldIds: [fieldIds.name], writesInto: false, hookUrl: receiver.url }
      const subscription = await hooks.subscribe(table, watch)
      expect(subscription.expiresAt).toBeNull()
      const fields = { [fieldIds.name]: 'New' }
      await source.writeBack(table, [
        { recordId: '1', fields },
        { recordId: '3', fields },
      ])
      const delivery = await receiver.next(generousMs)
      if (delivery === null) throw new Error('nothing was delivered')
      expect((await hooks.receive(table, delivery, subscription))?.change).toEqual({ recordIds: ['1', '3'] })
      const forged = { ...delivery, headers: { ...delivery.headers, 'x-pictable-secret': 'guessed' } }
      expect(await hooks.receive(table, forged, subscription)).toBeNull()

      await source.writeBack(table, [{ recordId: '2', fields: { [fieldIds.note]: 'our own output' } }])
      await admin.addRecords(made, [{ Name: 'Added', Number: 4 }])
      const added = await receiver.next(generousMs)
      if (added === null) throw new Error('nothing was delivered')
      expect((await hooks.receive(table, added, subscription))?.change).toEqual({ recordIds: ['4'] })

      await admin.call('PATCH', `/api/v3/meta/bases/${made.baseId}/fields/${fieldIds.name}`, { title: 'Called' })
      await source.writeBack(table, [{ recordId: '2', fields: { [fieldIds.name]: 'Newer' } }])
      const renamed = await receiver.next(generousMs)
      if (renamed === null) throw new Error('nothing was delivered')
      const received = await hooks.receive(table, renamed, subscription)
      expect(received?.change).toEqual({ recordIds: ['2'] })
      expect(received?.subscription.state).toMatchObject({ fieldNames: ['Called'] })

      expect(await hooks.renew(table, subscription)).toEqual(subscription)
      await hooks.unsubscribe(table, subscription)
      await hooks.unsubscribe(table, subscription)
      const again = await hooks.renew(table, subscription)
      expect(again.state.hookId).not.toBe(subscription.state.hookId)
    } finally {
      await receiver.close()
    }
  })
}

/** What is NocoDB's own, beside the conformance suite: proven on the real server and on the fake alike. */
export function describeNocoDb(name: string, server: () => NocoServer): void {
  describe(`NocoDB, ${name}`, () => {
    describeReading(server)
    describeWriting(server)
    describeHooks(server)
  })
}
