import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '#test/chaos/postgres.ts'
import { needs } from '#test/needs.ts'
import { quickFlags } from '#test/quick-flags.ts'
import { freePort } from '#test/server-process.ts'

const postgresql = needs('postgresql')

test.skipIf(!postgresql.found)('a server ends when its database goes away while the sample is made', async () => {
  if (!postgresql.found) return
  await using closing = new AsyncDisposableStack()
  const { cluster, url } = await startPostgres(postgresql.path)
  const stopDatabase = Promise.withResolvers<void>()
  closing.defer(cluster.stop)
  const dataDir = mkdtempSync(join(tmpdir(), 'pictable-sample-'))
  closing.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [...quickFlags, 'packages/server/bin/pictable.js', 'serve'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PICTABLE_DATABASE_URL: url,
      PICTABLE_DATA_DIR: dataDir,
      PICTABLE_PORT: String(await freePort()),
      PICTABLE_PUBLIC_URL: 'http://127.0.0.1',
      PICTABLE_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  closing.defer(async () => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('Rendering the images')) stopDatabase.resolve()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await stopDatabase.promise
  await cluster.stop()
  expect(await ended).toBe(1)
  expect(said).toContain('pictable: The database cannot be reached')
})
