import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { rowsOf } from '#database/statement.ts'
import { exportInstallation } from './export-installation.ts'
import { importInstallation } from './import-installation.ts'
import { checkSeal } from './seal.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const large = `
insert into template_versions (template_id, version, design, created_at)
select 'tpl_1', n, jsonb_build_object('name', repeat(md5(n::text), 12500)), now() from generate_series(1, 12) n`
const small = `
insert into template_versions (template_id, version, design, created_at)
select 'tpl_1', n, jsonb_build_object('name', n), now() from generate_series(13, 900) n`
const versions = 'select version, md5(design::text) as design from template_versions order by version'

async function sizesIn(path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const { sizeBytes } = await checkSeal(path, () => {})
  for await (const entry of createReadStream(path, { end: sizeBytes - 1 }).pipe(extract())) {
    sizes.set(entry.header.name, entry.header.size ?? 0)
    entry.resume()
  }
  return sizes
}

test('exportInstallation() keeps large rows apart, so that an import adds them one by one', async () => {
  const [from, to] = [await openPrepared(), await openPrepared()]
  const path = join(folder, 'all.tar')
  try {
    const template = `insert into templates (id, name, latest_version, revision, created_at, updated_at)
      values ('tpl_1', 'Card', 1, 1, now(), now())`
    for (const text of [template, large, small]) await rowsOf(from.kysely, text, [])
    const ignore = { storage: createMemoryStorage(), onProgress() {} }
    await exportInstallation({ ...ignore, kysely: from.kysely, version: '1.0.0' }, path)
    const parts = [...(await sizesIn(path))].filter(([name]) => name.startsWith('tables/template_versions/'))
    expect(Math.max(...parts.map(([, size]) => size))).toBeLessThan(500_000)
    expect(parts.length).toBeLessThan(25)
    await importInstallation({ ...ignore, kysely: to.kysely, secretKeyId: null, onCheck() {} }, path)
    expect(await rowsOf(to.kysely, versions, [])).toEqual(await rowsOf(from.kysely, versions, []))
  } finally {
    await from.close()
    await to.close()
  }
})
