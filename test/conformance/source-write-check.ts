import type { CellCheck, PlannedCell, Source } from '@pictable/server/core/ports/source.ts'
import { expect } from 'vitest'
import { pagesOf, type RunOnFixture, recordsIn, type SourceFixture } from './source.ts'

export interface WriteCheckFixture {
  /** The same table, opened by an account that may only read it. */
  openReadOnly?: () => Promise<Source>
  /** A field of one choice out of `Open` and `Closed`. */
  choiceFieldId?: string
  /** A field of texts of at most 20 characters. */
  shortFieldId?: string
}

const url = `https://pictable.example.com/images/img_${'0'.repeat(26)}/${'f'.repeat(64)}.jpeg`

/** Part of the suite: what cannot be written is known before anything is. */
export function describeWriteChecks(run: RunOnFixture): void {
  const check = (title: string, body: (fixture: SourceFixture, checks: WriteCheckFixture) => Promise<void>) =>
    run(title, async (fixture) => {
      if (fixture.source.capabilities.write !== null) await body(fixture, fixture.writeChecks ?? {})
    })

  async function checkOf({ source, table }: SourceFixture, cell: PlannedCell, by = source): Promise<CellCheck> {
    const [found] = await by.checkWrite(table, [cell])
    if (found === undefined) throw new Error('no answer')
    return found
  }

  check('tells that fields can be written, in 3 requests, and changes nothing', async (fixture) => {
    const { source, table, fieldIds, countRequests } = fixture
    const before = recordsIn(await pagesOf(fixture))
    const requests = countRequests?.() ?? 0
    const values = [url, 'completed', '2025-11-20T20:34:00.000Z', null]
    const cells = values.map((value) => ({ fieldId: fieldIds.note, value }))
    expect(await source.checkWrite(table, cells)).toEqual(values.map(() => ({ result: 'passed' })))
    if (countRequests) expect(countRequests() - requests).toBeLessThanOrEqual(3)
    expect(recordsIn(await pagesOf(fixture))).toEqual(before)
  })

  check('takes the requests that it says, after the fields were listed', async ({ source, table, ...fixture }) => {
    const { countRequests, fieldIds } = fixture
    if (countRequests === undefined) return
    await source.listFields(table)
    const before = countRequests()
    await source.checkWrite(table, [{ fieldId: fieldIds.note, value: url }])
    expect(countRequests() - before).toBe(source.capabilities.write?.checkCalls)
  })

  check('says of each cell, in order, why it cannot be written', async (fixture) => {
    const { source, table, fieldIds, computedFieldId, wrongNumber } = fixture
    const bad = [
      ...(computedFieldId === undefined ? [] : [{ fieldId: computedFieldId, value: url }]),
      ...(wrongNumber === undefined ? [] : [{ fieldId: fieldIds.number, value: wrongNumber }]),
      { fieldId: 'no-such-field', value: url },
    ]
    const good = { fieldId: fieldIds.note, value: url }
    const found = await source.checkWrite(table, [good, ...bad, good])
    expect(found.map(({ result }) => result)).toEqual(['passed', ...bad.map(() => 'failed'), 'passed'])
    const fields = await source.listFields(table)
    for (const [index, { fieldId }] of bad.entries()) {
      const name = fields.find(({ id }) => id === fieldId)?.name ?? fieldId
      expect(found[index + 1]).toMatchObject({ message: expect.stringContaining(name) })
    }
  })

  check('knows the options of a choice', async (fixture, { choiceFieldId: fieldId }) => {
    if (fieldId === undefined) return
    expect(await checkOf(fixture, { fieldId, value: 'Open' })).toEqual({ result: 'passed' })
    const message = expect.stringMatching(/"?completed"?.*Add/s)
    expect(await checkOf(fixture, { fieldId, value: 'completed' })).toEqual({ result: 'failed', message })
  })

  check('knows the length of a text', async (fixture, { shortFieldId: fieldId }) => {
    if (fieldId === undefined) return
    expect(await checkOf(fixture, { fieldId, value: 'completed' })).toEqual({ result: 'passed' })
    const message = expect.stringMatching(new RegExp(`20 characters.* ${url.length}\\b.*[Ww]iden`, 's'))
    expect(await checkOf(fixture, { fieldId, value: url })).toEqual({ result: 'failed', message })
  })

  check('knows that an account may only read', async (fixture, { openReadOnly }) => {
    if (openReadOnly === undefined) return
    const found = await checkOf(fixture, { fieldId: fixture.fieldIds.note, value: url }, await openReadOnly())
    expect(found).toEqual({ result: 'failed', message: expect.stringMatching(/GRANT|editor|permission/) })
  })

  check('says that a table is gone', async ({ source, table, fieldIds }) => {
    const checking = source.checkWrite({ ...table, tableId: 'no-such-table' }, [{ fieldId: fieldIds.note, value: url }])
    await expect(checking).rejects.toMatchObject({ code: 'source_not_found' })
  })

  run('refuses every cell of a table that is never written', async ({ source, table, fieldIds }) => {
    if (source.capabilities.write !== null) return
    const message = expect.stringContaining('read-only')
    const cells = [{ fieldId: fieldIds.note, value: url }]
    expect(await source.checkWrite(table, cells)).toEqual([{ result: 'failed', message }])
  })
}
