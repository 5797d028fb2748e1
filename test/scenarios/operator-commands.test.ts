import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { migrations } from '@pictable/server/database/migrations/index.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { needs } from '#test/needs.ts'
import { pictable } from '#test/pictable-command.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { pictableProgram } from '#test/programs.ts'
import { quickFlags } from '#test/quick-flags.ts'
import { freePort } from '#test/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = {
  PICTABLE_DATA_DIR: join(folder, 'data'),
  PICTABLE_LOG_LEVEL: 'silent',
  PICTABLE_SECRET_KEY: 'the secret key of the tests alone',
}
const postgresql = needs('postgresql')
const findings = z.array(z.object({ name: z.string(), state: z.enum(['ok', 'warning', 'failed']), detail: z.string() }))

test('pictable config shows every value and its origin, and hides secrets', async () => {
  const file = join(folder, 'key')
  writeFileSync(file, 'an-admin-key-from-a-file\n')
  const { code, said } = await pictable(['config', '--json'], { ...settings, PICTABLE_ADMIN_KEY_FILE: file })
  expect(code).toBe(0)
  expect(JSON.parse(said)).toEqual(
    expect.arrayContaining([
      { name: 'PICTABLE_PORT', value: 4400, origin: 'default' },
      { name: 'PICTABLE_LOG_LEVEL', value: 'silent', origin: 'environment' },
      { name: 'PICTABLE_SECRET_KEY', value: '***', origin: 'environment' },
      { name: 'PICTABLE_ADMIN_KEY', value: '***', origin: `file ${file}` },
    ]),
  )
})

test('who closes the pipe early sees no stack', async () => {
  const child = spawn(process.execPath, [...quickFlags, pictableProgram(), 'doctor'], {
    env: { PATH: process.env.PATH, PICTABLE_PROT: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ code, said }).toEqual({ code: 141, said: '' })
})

describe.skipIf(!postgresql.found)('on PostgreSQL', () => {
  test('pictable migrate may be started many times at once, and pictable doctor finds what is wrong', async () => {
    if (!postgresql.found) return
    const cluster = await startPostgresCluster(postgresql.path)
    try {
      const url = await cluster.createDatabase()
      const ours = { ...settings, PICTABLE_DATABASE_URL: url, PICTABLE_PORT: String(await freePort()) }
      const names = Object.keys(migrations)
      const dry = await pictable(['migrate', '--dry-run'], ours)
      expect(dry.said).toContain(names.join('\n  '))
      const all = await Promise.all(Array.from({ length: 6 }, () => pictable(['migrate'], ours)))
      expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
      expect(all.filter(({ said }) => said.includes('Done:'))).toHaveLength(1)
      expect(all.filter(({ said }) => said.includes('The database is up to date.'))).toHaveLength(5)

      expect(await pictable(['storage', 'adopt'], ours)).toMatchObject({ code: 0 })
      const [well, ill, elsewhere] = await Promise.all([
        pictable(['doctor', '--json'], ours),
        pictable(['doctor', '--json'], { ...ours, PICTABLE_DATABASE_URL: url.replace('test_', 'missing_') }),
        pictable(['doctor', '--json'], { ...ours, PICTABLE_DATA_DIR: join(folder, 'elsewhere') }),
      ])
      const states = (said: string) =>
        Object.fromEntries(findings.parse(JSON.parse(said)).map(({ name, state }) => [name, state]))
      expect(well.code).toBe(0)
      expect(states(well.said)).toMatchObject({
        'schema and secret key': 'ok',
        'rendering and fonts': 'ok',
        images: 'ok',
      })
      expect(elsewhere.code).toBe(1)
      expect(states(elsewhere.said)).toMatchObject({ storage: 'ok', images: 'failed' })
      expect(states(well.said).database).not.toBe('failed')
      expect(ill.code).toBe(1)
      expect(states(ill.said)).toMatchObject({ settings: 'ok', database: 'failed' })
      expect(ill.said).toContain('does not exist')
    } finally {
      await cluster.stop()
    }
  })
})
