import type { Field, LabelledValue, Source, SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import { bindLinked } from '@pictable/server/core/run/linked-rows.ts'
import { type Binding, problemOfTexts } from '@pictable/server/core/run/map-record.ts'
import { createAirtableSource } from '@pictable/server/sources/airtable.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'
import { createWay, wayOf } from '#test/fakes/hosted/way-out.ts'
import { startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { createAdmin } from '#test/fakes/nocodb/noco-admin.ts'
import { openSource } from '#test/fakes/nocodb/open-fixture.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const MANY = 10_000

/** A table whose records link to each other: the first to all, the second and third to one another, the fourth to itself. */
interface Linked {
  source: Source
  table: TableRef
  name: string
  link: string
  ids: string[]
  requests(): number
  close(): Promise<void>
}

async function openAirtable(): Promise<Linked> {
  const fake = await startFakeAirtable({ callsPerBase: 10_000, callsPerToken: 10_000 })
  const { control } = fake
  const base = control.createBase('Shop')
  const table = control.createTable(base, { name: 'Rows', fields: [{ name: 'Name', type: 'singleLineText' }] })
  control.addField(table, { name: 'Links', type: 'multipleRecordLinks', options: { linkedTableId: table.id } })
  const records = control.addRecords(table, { count: MANY, make: (n) => ({ Name: `Row ${n}` }) })
  const ids = records.map(({ id }) => id)
  const link = control.field(table, 'Links').id
  for (const [place, linked] of linksIn(ids).entries()) records[place]?.cells.set(link, linked)
  const way = createWay()
  const token = control.createToken()
  return {
    source: createAirtableSource(wayOf(way.send)).open({ token, endpoint_url: fake.url }, 'con_1'),
    table: { baseId: base.id, tableId: table.id },
    name: control.field(table, 'Name').id,
    link,
    ids,
    requests: () => way.requests,
    close: fake.close,
  }
}

async function openNocoDb(): Promise<Linked> {
  const fake = await startFakeNocoDb({ createMax: 1000 })
  const admin = createAdmin(fake)
  const baseId = await admin.createBase('Shop')
  const made = await admin.createTable(baseId, 'Rows', [{ title: 'Name', type: 'SingleLineText' }])
  const options = { relation_type: 'mm', related_table_id: made.id }
  const link = await admin.addField(made, { title: 'Links', type: 'Links', options })
  const all = Array.from({ length: MANY }, (_, n) => String(n + 1))
  const cells = linksIn(all).map((linked, n) => ({ Name: `Row ${n}`, Links: linked.map((id) => ({ id: Number(id) })) }))
  await admin.addRecords(
    made,
    all.map((_, n) => cells[n] ?? { Name: `Row ${n}` }),
    1000,
  )
  const way = createWay()
  return {
    source: openSource(fake, way.send),
    table: { baseId, tableId: made.id },
    name: made.fields.get('Name') ?? '',
    link,
    ids: all,
    requests: () => way.requests,
    close: fake.close,
  }
}

const linksIn = (ids: readonly string[]): string[][] => {
  const [, second = '', third = '', fourth = ''] = ids
  return [[...ids], [third], [second], [fourth]]
}

const labelled = z.array(z.object({ id: z.string(), label: z.string() }))

describe.each([
  ['airtable', openAirtable],
  ['nocodb', openNocoDb],
])('links of %s', (_, open) => {
  let linked: Linked
  let records: SourceRecord[]
  let field: Field
  let column: Field
  beforeAll(async () => {
    linked = await open()
    const { source, table, ids, name, link } = linked
    const fields = await source.listFields(table)
    const fieldOf = (id: string) => fields.find((each) => each.id === id)
    const [found, named] = [fieldOf(link), fieldOf(name)]
    if (found === undefined || named === undefined) throw new Error('no fields')
    field = { ...found, link: { table, fields } }
    column = named
    const read = await source.getRecords(table, ids.slice(0, 4), { fieldIds: [link, name] })
    records = ids.slice(0, 4).flatMap((id) => read.find((record) => record.id === id) ?? [])
  })
  afterAll(() => linked.close())

  const bind = (from: Binding['from']) =>
    bindLinked(linked.source, { bindings: [{ name: 'Rows', from }], designs: [] }, records)
  const linksOf = (record: SourceRecord | undefined): readonly LabelledValue[] =>
    labelled.parse(record?.fields[linked.link])

  test(`to ${MANY} rows fail their record alone, by name and number, and cost few requests`, async () => {
    expect(linked.requests()).toBeLessThan(20)
    for (const from of [{ link: field, columns: [column] }, { field }]) {
      const [first, ...others] = await bind(from)
      const problem = /links to more than 1,000 rows.*Link fewer rows, or map another field/
      expect(problemOfTexts(first ?? {})?.message).toMatch(problem)
      for (const other of others) expect(problemOfTexts(other)).toBeUndefined()
    }
    expect(linked.requests()).toBeLessThan(30)
  })

  test('in a circle end one step behind the record, which keeps its names', async () => {
    const [, second, third, fourth] = linked.ids
    expect(records.slice(1).map(linksOf)).toEqual([
      [{ id: third, label: 'Row 2' }],
      [{ id: second, label: 'Row 1' }],
      [{ id: fourth, label: 'Row 3' }],
    ])
    const [, ...bound] = await bind({ link: field, columns: [column, field] })
    expect(bound).toMatchObject([
      { Rows: { rows: [{ Name: 'Row 2', Links: [{ id: second }] }] } },
      { Rows: { rows: [{ Name: 'Row 1', Links: [{ id: third }] }] } },
      { Rows: { rows: [{ Name: 'Row 3', Links: [{ id: fourth }] }] } },
    ])
  })
})
