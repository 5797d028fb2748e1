import type { Field, LabelledValue, SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import { expect, test } from 'vitest'
import { allOf, type SqlFixture } from '#test/conformance/sql-source.ts'

const linkedIds = (record: SourceRecord | undefined, { id }: Field) =>
  ((record?.fields[id] ?? []) as readonly LabelledValue[]).map((link) => link.id)

/** Proves that foreign keys of a database are links, in both directions. */
export function describeSqlLinks(fixture: () => SqlFixture): void {
  let pairs = 0

  /** Orders and their lines, named as in no other test. */
  async function openShop(orders: number, lines: number) {
    const { admin, open, quote, baseId } = fixture()
    const [order, line] = [`order ${pairs}`, `line ${pairs++}`]
    await admin(`CREATE TABLE ${quote(order)} (id int PRIMARY KEY, name varchar(20))`)
    await admin(
      `CREATE TABLE ${quote(line)} (id int PRIMARY KEY, order_id int, item varchar(20),
      FOREIGN KEY (order_id) REFERENCES ${quote(order)} (id))`,
    )
    const all = Array.from({ length: orders }, (_, n) => n + 1)
    await admin(`INSERT INTO ${quote(order)} VALUES ${all.map((n) => `(${n}, 'Order ${n}')`).join(', ')}`)
    const rows = all.flatMap((n) => Array.from({ length: lines }, (_, m) => `(${m * orders + n}, ${n}, 'Item ${m}')`))
    for (let from = 0; from < rows.length; from += 1000)
      await admin(`INSERT INTO ${quote(line)} VALUES ${rows.slice(from, from + 1000).join(', ')}`)
    const source = open()
    const [orderRef, lineRef]: TableRef[] = [order, line].map((tableId) => ({ baseId, tableId }))
    if (!orderRef || !lineRef) throw new Error('no tables')
    return { source, orderRef, lineRef, order: quote(order), line: quote(line) }
  }

  const fieldLinking = async ({ source, orderRef, lineRef }: Awaited<ReturnType<typeof openShop>>) => {
    const found = (await source.listFields(orderRef)).find(
      ({ kind, link }) => kind === 'link' && link?.table.tableId === lineRef.tableId,
    )
    if (!found) throw new Error('no field links to the lines')
    return found
  }

  test('a foreign key names a row of another table, and that table lists the rows that refer to each of its rows', async () => {
    const shop = await openShop(250, 3)
    const { source, orderRef, lineRef } = shop
    const lines = await fieldLinking(shop)
    expect(lines).toMatchObject({ name: lineRef.tableId, kind: 'link', computed: true, primary: false })
    const [key] = (await source.listFields(lineRef)).filter(({ id }) => id === 'order_id')
    expect(key).toMatchObject({ kind: 'number', link: { table: orderRef } })
    const read: SourceRecord[] = []
    for await (const page of source.pages(orderRef, { viewId: null, fieldIds: ['name', lines.id] }))
      read.push(...page.records)
    expect(read).toHaveLength(250)
    expect(read.map((record) => linkedIds(record, lines))).toEqual(
      read.map(({ id }) => [0, 1, 2].map((m) => String(m * 250 + Number(id)))),
    )
    const [again] = await source.getRecords(orderRef, ['7'], { fieldIds: [lines.id] })
    expect(linkedIds(again, lines)).toEqual(['7', '257', '507'])
    const items = await source.getRecords(lineRef, linkedIds(again, lines), { fieldIds: ['item'] })
    expect(items.map(({ fields }) => fields.item).toSorted()).toEqual(['Item 0', 'Item 1', 'Item 2'])
    // What is not asked for is not read.
    expect((await allOf(source, orderRef))[0]?.fields).not.toHaveProperty([lines.id])
  })

  test('of very many rows that refer to one, no more are read than tell that they are too many', async () => {
    const shop = await openShop(2, 1500)
    const lines = await fieldLinking(shop)
    const [record] = await shop.source.getRecords(shop.orderRef, ['1'], { fieldIds: [lines.id] })
    expect(linkedIds(record, lines)).toHaveLength(1001)
  })

  test('tables that refer to each other are read one step far', async () => {
    const shop = await openShop(2, 1)
    const { admin } = fixture()
    await admin(`ALTER TABLE ${shop.order} ADD COLUMN best_line int REFERENCES ${shop.line} (id)`)
    await admin(`UPDATE ${shop.order} SET best_line = id`)
    const lines = await fieldLinking(shop)
    const [record] = await shop.source.getRecords(shop.orderRef, ['2'], { fieldIds: ['best_line', lines.id] })
    expect(record?.fields).toMatchObject({ best_line: 2, [lines.id]: [{ id: '2' }] })
  })

  test('a key of several columns is a link in both directions', async () => {
    const { admin, open, quote, baseId } = fixture()
    const [area, place] = [`area ${pairs}`, `place ${pairs++}`]
    await admin(
      `CREATE TABLE ${quote(area)} (country varchar(9), number int, name varchar(20), PRIMARY KEY (country, number))`,
    )
    await admin(
      `CREATE TABLE ${quote(place)} (id int PRIMARY KEY, n int, land varchar(9),
      FOREIGN KEY (land, n) REFERENCES ${quote(area)} (country, number))`,
    )
    await admin(`INSERT INTO ${quote(area)} VALUES ('PL', 1, 'One'), ('DK', 1, 'Two'), ('DK', 2, 'Three')`)
    await admin(
      `INSERT INTO ${quote(place)} VALUES (1, 1, 'DK'), (2, 1, 'DK'), (3, 2, 'DK'), (4, NULL, 'DK'), (5, 1, 'PL')`,
    )
    const source = open()
    const [areas, places]: TableRef[] = [area, place].map((tableId) => ({ baseId, tableId }))
    if (!areas || !places) throw new Error('no tables')
    const linkIn = async (ref: TableRef, to: TableRef) => {
      const found = (await source.listFields(ref)).find(
        ({ kind, link }) => kind === 'link' && link?.table.tableId === to.tableId,
      )
      if (!found) throw new Error('it is no link')
      return found
    }
    const [toArea, toPlaces] = [await linkIn(places, areas), await linkIn(areas, places)]
    expect([toArea.name, toPlaces.name]).toEqual([area, place])
    const read = async (ref: TableRef, link: Field, fieldIds: string[]) => {
      const records: SourceRecord[] = []
      for await (const page of source.pages(ref, { viewId: null, fieldIds: [...fieldIds, link.id] }))
        records.push(...page.records)
      return new Map(records.map((record) => [record.id, linkedIds(record, link)]))
    }
    expect(await read(places, toArea, [])).toEqual(
      new Map([
        ['1', ['["DK","1"]']],
        ['2', ['["DK","1"]']],
        ['3', ['["DK","2"]']],
        ['4', []],
        ['5', ['["PL","1"]']],
      ]),
    )
    expect(await read(areas, toPlaces, ['name'])).toEqual(
      new Map([
        ['["DK","1"]', ['1', '2']],
        ['["DK","2"]', ['3']],
        ['["PL","1"]', ['5']],
      ]),
    )
    const rows = await source.getRecords(areas, ['["DK","2"]'], { fieldIds: ['name', toPlaces.id] })
    expect(rows).toMatchObject([{ fields: { name: 'Three', [toPlaces.id]: [{ id: '3' }] } }])
  })

  test('a key of several columns that leads to its own table is two fields with names of their own', async () => {
    const { admin, open, quote, baseId } = fixture()
    const person = `person ${pairs++}`
    await admin(
      `CREATE TABLE ${quote(person)} (country varchar(2) NOT NULL, n int NOT NULL, boss int, PRIMARY KEY (country, n),
      FOREIGN KEY (country, boss) REFERENCES ${quote(person)} (country, n))`,
    )
    const fields = await open().listFields({ baseId, tableId: person })
    const links = fields.filter(({ kind }) => kind === 'link')
    expect(links.map(({ name }) => name)).toEqual([person, `${person} (country, boss)`])
    expect(new Set(links.map(({ id }) => id)).size).toBe(2)
  })

  test('keys that lead to no key are no links', async () => {
    const { admin, open, quote, baseId } = fixture()
    const [area, place] = [`area ${pairs}`, `place ${pairs++}`]
    await admin(
      `CREATE TABLE ${quote(area)} (id int PRIMARY KEY, country int NOT NULL, number int NOT NULL, code int NOT NULL UNIQUE,
      UNIQUE (country, number))`,
    )
    await admin(
      `CREATE TABLE ${quote(place)} (id int PRIMARY KEY, country int, number int, code int,
      FOREIGN KEY (country, number) REFERENCES ${quote(area)} (country, number),
      FOREIGN KEY (code) REFERENCES ${quote(area)} (code))`,
    )
    const fields = (await Promise.all([area, place].map((tableId) => open().listFields({ baseId, tableId })))).flat()
    expect(fields.filter(({ link }) => link !== undefined)).toEqual([])
  })
}
