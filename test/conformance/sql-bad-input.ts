import type { SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import { describe, expect, test } from 'vitest'
import type { SqlFixture } from '#test/conformance/sql-source.ts'
import { startTcpProxy } from '#test/fakes/tcp-proxy.ts'

const COUNT = 250

/** Part of the suite of SQL sources: what goes wrong is named, and nothing is lost or given twice. */
export function describeSqlBadInput(fixture: () => SqlFixture): void {
  let tables = 0

  async function openTable(): Promise<{ ref: TableRef; name: string }> {
    const { admin, quote, baseId } = fixture()
    const tableId = `bad ${tables++}`
    const name = quote(tableId)
    await admin(`CREATE TABLE ${name} (id int PRIMARY KEY, note varchar(20))`)
    const rows = Array.from({ length: COUNT }, (_, n) => `(${n}, 'Note ${n}')`)
    await admin(`INSERT INTO ${name} VALUES ${rows.join(', ')}`)
    return { ref: { baseId, tableId }, name }
  }

  const all = Array.from({ length: COUNT }, (_, n) => String(n))

  /** Reads to the end; `between` happens behind the first page. */
  async function list(
    source: ReturnType<SqlFixture['open']>,
    ref: TableRef,
    { cursor = null, between = async () => {} }: { cursor?: string | null; between?: () => Promise<unknown> } = {},
  ) {
    const read: SourceRecord[] = []
    let next: string | null = cursor
    try {
      for await (const page of source.pages(ref, { viewId: null, cursor })) {
        if (read.push(...page.records) === page.records.length) await between()
        next = page.cursor
      }
      return { ids: read.map(({ id }) => id), next, error: null }
    } catch (error) {
      return { ids: read.map(({ id }) => id), next, error }
    }
  }

  describe('bad input', () => {
    test('rights that are revoked midway end the listing with the fix, and it goes on where it was', async () => {
      const { admin, openReadOnly, viewer } = fixture()
      if (openReadOnly === undefined || viewer === undefined) return
      const { ref, name } = await openTable()
      const source = await openReadOnly(name)
      const first = await list(source, ref, {
        between: () => Promise.resolve(admin(`REVOKE SELECT ON ${name} FROM ${viewer}`)),
      })
      const message = expect.stringMatching(/GRANT it SELECT|GRANT the user SELECT/)
      expect(first.error).toMatchObject({ code: expect.stringMatching(/^source_(forbidden|not_found)$/), message })
      await admin(`GRANT SELECT ON ${name} TO ${viewer}`)
      const rest = await list(await openReadOnly(name), ref, { cursor: first.next })
      expect([...first.ids, ...rest.ids]).toEqual(all)
    })

    test('a statement that is never answered ends after its time, and the listing goes on from its cursor', async () => {
      const { port, openVia } = fixture()
      if (port === undefined || openVia === undefined) return
      const { ref } = await openTable()
      const proxy = await startTcpProxy(`http://127.0.0.1:${port}`)
      const source = openVia(Number(new URL(proxy.url).port))
      const first = await list(source, ref, { between: () => proxy.set('silent') })
      const message = expect.stringMatching(/did not respond.*[Cc]heck/)
      expect(first.error).toMatchObject({ code: 'source_unavailable', message })
      await proxy.set('none')
      const rest = await list(source, ref, { cursor: first.next })
      expect([...first.ids, ...rest.ids]).toEqual(all)
      await proxy.close()
    })

    test('a row that comes again behind the last of a page is named: none is left out', async () => {
      const { admin, open, quote, baseId } = fixture()
      const { name } = await openTable()
      const view = `twins ${tables++}`
      // The first page has 100 rows.
      await admin(
        `CREATE VIEW ${quote(view)} AS SELECT id, note FROM ${name} UNION ALL SELECT 99 AS id, 'again' AS note`,
      )
      const { error } = await list(open(), { baseId, tableId: view })
      const message = expect.stringMatching(/Two rows of "twins \d+" have the same id \(99\)\. Make it unique/)
      expect(error).toMatchObject({ code: 'source_invalid', message })
      await admin(`DROP VIEW ${quote(view)}`)
    })
  })
}
