import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { StartError } from '#core/start-error.ts'
import { startIn } from '#database/data-directory.ts'
import { fillCluster } from './first-cluster.ts'
import { packCluster } from './pack-cluster.ts'

const work = mkdtempSync(join(tmpdir(), 'pictable-first-cluster-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

async function archiveOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const packed = pack()
  packed.entry({ name: 'base', type: 'directory' })
  for (const [path, text] of Object.entries(files)) packed.entry({ name: path }, text)
  packed.finalize()
  const archive = join(work, name)
  writeFileSync(archive, zstdCompressSync(await buffer(packed)))
  return archive
}

function newFolder(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  return folder
}

test('fillCluster() unpacks files and folders, also empty ones', async () => {
  const archive = await archiveOf('whole', { PG_VERSION: '18\n', 'base/1': 'x'.repeat(100_000) })
  const folder = newFolder('filled')
  await fillCluster(folder, archive)
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n')
  expect(readFileSync(join(folder, 'base', '1'), 'utf8')).toHaveLength(100_000)
})

test('packCluster() packs what fillCluster() unpacks, each time the same bytes', async () => {
  const cluster = newFolder('cluster')
  mkdirSync(join(cluster, 'pg_notify'))
  mkdirSync(join(cluster, 'base'))
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  writeFileSync(join(cluster, 'base', '1'), randomBytes(10_000))
  const [one, other] = [join(work, 'one.zst'), join(work, 'other.zst')]
  await packCluster(cluster, one)
  await packCluster(cluster, other)
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true)
  const copy = newFolder('copy')
  await fillCluster(copy, one)
  expect(readdirSync(copy, { recursive: true }).sort()).toEqual(readdirSync(cluster, { recursive: true }).sort())
  expect(readFileSync(join(copy, 'base', '1')).equals(readFileSync(join(cluster, 'base', '1')))).toBe(true)
})

test('fillCluster() leaves a folder empty where nothing is prepared, as in a clone', async () => {
  const folder = newFolder('clone')
  await fillCluster(folder, join(work, 'missing'))
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(false)
})

test('fillCluster() names an archive that is cut off, or is none of a cluster', async () => {
  const cut = await archiveOf('cut', { PG_VERSION: '18\n', 'base/1': randomBytes(50_000).toString('hex') })
  truncateSync(cut, 20_000)
  const other = await archiveOf('other', { README: 'no cluster' })
  for (const archive of [cut, other]) {
    const filling = fillCluster(newFolder(`from-${archive.slice(-5).replace('/', '')}`), archive)
    await expect(filling).rejects.toThrow(StartError)
    await expect(filling).rejects.toThrow(archive)
  }
})

test('startIn() starts over with a first start that ended while the cluster was unpacked', async () => {
  const directory = newFolder('data')
  mkdirSync(join(directory, 'database.unfinished'))
  mkdirSync(join(directory, 'database', 'base'), { recursive: true })
  writeFileSync(join(directory, 'database', 'base', 'half'), 'half a file')
  const archive = await archiveOf('again', { PG_VERSION: '18\n' })
  const start = (path: string) => fillCluster(path, archive)
  await startIn(directory, start)
  expect(existsSync(join(directory, 'database', 'base', 'half'))).toBe(false)
  expect(existsSync(join(directory, 'database.unfinished'))).toBe(false)
  // From then on it is a cluster, which is not filled again.
  writeFileSync(join(directory, 'database', 'PG_VERSION'), 'kept')
  await startIn(directory, async () => {})
  expect(readFileSync(join(directory, 'database', 'PG_VERSION'), 'utf8')).toBe('kept')
})
