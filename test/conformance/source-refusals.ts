import type { Patch } from '@pictable/server/core/ports/source.ts'
import { expect } from 'vitest'
import { pagesOf, type RunOnFixture, recordsIn } from './source.ts'

/** Part of the suite: what a product refuses is told in words, and costs nothing else. */
export function describeRefusals(run: RunOnFixture): void {
  run('writes all of a large batch but the one patch that is wrong, without many requests', async (fixture) => {
    const { source, table, fieldIds, wrongNumber, countWrites } = fixture
    if (wrongNumber === undefined) return
    const ids = recordsIn(await pagesOf(fixture)).map(({ id }) => id)
    const bad = 21
    const patches = ids.map(
      (recordId, index): Patch => ({
        recordId,
        fields: { [fieldIds.note]: 'done', ...(index === bad && { [fieldIds.number]: wrongNumber }) },
      }),
    )
    const before = countWrites?.() ?? 0
    const results = await source.writeBack(table, patches)
    expect(results.map(({ ok }) => ok)).toEqual(ids.map((_, index) => index !== bad))
    const written = await source.getRecords(table, ids)
    const notes = new Map(written.map(({ id, fields }) => [id, fields[fieldIds.note] ?? null]))
    expect(ids.map((id) => notes.get(id))).toEqual(ids.map((_, index) => (index === bad ? null : 'done')))
    if (countWrites === undefined) return
    const batchMax = source.capabilities.write?.batchMax ?? 1
    const search = 2 * Math.ceil(Math.log2(batchMax)) + 1
    expect(countWrites() - before).toBeLessThanOrEqual(Math.ceil(ids.length / batchMax) + search)
  })

  run('refuses to write into a field that the product works out, in words', async (fixture) => {
    const { source, table, computedFieldId } = fixture
    if (computedFieldId === undefined) return
    const fields = await source.listFields(table)
    const field = fields.find(({ id }) => id === computedFieldId)
    expect(field?.computed).toBe(true)
    const [record] = recordsIn(await pagesOf(fixture))
    const [result] = await source.writeBack(table, [{ recordId: record?.id ?? '', fields: { [computedFieldId]: 'x' } }])
    expect(result).toMatchObject({ ok: false, retryable: false })
    expect(JSON.stringify(result)).toContain(field?.name)
  })

  run('says so when the credentials are wrong', async ({ wrongSource, table }) => {
    if (wrongSource === undefined) return
    const refused = { code: 'source_auth' }
    await expect(wrongSource.check()).rejects.toMatchObject(refused)
    await expect(wrongSource.listFields(table)).rejects.toMatchObject(refused)
    await expect(wrongSource.pages(table, { viewId: null })[Symbol.asyncIterator]().next()).rejects.toMatchObject(
      refused,
    )
    await expect(
      wrongSource.writeBack(table, [{ recordId: 'rec00000000000000', fields: { x: 'y' } }]),
    ).rejects.toMatchObject(refused)
  })

  run('waits when it is told to slow down, and gets everything done', async (fixture) => {
    const { source, table, fieldIds, slowDown } = fixture
    if (slowDown === undefined) return
    slowDown(3)
    const records = recordsIn(await pagesOf(fixture))
    expect(records).toHaveLength(fixture.count)
    slowDown(3)
    const patches = records.map(({ id }) => ({ recordId: id, fields: { [fieldIds.note]: 'done' } }))
    expect(await source.writeBack(table, patches)).toEqual(patches.map(() => ({ ok: true })))
  })

  const listNext = (fixture: Parameters<Parameters<RunOnFixture>[1]>[0], viewId: string | null) =>
    fixture.source
      .pages(fixture.table, { viewId, fieldIds: [fixture.fieldIds.name, fixture.fieldIds.note] })
      [Symbol.asyncIterator]()
      .next()

  run('says that a field is gone, reading and writing', async (fixture) => {
    const { source, table, fieldIds, remove } = fixture
    if (remove?.field === undefined) return
    const [record] = recordsIn(await pagesOf(fixture))
    await remove.field()
    await expect(listNext(fixture, null)).rejects.toMatchObject({ code: 'source_not_found' })
    const patch = { recordId: record?.id ?? '', fields: { [fieldIds.note]: 'x' } }
    await expect(source.writeBack(table, [patch])).rejects.toMatchObject({ code: 'source_not_found' })
  })

  run('says that a view is gone while it is used', async (fixture) => {
    const { viewId, remove } = fixture
    if (remove?.view === undefined) return
    await listNext(fixture, viewId)
    await remove.view()
    await expect(listNext(fixture, viewId)).rejects.toMatchObject({ code: 'source_not_found' })
  })

  run('says that a table is gone while it is used', async (fixture) => {
    const { source, table, fieldIds, remove } = fixture
    if (remove?.table === undefined) return
    const [record] = recordsIn(await pagesOf(fixture))
    await remove.table()
    await expect(listNext(fixture, null)).rejects.toMatchObject({ code: 'source_not_found' })
    const patch = { recordId: record?.id ?? '', fields: { [fieldIds.note]: 'x' } }
    await expect(source.writeBack(table, [patch])).rejects.toMatchObject({ code: 'source_not_found' })
  })
}
