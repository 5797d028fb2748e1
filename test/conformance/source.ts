import type { FieldKind } from '@pictable/model/field'
import { fieldFormat } from '@pictable/model/field-format'
import type { FieldValue, Page, Source, SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeFiles } from './source-files.ts'
import { describeRefusals } from './source-refusals.ts'
import { describeWriteChecks, type WriteCheckFixture } from './source-write-check.ts'

/** What a source has to hold for the suite: `count` records in a table, in order, named `Record 0`, `Record 1` … */
export interface SourceFixture {
  source: Source
  table: TableRef
  /** Of the primary field, of a number field (its values are 0, 1, …), and of an empty text field that may be written. */
  fieldIds: { name: string; number: string; note: string }
  /** Shows the records whose number is 10 or more; null for a source without views. */
  viewId: string | null
  count: number
  removeRecord(recordId: string): Promise<void>
  close?(): Promise<void>
  /** Where the table has a field of files. */
  files?: FilesFixture
  /** Where the product works fields out itself. */
  computedFieldId?: string
  /** A value that the number field cannot hold. */
  wrongNumber?: FieldValue
  /** How many requests were sent, and how many of them write records. */
  countRequests?(): number
  countWrites?(): number
  writeChecks?: WriteCheckFixture
  /** The same account, opened with credentials that are wrong. */
  wrongSource?: Source
  /** The next so many requests are told to slow down. */
  slowDown?(times: number): void
  /** Take away what an action may refer to. */
  remove?: Partial<Record<'field' | 'view' | 'table', () => Promise<void>>>
}

export interface FilesFixture {
  fieldId: string
  /** Puts a file into the cell of a record, as people do. */
  add(recordId: string, filename: string): Promise<void>
  /** An address from which the product can fetch a picture, and one from which it cannot. */
  url: string
  brokenUrl: string
}

/** Runs one test of the suite on a fixture of its own. */
export type RunOnFixture = (title: string, body: (fixture: SourceFixture) => Promise<void>) => void

export async function pagesOf({ source, table }: SourceFixture, options: { viewId?: string; cursor?: string } = {}) {
  const pages: Page[] = []
  for await (const page of source.pages(table, { viewId: options.viewId ?? null, cursor: options.cursor ?? null })) {
    pages.push(page)
  }
  return pages
}

export const recordsIn = (pages: readonly Page[]): SourceRecord[] => pages.flatMap(({ records }) => records)

const isListOf = (value: FieldValue, has: (item: object) => boolean) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item: unknown) => typeof item === 'object' && item !== null && has(item))

const isLabelled = (value: FieldValue) => isListOf(value, (item) => 'id' in item && 'label' in item)

/** A list under a scalar kind is one text; numbers beyond 2^53 are text too. */
const forms: Partial<Record<FieldKind, (value: FieldValue) => boolean>> = {
  number: (value) => typeof value === 'number' || typeof value === 'string',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value),
  date_time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  checkbox: (value) => typeof value === 'boolean' || typeof value === 'string',
  multi_select: (value) => Array.isArray(value) && value.every((item: unknown) => typeof item === 'string'),
  attachments: (value) => isListOf(value, (item) => 'url' in item && 'filename' in item),
  link: isLabelled,
  user: isLabelled,
  json: (value) => typeof value === 'object',
  unknown: () => true,
}

function fitsKind(kind: FieldKind, value: FieldValue): boolean {
  return value === null || (forms[kind]?.(value) ?? typeof value === 'string')
}

