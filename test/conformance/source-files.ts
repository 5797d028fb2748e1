import type { FieldValue } from '@pictable/server/core/ports/source.ts'
import { expect } from 'vitest'
import { type FilesFixture, pagesOf, type RunOnFixture, recordsIn, type SourceFixture } from './source.ts'

const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

/** Part of the suite: how files get into a field, and that none is lost. */
export function describeFiles(run: RunOnFixture): void {
  const withFiles = (
    title: string,
    way: 'bytes' | 'byUrl',
    body: (fixture: SourceFixture, files: FilesFixture, recordId: string) => Promise<void>,
  ) =>
    run(title, async (fixture) => {
      const { files, source } = fixture
      const can = source.capabilities.attachment
      if (files === undefined || can === null || (way === 'bytes' ? can.maxBytes === null : !can.byUrl)) return
      const [record] = recordsIn(await pagesOf(fixture))
      await files.add(record?.id ?? '', 'old.png')
      await body(fixture, files, record?.id ?? '')
    })

  const namesIn = async ({ source, table }: SourceFixture, { fieldId }: FilesFixture, recordId: string) => {
    const [record] = await source.getRecords(table, [recordId])
    const value: FieldValue = record?.fields[fieldId] ?? null
    return Array.isArray(value)
      ? value.map((item) => (typeof item === 'object' && 'filename' in item ? item.filename : ''))
      : []
  }

  for (const mode of ['append', 'replace'] as const) {
    const expected = mode === 'append' ? ['old.png', 'new.png'] : ['new.png']

    withFiles(`uploads bytes to ${mode}, once also when it is repeated`, 'bytes', async (fixture, files, recordId) => {
      const upload = {
        recordId,
        fieldId: files.fieldId,
        filename: 'new.png',
        contentType: 'image/png',
        bytes: picture,
        mode,
      }
      for (const _ of [1, 2]) {
        expect(await fixture.source.upload?.(fixture.table, upload)).toEqual({ ok: true })
        expect(await namesIn(fixture, files, recordId)).toEqual(expected)
      }
    })

    withFiles(`takes addresses of files to ${mode}, once also when it is repeated`, 'byUrl', async (...given) => {
      const [{ source, table }, { fieldId, url }, recordId] = given
      const fields = { [fieldId]: [{ url, filename: 'new.png' }] }
      const patch = { recordId, fields, ...(mode === 'append' && { append: [fieldId] }) }
      for (const _ of [1, 2]) {
        expect(await source.writeBack(table, [patch])).toEqual([{ ok: true }])
        expect(await namesIn(...given)).toEqual(expected)
      }
    })

    withFiles(`keeps the present files when a new one cannot be had, to ${mode}`, 'byUrl', async (...given) => {
      const [{ source, table }, { fieldId, brokenUrl }, recordId] = given
      const fields = { [fieldId]: [{ url: brokenUrl, filename: 'new.png' }] }
      const results = await source.writeBack(table, [
        { recordId, fields, ...(mode === 'append' && { append: [fieldId] }) },
      ])
      if (mode === 'replace') expect(results).toMatchObject([{ ok: false }])
      expect(await namesIn(...given)).toContain('old.png')
    })
  }

  withFiles('refuses bytes that are too many, and keeps the present files', 'bytes', async (...given) => {
    const [{ source, table }, { fieldId }, recordId] = given
    const bytes = new Uint8Array((source.capabilities.attachment?.maxBytes ?? 0) + 1)
    const upload = { recordId, fieldId, filename: 'big.png', contentType: 'image/png', bytes, mode: 'replace' as const }
    expect(await source.upload?.(table, upload)).toMatchObject({ ok: false, retryable: false })
    expect(await namesIn(...given)).toEqual(['old.png'])
  })

  withFiles('empties a cell of files', 'byUrl', async (...given) => {
    const [{ source, table }, { fieldId }, recordId] = given
    expect(await source.writeBack(table, [{ recordId, fields: { [fieldId]: null } }])).toEqual([{ ok: true }])
    expect(await namesIn(...given)).toEqual([])
  })
}
