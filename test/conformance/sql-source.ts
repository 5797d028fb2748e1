import type { FieldKind } from '@pictable/model/field'
import type {
  FieldValue,
  PagesOptions,
  Patch,
  Source,
  SourceRecord,
  TableRef,
} from '@pictable/server/core/ports/source.ts'
import { describe, expect, test } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { describeSqlBadInput } from '#test/conformance/sql-bad-input.ts'
import { describeSqlLinks } from '#test/conformance/sql-links.ts'

/** A type, a value of it as SQL, and what the source makes of both. */
export type SqlCase = readonly [type: string, sql: string, kind: FieldKind, value: FieldValue]

/** What a database has to bring for the suite of SQL sources. */
export interface SqlFixture {
  /** Opened anew, with nothing remembered. */
  open(): Source
  /** Runs SQL as the owner of everything. */
  admin(sql: string): Promise<unknown>
  /** Holds a row of the table in a transaction. @returns what lets go */
  lock(table: string, id: string): Promise<() => Promise<void>>
  /** An account whose password is wrong; databases that are files have none. */
  wrongSource?: Source
  baseId: string
  quote(name: string): string
  /** A key that counts up by itself. */
  countingKey: string
  cells: readonly SqlCase[]
  /** Columns, and values that have to come back as they were written. */
  written: { columns: string; fields: Readonly<Record<string, FieldValue>> }
  /** A text of any length. */
  longText: string
  /** A type for files, and a value of it as SQL. */
  longBytes: { type: string; value: (bytes: number) => string }
  /** Stores cells of more than 100 MB. */
  storesHuge: boolean
  /** Keeps NUL in texts. */
  takesNul: boolean
  /** Refuses texts that are longer than declared. */
  checksLength: boolean
  /** A type of one choice out of Open and Closed. */
  choiceType?: string
  /** Opened by an account that may only read the table. */
  openReadOnly?(table: string): Promise<Source>
  /** The name of that account in SQL. */
  viewer?: string
  /** Of a server; and how it is opened at another port, without much patience. */
  port?: number
  openVia?(port: number): Source
}

export async function allOf(source: Source, table: TableRef): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of source.pages(table, { viewId: null })) records.push(...page.records)
  return records
}

const namesOf = (records: readonly SourceRecord[]) => records.map(({ fields }) => fields.name)

/** One patch for one record. */
const patch = (recordId: string, fields: Patch['fields']): Patch[] => [{ recordId, fields }]

