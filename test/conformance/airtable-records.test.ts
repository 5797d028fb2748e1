import type { Page } from '@pictable/server/core/ports/source.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AirtableKit, startAirtableKit } from './airtable-kit.ts'

let kit: AirtableKit
beforeAll(async () => {
  kit = await startAirtableKit()
})
afterAll(() => kit.close())

/** Products that link to their kinds. */
function shop(count: number) {
  const { control } = kit
  const base = control.createBase('Shop')
  const kinds = control.createTable(base, { name: 'Kinds', fields: [{ name: 'Title', type: 'singleLineText' }] })
  const [pots, pans] = control.addRecords(kinds, [{ Title: 'Pots' }, { Title: 'Pans' }])
  const table = control.createTable(base, {
    name: 'Products',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Kinds', type: 'multipleRecordLinks', options: { linkedTableId: kinds.id } },
      { name: 'Note', type: 'singleLineText' },
      { name: 'Status', type: 'singleSelect', options: { choices: ['completed'] } },
      { name: 'Photo', type: 'multipleAttachments' },
    ],
  })
  const make = (n: number) => ({ Name: `Product ${n}`, Kinds: n % 2 === 0 ? [pots?.id, pans?.id] : [] })
  const records = control.addRecords(table, { count, make })
  const idOf = (name: string) => control.field(table, name).id
  const source = kit.open(control.createToken({ bases: [base] }))
  const ref = { baseId: base.id, tableId: table.id }
  const calls = () => control.requests().filter(({ path }) => path.includes(base.id) || path.includes(table.id)).length
  return { base, table, records, idOf, source, ref, calls, pots, pans }
}

type Shop = ReturnType<typeof shop>

/** Reads all pages; `between` happens after each. */
async function readAll({ source, ref }: Shop, fieldIds: string[], between: (page: number) => void = () => {}) {
  const pages: Page[] = []
  for await (const page of source.pages(ref, { viewId: null, fieldIds })) {
    pages.push(page)
    between(pages.length)
  }
  return pages.flatMap(({ records }) => records)
}

describe('pages()', () => {
  test('takes one call for 100 records, and one for the schema', async () => {
    const made = shop(250)
    expect(await readAll(made, [made.idOf('Name')])).toHaveLength(250)
    expect(made.calls()).toBe(4)
  })

  test('names linked records by one call for 100 of a table, and asks for each only once', async () => {
    const made = shop(250)
    const records = await readAll(made, [made.idOf('Kinds')])
    const links = [
      { id: made.pots?.id, label: 'Pots' },
      { id: made.pans?.id, label: 'Pans' },
    ]
    expect(records[0]?.fields).toEqual({ [made.idOf('Kinds')]: links })
    expect(records[248]?.fields).toEqual({ [made.idOf('Kinds')]: links })
    expect(records[1]?.fields).toEqual({})
    expect(made.calls()).toBe(5)
  })

  test('reads on when Airtable has forgotten the listing, giving no record twice', async () => {
    const made = shop(350)
    const records = await readAll(made, [made.idOf('Name')], (page) => {
      if (page === 2) kit.control.expireIterators()
    })
    expect(records.map(({ id }) => id)).toEqual(made.records.map(({ id }) => id))
  })

  test('gives up on a table whose listings are always forgotten', async () => {
    const made = shop(150)
    const always = readAll(made, [made.idOf('Name')], () => kit.control.expireIterators())
    await expect(always).rejects.toMatchObject({ code: 'source_cursor_expired' })
  })

  test('repeats a page that died, not the listing', async () => {
    const made = shop(250)
    const isSecond = ({ kind, body }: { kind: string; body: unknown }) =>
      kind === 'list' && JSON.stringify(body).includes('offset')
    kit.control.fail({ answer: 'html', match: isSecond })
    expect(await readAll(made, [made.idOf('Name')])).toHaveLength(250)
    expect(made.calls()).toBe(5)
  })

  test('says which field is gone when one is deleted while it reads', async () => {
    const made = shop(250)
    const reading = readAll(made, [made.idOf('Name'), made.idOf('Note')], (page) => {
      if (page === 1) kit.control.deleteField(made.table, kit.control.field(made.table, 'Note'))
    })
    await expect(reading).rejects.toMatchObject({
      code: 'source_not_found',
      message: expect.stringMatching(/field fld\w+ is no longer in the table "Products".*There are: "Name"/),
    })
  })

  test('knows a renamed field by its id', async () => {
    const made = shop(3)
    kit.control.renameField(made.table, kit.control.field(made.table, 'Name'), 'Title')
    const [first] = await readAll(made, [made.idOf('Title')])
    expect(first?.fields).toEqual({ [made.idOf('Title')]: 'Product 0' })
  })
})