/** `describeSource()` proves that a source keeps what the port promises. `open` gives a fresh fixture of more than one page. */
export function describeSource(name: string, open: (count: number) => Promise<SourceFixture>): void {
  describe(`source ${name}`, () => {
    const run: RunOnFixture = (title, body) =>
      test(title, async () => {
        const fixture = await open(45)
        try {
          await body(fixture)
        } finally {
          await fixture.close?.()
        }
      })

    run('lists its base, table, view and fields', async ({ source, table, viewId, fieldIds }) => {
      await expect(source.check()).resolves.toMatchObject({ warnings: expect.any(Array) })
      expect((await source.listBases()).map(({ id }) => id)).toContain(table.baseId)
      expect((await source.listTables(table.baseId)).map(({ id }) => id)).toContain(table.tableId)
      const views = (await source.listViews(table)).map(({ id }) => id)
      if (viewId === null) expect([source.capabilities.views, ...views]).toEqual(['none'])
      else expect(views).toContain(viewId)
      const fields = await source.listFields(table)
      expect(fields.filter(({ primary }) => primary).map(({ id }) => id)).toEqual([fieldIds.name])
      expect(fields.find(({ id }) => id === fieldIds.number)?.kind).toBe('number')
    })

    run('lists every record once, in order, in pages no longer than it says', async (fixture) => {
      const pages = await pagesOf(fixture)
      const names = recordsIn(pages).map(({ fields }) => fields[fixture.fieldIds.name])
      expect(names).toEqual(Array.from({ length: fixture.count }, (_, n) => `Record ${n}`))
      expect(new Set(recordsIn(pages).map(({ id }) => id)).size).toBe(fixture.count)
      for (const { records } of pages) expect(records.length).toBeLessThanOrEqual(fixture.source.capabilities.page.max)
      expect(pages.at(-1)?.cursor).toBeNull()
    })

    run('counts as many as it lists, where it can count', async ({ source, table, viewId, count }) => {
      expect((await source.count?.(table, null)) ?? count).toBe(count)
      if (viewId !== null) expect((await source.count?.(table, viewId)) ?? count - 10).toBe(count - 10)
    })

    run('leaves out fields that nobody needs', async ({ source, table, fieldIds }) => {
      const options = { viewId: null, fieldIds: [fieldIds.number] }
      for await (const { records } of source.pages(table, options)) {
        for (const { fields } of records) expect(Object.keys(fields)).toEqual([fieldIds.number])
      }
    })

    run('reads of named records the fields that are needed', async (fixture) => {
      const { source, table, viewId, fieldIds } = fixture
      const ids = recordsIn(await pagesOf(fixture)).map(({ id }) => id)
      for (const view of viewId === null ? [{}] : [{}, { viewId }]) {
        const found = await source.getRecords(table, ids.slice(20, 23), { ...view, fieldIds: [fieldIds.number] })
        const byId = new Map(found.map(({ id, fields }) => [id, fields]))
        const fields = ids.slice(20, 23).map((id) => byId.get(id))
        expect(fields).toEqual([20, 21, 22].map((number) => ({ [fieldIds.number]: number })))
      }
    })

    run('gives every value in the form of its field', async (fixture) => {
      const fields = await fixture.source.listFields(fixture.table)
      for (const record of recordsIn(await pagesOf(fixture))) {
        for (const [id, value] of Object.entries(record.fields)) {
          const kind = fields.find((field) => field.id === id)?.kind
          expect({ kind, value, fits: kind !== undefined && fitsKind(kind, value) }).toMatchObject({ fits: true })
        }
      }
      const formats = fields.map(({ format }) => format ?? null)
      expect(z.array(fieldFormat.nullable()).safeParse(formats)).toMatchObject({ success: true })
    })

    run('shows only the records of the view', async (fixture) => {
      const { viewId } = fixture
      if (viewId === null) return
      const numbers = recordsIn(await pagesOf(fixture, { viewId })).map(({ fields }) => fields[fixture.fieldIds.number])
      expect(numbers).toEqual(Array.from({ length: fixture.count - 10 }, (_, n) => n + 10))
    })

    run('goes on behind every cursor it gave', async (fixture) => {
      if (fixture.source.capabilities.page.cursor === 'expiring') return
      const pages = await pagesOf(fixture)
      const ids = recordsIn(pages).map(({ id }) => id)
      let seen = 0
      for (const { records, cursor } of pages) {
        seen += records.length
        if (cursor === null) continue
        expect(recordsIn(await pagesOf(fixture, { cursor })).map(({ id }) => id)).toEqual(ids.slice(seen))
      }
    })

    run('stops listing when the signal says so', async ({ source, table }) => {
      const controller = new AbortController()
      controller.abort(new Error('enough'))
      const listing = source.pages(table, { viewId: null, signal: controller.signal })[Symbol.asyncIterator]()
      await expect(listing.next()).rejects.toThrow('enough')
    })

    run('gets records by id and leaves out unknown ones', async (fixture) => {
      const [first, second] = recordsIn(await pagesOf(fixture))
      const ids = [second?.id ?? '', 'no-such-record', first?.id ?? '']
      const found = await fixture.source.getRecords(fixture.table, ids)
      expect(found.map(({ id }) => id).sort()).toEqual([first?.id, second?.id].sort())
      expect(await fixture.source.getRecords(fixture.table, [])).toEqual([])
    })

    run('leaves out named records that the view does not show, where it says so', async (fixture) => {
      const { source, table, viewId, fieldIds } = fixture
      if (viewId === null || source.capabilities.getMany.inView !== true) return
      const ids = recordsIn(await pagesOf(fixture)).map(({ id }) => id)
      const shown = await source.getRecords(table, ids.slice(5, 15), { viewId })
      const numbers = shown.map(({ fields }) => fields[fieldIds.number])
      expect(numbers.sort()).toEqual([10, 11, 12, 13, 14])
    })

    run('writes fields and leaves the others, also when it is repeated', async (fixture) => {
      if (fixture.source.capabilities.write === null) return
      const { source, table, fieldIds } = fixture
      const [record] = recordsIn(await pagesOf(fixture))
      const recordId = record?.id ?? ''
      const patch = (value: FieldValue) => [{ recordId, fields: { [fieldIds.note]: value } }]
      for (const _ of [1, 2]) expect(await source.writeBack(table, patch('كوب ☕ "x"'))).toEqual([{ ok: true }])
      const [written] = await source.getRecords(table, [recordId])
      expect(written?.fields).toEqual({ ...record?.fields, [fieldIds.note]: 'كوب ☕ "x"' })
      expect(await source.writeBack(table, patch(null))).toEqual([{ ok: true }])
      const [emptied] = await source.getRecords(table, [recordId])
      expect(emptied?.fields[fieldIds.note] ?? null).toBeNull()
    })

    run('tells for each patch in order what became of it', async (fixture) => {
      if (fixture.source.capabilities.write === null) return
      const { source, table, fieldIds } = fixture
      const [first, gone, third] = recordsIn(await pagesOf(fixture)).map(({ id }) => id)
      await fixture.removeRecord(gone ?? '')
      const fields = { [fieldIds.note]: 'done' }
      const results = await source.writeBack(table, [
        { recordId: first ?? '', fields },
        { recordId: gone ?? '', fields },
        { recordId: third ?? '', fields: { 'no-such-field': 'x' } },
        { recordId: third ?? '', fields },
      ])
      expect(results.map(({ ok }) => ok)).toEqual([true, false, false, true])
      for (const result of results) if (!result.ok) expect(result.retryable).toBe(false)
    })

    run('says that a table or view is gone', async ({ source, table }) => {
      const nowhere = { ...table, tableId: 'no-such-table' }
      const listed = (ref: TableRef, viewId: string | null) =>
        source.pages(ref, { viewId })[Symbol.asyncIterator]().next()
      await expect(source.listFields(nowhere)).rejects.toMatchObject({ code: 'source_not_found' })
      await expect(listed(nowhere, null)).rejects.toMatchObject({ code: 'source_not_found' })
      await expect(listed(table, 'no-such-view')).rejects.toMatchObject({ code: 'source_not_found' })
      await expect(listed({ ...table, baseId: 'no-such-base' }, null)).rejects.toMatchObject({
        code: 'source_not_found',
      })
    })
    describeFiles(run)
    describeRefusals(run)
    describeWriteChecks(run)
  })
}