/** `describeSqlSource()` proves what the sources of SQL databases promise, beside what all sources do. */
export function describeSqlSource(kind: string, fixture: () => SqlFixture): void {
  let tables = 0
  /** A table of its own for each test; `columns` stands between the brackets. */
  async function make(columns: string, name = `t ${tables++}`): Promise<{ ref: TableRef; name: string }> {
    const { admin, quote, baseId } = fixture()
    await admin(`CREATE TABLE ${quote(name)} (${columns})`)
    return { ref: { baseId, tableId: name }, name: quote(name) }
  }

  describeSource(kind, async (count) => {
    const { admin, open, countingKey, wrongSource, choiceType, checksLength, openReadOnly } = fixture()
    const { ref, name } = await make(
      `id ${countingKey}, name varchar(100) NOT NULL, number integer, note varchar(200), short varchar(20),
      ${choiceType === undefined ? '' : `state ${choiceType},`} twice integer GENERATED ALWAYS AS (number * 2) STORED`,
    )
    const rows = Array.from({ length: count }, (_, n) => `('Record ${n}', ${n})`)
    await admin(`INSERT INTO ${name} (name, number) VALUES ${rows.join(', ')}`)
    return {
      source: open(),
      table: ref,
      fieldIds: { name: 'name', number: 'number', note: 'note' },
      viewId: null,
      count,
      removeRecord: async (id) => void (await admin(`DELETE FROM ${name} WHERE id = ${Number(id)}`)),
      computedFieldId: 'twice',
      wrongNumber: 'https://example.com/a.png',
      ...(wrongSource && { wrongSource }),
      writeChecks: {
        ...(choiceType !== undefined && { choiceFieldId: 'state' }),
        ...(checksLength && { shortFieldId: 'short' }),
        ...(openReadOnly && { openReadOnly: () => openReadOnly(name) }),
      },
      remove: {
        field: async () => void (await admin(`ALTER TABLE ${name} DROP COLUMN note`)),
        table: async () => void (await admin(`DROP TABLE ${name}`)),
      },
    }
  })

  describe('links', () => describeSqlLinks(fixture))

  describeSqlBadInput(fixture)

  describe('cells', () => {
    test('are read without a loss, whatever their type', async () => {
      const { admin, open, cells } = fixture()
      const { ref, name } = await make(`id int PRIMARY KEY, ${cells.map(([type], n) => `c${n} ${type}`).join(', ')}`)
      await admin(`INSERT INTO ${name} VALUES (1, ${cells.map(([, sql]) => sql).join(', ')})`)
      const source = open()
      const fields = (await source.listFields(ref)).slice(1)
      const [record] = await allOf(source, ref)
      const read = cells.map(([type, sql], n) => [type, sql, fields[n]?.kind, record?.fields[`c${n}`]])
      expect(read).toEqual(cells)
    })

    test('are shown with the decimals of their column', async () => {
      const { ref } = await make(
        'id int PRIMARY KEY, price decimal(10,2), weight numeric(8, 3), count numeric(10), tiny decimal(30,25)',
      )
      const shown = (decimals: number) => ({
        ...{ type: 'number', grouping: false },
        ...{ minimumDigits: decimals, maximumDigits: decimals },
      })
      const formats = (await fixture().open().listFields(ref)).map(({ format }) => format)
      expect(formats).toEqual([null, shown(2), shown(3), null, null])
    })

    test('come back as they were written, however often', async () => {
      const { admin, open, written } = fixture()
      const { ref, name } = await make(`id int PRIMARY KEY, ${written.columns}`)
      await admin(`INSERT INTO ${name} (id) VALUES (1), (2)`)
      const source = open()
      for (const _ of [1, 2]) expect(await source.writeBack(ref, patch('1', written.fields))).toEqual([{ ok: true }])
      const empty = Object.fromEntries(Object.keys(written.fields).map((field) => [field, null]))
      expect(await source.getRecords(ref, ['1', '2'])).toEqual([
        { id: '1', fields: { id: 1, ...written.fields } },
        { id: '2', fields: { id: 2, ...empty } },
      ])
      expect(await source.writeBack(ref, patch('1', empty))).toEqual([{ ok: true }])
      expect(await source.getRecords(ref, ['1'])).toEqual([{ id: '1', fields: { id: 1, ...empty } }])
    })

    test('may be long and many', async () => {
      const { admin, open, longText } = fixture()
      const columns = Array.from({ length: 200 }, (_, n) => `c${n} ${longText}`)
      const { ref, name } = await make(`id int PRIMARY KEY, ${columns.join(', ')}`)
      await admin(`INSERT INTO ${name} (id) VALUES ${Array.from({ length: 300 }, (_, n) => `(${n})`).join(', ')}`)
      const source = open()
      const long = 'ü'.repeat(100_000)
      const patches = Array.from({ length: 300 }, (_, n) => ({ recordId: String(n), fields: { c199: long } }))
      expect((await source.writeBack(ref, patches)).filter(({ ok }) => !ok)).toEqual([])
      const lengths: number[] = []
      for await (const { records } of source.pages(ref, { viewId: null, fieldIds: ['c0', 'c199'] })) {
        lengths.push(records.length)
        for (const { fields } of records) expect(fields.c199 === long).toBe(true)
      }
      // The first page shows how long they are; those after it are shorter.
      expect(lengths.reduce((sum, length) => sum + length)).toBe(300)
      expect(Math.max(...lengths.slice(1))).toBeLessThan(100)
    })
  })

  describe('pages', () => {
    /** A table with as many files as there are lengths. */
    async function makeFiles(lengths: readonly number[]) {
      const { admin, longBytes } = fixture()
      const { ref, name } = await make(`id int PRIMARY KEY, photo ${longBytes.type}`)
      for (const [n, bytes] of lengths.entries())
        await admin(`INSERT INTO ${name} VALUES (${n}, ${longBytes.value(bytes)})`)
      return ref
    }

    test('hold no more rows than are wanted', async () => {
      const ref = await makeFiles(Array.from({ length: 20 }, () => 2))
      const first = async (options: Partial<PagesOptions>) => {
        for await (const { records } of fixture()
          .open()
          .pages(ref, { viewId: null, ...options }))
          return records.length
        return 0
      }
      expect(await first({ limit: 7 })).toBe(7)
      expect(await first({})).toBe(20)
    })

    test('are short where files are long, and none is read before it was measured', async () => {
      const mb = 1_000_000
      const ref = await makeFiles([1, 1, 7 * mb, 7 * mb, 7 * mb, 3 * mb, 3 * mb, 1])
      const source = fixture().open()
      const pages: string[][] = []
      for await (const { records } of source.pages(ref, { viewId: null })) pages.push(records.map(({ id }) => id))
      expect(pages).toEqual([['0', '1', '2'], ['3'], ['4'], ['5', '6', '7']])
      const ids = ['0', '3', '5', '7', 'none']
      expect((await source.getRecords(ref, ids)).map(({ id }) => id).sort()).toEqual(['0', '3', '5', '7'])
      const lengths = Object.values((await source.getRecords(ref, ['3']))[0]?.fields ?? {}).map(
        (cell) => String(cell).length,
      )
      expect(lengths).toEqual([1, Math.ceil((7 * mb) / 3) * 4])
    })

    test('reject a row that is larger than memory should hold, by its name', async () => {
      if (!fixture().storesHuge) return
      const ref = await makeFiles([1, 101_000_000])
      const source = fixture().open()
      const rejection = { code: 'source_invalid', message: expect.stringMatching(/^The row 1 of "t \d+" has 101 MB/) }
      await expect(allOf(source, ref)).rejects.toMatchObject(rejection)
      await expect(source.getRecords(ref, ['0', '1'])).rejects.toMatchObject(rejection)
      expect(await source.getRecords(ref, ['0', '1'], { fieldIds: ['id'] })).toHaveLength(2)
    })
  })

  describe('keys', () => {
    test('may be of several columns', async () => {
      const { admin, open } = fixture()
      const { ref, name } = await make('shop varchar(20), n bigint, name varchar(20), PRIMARY KEY (shop, n)')
      const rows = ['a', 'b "c", d'].flatMap((shop) =>
        Array.from({ length: 150 }, (_, n) => `('${shop}', ${9007199254740990n + BigInt(n)}, '${n}')`),
      )
      await admin(`INSERT INTO ${name} VALUES ${rows.join(', ')}`)
      const source = open()
      const records = await allOf(source, ref)
      expect(namesOf(records)).toEqual([0, 1].flatMap(() => Array.from({ length: 150 }, (_, n) => String(n))))
      const id = JSON.stringify(['b "c", d', '9007199254740993'])
      expect(records[153]?.id).toBe(id)
      expect(namesOf(await source.getRecords(ref, [id, '["a"]', 'no-such', '["a","x"]', '{}']))).toEqual(['3'])
      const results = await source.writeBack(ref, [...patch(id, { name: 'new' }), ...patch('["z","1"]', { name: 'x' })])
      expect(results).toMatchObject([{ ok: true }, { ok: false, code: 'source_not_found' }])
      const after = namesOf(await allOf(source, ref))
      expect(after.filter((each) => each === 'new')).toHaveLength(1)
      expect(after[153]).toBe('new')
    })

    test('are texts with anything in them', async () => {
      const { admin, open } = fixture()
      const { ref, name } = await make('sku varchar(50) PRIMARY KEY, name varchar(20)')
      const keys = ["it''s", 'a"b', '100%', 'كوب', '["x"]', '1; DROP TABLE x; --', 'back\\\\slash']
      await admin(`INSERT INTO ${name} VALUES ${keys.map((key, n) => `('${key}', '${n}')`).join(', ')}`)
      const source = open()
      const ids = (await allOf(source, ref)).map(({ id }) => id)
      expect(ids).toHaveLength(keys.length)
      expect((await source.getRecords(ref, ids)).map(({ id }) => id).sort()).toEqual(ids.toSorted())
      const results = await source.writeBack(
        ref,
        ids.map((recordId) => ({ recordId, fields: { name: recordId.slice(0, 10) } })),
      )
      expect(results.filter(({ ok }) => !ok)).toEqual([])
      for (const { id, fields } of await allOf(source, ref)) expect(fields.name).toBe(id.slice(0, 10))
    })

    test('may be unique columns that are never empty; a table without is refused with the cure', async () => {
      const { admin, open } = fixture()
      const { ref, name } = await make('code varchar(20) NOT NULL UNIQUE, name varchar(20)')
      await admin(`INSERT INTO ${name} VALUES ('x', 'one'), ('y', 'two')`)
      expect((await allOf(open(), ref)).map(({ id }) => id)).toEqual(['x', 'y'])
      for (const columns of ['name varchar(20)', 'code varchar(20) UNIQUE, name varchar(20)']) {
        const keyless = await make(columns)
        const message = expect.stringContaining('ADD PRIMARY KEY')
        await expect(open().listFields(keyless.ref)).rejects.toMatchObject({ code: 'source_invalid', message })
        await expect(open().writeBack(keyless.ref, patch('1', { name: 'x' }))).rejects.toMatchObject({ message })
      }
    })

    test('of a database view are its column called id', async () => {
      const { admin, open, quote, baseId } = fixture()
      const { name } = await make('id int PRIMARY KEY, name varchar(20), shown int')
      await admin(`INSERT INTO ${name} VALUES (1, 'one', 1), (2, 'two', 0), (3, 'three', 1)`)
      const view = (suffix: string, select: string) => {
        const id = `view ${suffix} ${tables++}`
        return admin(`CREATE VIEW ${quote(id)} AS ${select}`).then(() => ({ baseId, tableId: id }))
      }
      const shown = await view('shown', `SELECT name, id FROM ${name} WHERE shown = 1`)
      const source = open()
      expect((await source.listTables(baseId)).map(({ id }) => id)).toContain(shown.tableId)
      expect(namesOf(await allOf(source, shown))).toEqual(['one', 'three'])
      const twins = await view('twins', `SELECT 1 AS id, name FROM ${name}`)
      await expect(allOf(source, twins)).rejects.toMatchObject({ code: 'source_invalid' })
      const holes = await view('holes', `SELECT nullif(id, 2) AS id, name FROM ${name}`)
      await expect(allOf(source, holes)).rejects.toMatchObject({ code: 'source_invalid' })
      const none = await view('none', `SELECT name FROM ${name}`)
      await expect(allOf(source, none)).rejects.toMatchObject({ code: 'source_invalid' })
    })
  })

  test('names may hold anything', async () => {
    const { admin, open, quote, baseId } = fixture()
    const other = await make('id int PRIMARY KEY', 'y')
    const hostile = 'x"; drop table y; --`\'] $1 ?'
    const column = 'url"; drop table y; --`? $1'
    const { ref, name } = await make(`id int PRIMARY KEY, ${quote(column)} varchar(100)`, hostile)
    await admin(`INSERT INTO ${name} (id) VALUES (1)`)
    const source = open()
    expect((await source.listTables(baseId)).map(({ id }) => id)).toContain(hostile)
    expect((await source.listFields(ref)).map(({ id }) => id)).toEqual(['id', column])
    expect(await source.writeBack(ref, patch('1', { [column]: 'x' }))).toEqual([{ ok: true }])
    expect(await source.getRecords(ref, ['1'])).toEqual([{ id: '1', fields: { id: 1, [column]: 'x' } }])
    for (const tableId of ['y; drop table y', 'y"', "y' or '1'='1", 'y\0', ''])
      await expect(source.listFields({ baseId, tableId })).rejects.toMatchObject({ code: 'source_not_found' })
    expect(await source.listFields(other.ref)).toHaveLength(1)
  })

  describe('writing', () => {
    test('writes all but the rows that the table refuses, and says why', async () => {
      const { admin, open, checksLength, takesNul } = fixture()
      const { ref, name } = await make(
        `id int PRIMARY KEY, url varchar(20), code varchar(20) UNIQUE, n integer CHECK (n < 100), must varchar(9) NOT NULL`,
      )
      const rows = Array.from({ length: 700 }, (_, n) => `(${n}, 'm')`)
      await admin(`INSERT INTO ${name} (id, must) VALUES ${rows.join(', ')}`)
      await admin(`UPDATE ${name} SET code = 'taken' WHERE id = 699`)
      const bad: Record<number, [Patch['fields'], RegExp]> = {
        5: [{ n: 100 }, /rejected the row/],
        6: [{ n: 'many' }, /"n" accepts only numbers/],
        300: [{ code: 'taken' }, /rejected the row/],
        301: [{ must: null }, /"must" must not be empty/],
        ...(checksLength && { 7: [{ url: 'ü'.repeat(21) }, /"url" accepts at most 20 characters .*21/] }),
        ...(!takesNul && { 8: [{ url: 'a\0b' }, /"url" cannot store the character NUL/] }),
      }
      const patches = Array.from({ length: 600 }, (_, n) => ({
        recordId: String(n),
        fields: bad[n]?.[0] ?? { url: `https://a.b/${n}` },
      }))
      const results = await open().writeBack(ref, patches)
      for (const [n, result] of results.entries()) {
        const why = bad[n]?.[1]
        if (why === undefined) expect(result).toEqual({ ok: true })
        else
          expect(result).toMatchObject({
            ok: false,
            code: 'source_invalid',
            message: expect.stringMatching(why),
            retryable: false,
          })
      }
      const urls = (await allOf(open(), ref)).slice(0, 600).map(({ fields }) => fields.url)
      expect(urls).toEqual(patches.map(({ fields }) => fields.url ?? null).map((url, n) => (bad[n] ? null : url)))
    })

    test('can be tried again when another holds the row', async () => {
      const { admin, open, lock } = fixture()
      const { ref, name } = await make('id int PRIMARY KEY, name varchar(20)')
      await admin(`INSERT INTO ${name} VALUES (1, 'old')`)
      const source = open()
      const release = await lock(name, '1')
      try {
        const writing = source.writeBack(ref, patch('1', { name: 'new' }))
        await expect(writing).rejects.toMatchObject({ code: 'source_unavailable' })
      } finally {
        await release()
      }
      expect(await source.writeBack(ref, patch('1', { name: 'new' }))).toEqual([{ ok: true }])
      expect(namesOf(await source.getRecords(ref, ['1']))).toEqual(['new'])
    })

    test('by many at once leaves every row as one of them wrote it', async () => {
      const { admin, open } = fixture()
      const { ref, name } = await make('id int PRIMARY KEY, name varchar(20)')
      await admin(`INSERT INTO ${name} (id) VALUES ${Array.from({ length: 200 }, (_, n) => `(${n})`).join(', ')}`)
      const source = open()
      const writers = Array.from({ length: 8 }, (_, writer) =>
        source.writeBack(
          ref,
          Array.from({ length: 25 }, (_, n) => ({ recordId: String(writer * 25 + n), fields: { name: `w${writer}` } })),
        ),
      )
      expect((await Promise.all(writers)).flat().filter(({ ok }) => !ok)).toEqual([])
      expect(namesOf(await allOf(source, ref))).toEqual(Array.from({ length: 200 }, (_, n) => `w${Math.floor(n / 25)}`))
    })
  })
}