describe('getRecords()', () => {
  test('takes one call for 100, and lets no formula in', async () => {
    const made = shop(150)
    const before = made.calls()
    const ids = [...made.records.map(({ id }) => id), "rec'),TRUE(),('", 'x', made.records[0]?.id ?? '']
    expect(await made.source.getRecords(made.ref, ids)).toHaveLength(150)
    // the schema, two times 100, and the names of linked records
    expect(made.calls() - before).toBe(4)
  })
})

describe('getRecords() of pages that Airtable ends early', () => {
  const listing = ({ kind, body }: { kind: string; body: unknown }) =>
    kind === 'list' && JSON.stringify(body).includes('RECORD_ID()')
  const early = (records: readonly { id: string }[]) => ({
    status: 200,
    body: {
      records: records.map(({ id }) => ({ id, createdTime: '2026-11-21T00:00:00.000Z', fields: {} })),
      offset: 'itr00000000000000/rec00000000000000',
    },
  })

  test('goes on behind the offset', async () => {
    const made = shop(3)
    const [first, second, third] = made.records
    if (!first || !second || !third) throw new Error('no records')
    const { offset: _, ...last } = early([third]).body
    const answers = [early([first]), early([]), early([second]), { status: 200, body: last }]
    for (const answer of answers) kit.control.fail({ answer, match: listing })
    const ids = made.records.map(({ id }) => id)
    const found = await made.source.getRecords(made.ref, ids, { fieldIds: [made.idOf('Name')] })
    expect(found.map(({ id }) => id)).toEqual(ids)
  })

  test('fails where the offset leads nowhere', async () => {
    const made = shop(2)
    kit.control.fail({ answer: early(made.records.slice(0, 1)), match: listing })
    const ids = made.records.map(({ id }) => id)
    const reading = made.source.getRecords(made.ref, ids, { fieldIds: [made.idOf('Name')] })
    await expect(reading).rejects.toMatchObject({ code: 'source_cursor_expired' })
  })
})

