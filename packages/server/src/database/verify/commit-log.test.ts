import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCommitLog } from './commit-log.ts'

let directory = ''
const commits = () => join(directory, 'pg_xact/0000')
const control = () => join(directory, 'global/pg_control')

function writeControl(checkpoint: number): void {
  const bytes = Buffer.alloc(296)
  bytes.writeBigUInt64LE(BigInt(checkpoint), 32)
  writeFileSync(control(), bytes)
}

const flip = () => writeFileSync(commits(), readFileSync(commits()).fill(0xff, 100, 101))

/** As PostgreSQL does it: the commit log, then the control file. */
function checkpoint(log: ReturnType<typeof openCommitLog>, at: number): void {
  log.beforeWrite(`/pglite/data/pg_xact/0000`)
  writeFileSync(commits(), Buffer.alloc(8192, at))
  log.beforeWrite('/pglite/data/global/pg_control')
  writeControl(at)
  log.afterWrites()
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pictable-commits-'))
  for (const folder of ['global', 'pg_xact', 'pg_multixact/offsets', 'pg_multixact/members'])
    mkdirSync(join(directory, folder), { recursive: true })
  writeFileSync(commits(), Buffer.alloc(8192))
  writeControl(1)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const damages: [how: string, apply: () => void][] = [
  ['changed', flip],
  ['zeroed', () => writeFileSync(commits(), Buffer.alloc(8192))],
  ['cut off', () => truncateSync(commits(), 100)],
  ['missing', () => rmSync(commits())],
  ['without its folder', () => rmSync(join(directory, 'pg_multixact'), { recursive: true })],
]

describe('openCommitLog()', () => {
  test.each(damages)('names a commit log that is %s after a checkpoint', (_how, apply) => {
    checkpoint(openCommitLog(directory), 2)
    expect(openCommitLog(directory).verify()).toBeNull()
    apply()
    expect(openCommitLog(directory).verify()).toMatch(/pg_xact/)
  })

  test('says nothing of a cluster without a seal', () => {
    flip()
    expect(openCommitLog(directory).verify()).toBeNull()
  })

  test('says nothing after a crash between a write and its checkpoint', () => {
    const log = openCommitLog(directory)
    checkpoint(log, 2)
    log.beforeWrite('/pglite/data/pg_xact/0000')
    flip()
    expect(openCommitLog(directory).verify()).toBeNull()
    // A control file that names the same checkpoint says only that PostgreSQL has started.
    log.beforeWrite('/pglite/data/global/pg_control')
    log.afterWrites()
    expect(openCommitLog(directory).verify()).toBeNull()
  })

  test('says nothing when an earlier release has written a checkpoint of its own', () => {
    checkpoint(openCommitLog(directory), 2)
    flip()
    writeControl(3)
    expect(openCommitLog(directory).verify()).toBeNull()
  })

  test('waits for the next checkpoint when a page was written after the last one', () => {
    const log = openCommitLog(directory)
    log.beforeWrite('/pglite/data/global/pg_control')
    writeControl(2)
    log.beforeWrite('/pglite/data/pg_xact/0000')
    log.afterWrites()
    flip()
    expect(openCommitLog(directory).verify()).toBeNull()
    checkpoint(log, 3)
    flip()
    expect(openCommitLog(directory).verify()).toMatch(/pg_xact/)
  })

  test('says nothing of a seal that is cut off, and leaves a damaged control file to PostgreSQL', () => {
    checkpoint(openCommitLog(directory), 2)
    truncateSync(control(), 10)
    expect(openCommitLog(directory).verify()).toBeNull()
    truncateSync(join(directory, 'pictable.commits'), 10)
    writeControl(2)
    flip()
    expect(openCommitLog(directory).verify()).toBeNull()
  })
})