describe('writeBack()', () => {
  test('takes one call for ten records', async () => {
    const made = shop(25)
    const patches = made.records.map(({ id }) => ({
      recordId: id,
      fields: { [made.idOf('Note')]: 'https://x.example' },
    }))
    const before = made.calls()
    expect(await made.source.writeBack(made.ref, patches)).toEqual(patches.map(() => ({ ok: true })))
    expect(made.calls() - before).toBe(3)
  })

  test('leaves out a record that was deleted, by one more call', async () => {
    const made = shop(10)
    const [, , third] = made.records
    if (third) kit.control.deleteRecord(made.table, third)
    const patches = made.records.map(({ id }) => ({ recordId: id, fields: { [made.idOf('Note')]: 'x' } }))
    const before = made.calls()
    const results = await made.source.writeBack(made.ref, patches)
    expect(results.filter(({ ok }) => !ok)).toEqual([
      {
        ok: false,
        code: 'source_not_found',
        message: 'The record was deleted from the table during the run.',
        retryable: false,
      },
    ])
    expect(made.calls() - before).toBe(2)
  })

  test('says that a select has no such option', async () => {
    const made = shop(2)
    const patches = made.records.map(({ id }, n) => ({
      recordId: id,
      fields: { [made.idOf('Status')]: n === 0 ? 'completed' : 'failed' },
    }))
    const results = await made.source.writeBack(made.ref, patches)
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, code: 'source_invalid', message: expect.stringMatching(/no such option.*failed/) },
    ])
  })

  test('puts many files in by their addresses with two calls for ten records, four when others are replaced', async () => {
    const made = shop(10)
    const photo = made.idOf('Photo')
    const patches = (name: string) =>
      made.records.map(({ id }) => ({
        recordId: id,
        fields: { [photo]: [{ url: `${kit.picturesUrl}/${name}`, filename: name }] },
      }))
    for (const [name, calls] of [
      ['one.png', 2],
      ['two.png', 4],
    ] as const) {
      const before = made.calls()
      expect(await made.source.writeBack(made.ref, patches(name))).toEqual(made.records.map(() => ({ ok: true })))
      await kit.control.settled()
      expect(made.calls() - before).toBe(calls)
    }
    const records = await made.source.getRecords(made.ref, [made.records[9]?.id ?? ''])
    expect(records[0]?.fields[photo]).toMatchObject([{ filename: 'two.png', contentType: 'image/png', sizeBytes: 9 }])
  })

  test('waits for Airtable to fetch a file before it takes the former one away', async () => {
    const made = shop(1)
    const { control, picturesUrl } = kit
    const photo = made.idOf('Photo')
    const [record] = made.records
    record?.cells.set(photo, [
      control.addFile({ filename: 'old.png', type: 'image/png', bytes: Buffer.from('an old picture') }),
    ])
    control.set({ attachmentFetch: 'manual' })
    const url = `${picturesUrl}/new.png`
    const patch = { recordId: record?.id ?? '', fields: { [photo]: [{ url, filename: 'new.png' }] } }
    const writing = made.source.writeBack(made.ref, [patch])
    await expect.poll(() => record?.cells.get(photo)).toHaveLength(2)
    await control.fetchAttachments()
    control.set({ attachmentFetch: 'at-once' })
    expect(await writing).toEqual([{ ok: true }])
    expect(record?.cells.get(photo)).toHaveLength(1)
  })
})

describe('upload()', () => {
  test('takes one call, and one more when it replaces others', async () => {
    const made = shop(1)
    const [record] = made.records
    const upload = (filename: string) => ({
      recordId: record?.id ?? '',
      fieldId: made.idOf('Photo'),
      filename,
      contentType: 'image/png',
      bytes: new Uint8Array([1, 2, 3]),
      mode: 'replace' as const,
    })
    for (const [filename, calls] of [
      ['one.png', 1],
      ['two.png', 2],
    ] as const) {
      const before = kit.control.requests().length
      expect(await made.source.upload?.(made.ref, upload(filename))).toEqual({ ok: true })
      expect(kit.control.requests().length - before).toBe(calls)
    }
  })

  test('whose answer is lost is repeated without a second file', async () => {
    const made = shop(1)
    const [record] = made.records
    const upload = {
      recordId: record?.id ?? '',
      fieldId: made.idOf('Photo'),
      filename: 'one.png',
      contentType: 'image/png',
      bytes: new Uint8Array([1, 2, 3]),
      mode: 'append' as const,
    }
    kit.control.fail({ answer: 'reset', moment: 'after', match: ({ kind }) => kind === 'upload' })
    await expect(made.source.upload?.(made.ref, upload)).rejects.toMatchObject({ code: 'source_unavailable' })
    expect(await made.source.upload?.(made.ref, upload)).toEqual({ ok: true })
    expect(record?.cells.get(made.idOf('Photo'))).toHaveLength(1)
  })

  test('says when the record or the field is gone', async () => {
    const made = shop(2)
    const upload = (recordId: string, fieldId: string) =>
      made.source.upload?.(made.ref, {
        recordId,
        fieldId,
        filename: 'one.png',
        contentType: 'image/png',
        bytes: new Uint8Array([1]),
        mode: 'append',
      })
    expect(await upload('recAAAAAAAAAAAAAA', made.idOf('Photo'))).toMatchObject({ ok: false, code: 'source_not_found' })
    await expect(upload(made.records[0]?.id ?? '', 'fldAAAAAAAAAAAAAA')).rejects.toMatchObject({
      code: 'source_not_found',
      message: expect.stringMatching(/fldAAAAAAAAAAAAAA is no longer in the table "Products"/),
    })
  })
})
