import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import { startApp } from '@pictable/server/app.ts'
import { parseConfig } from '@pictable/server/config.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { fileFolders } from '@pictable/server/move/archive.ts'
import { moveCondition, movedTables } from '@pictable/server/move/moved-tables.ts'
import { visitDatabase } from '@pictable/server/open-database.ts'
import { openStorageAt } from '@pictable/server/open-storage.ts'
import { loadSecretKey } from '@pictable/server/secrets/load-secret-key.ts'
import { createSecrets } from '@pictable/server/secrets/secrets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#test/needs.ts'
import { pictable } from '#test/pictable-command.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { makeCards, trigger, untilEnded } from '#test/scenarios/whole-app.ts'
import { freePort } from '#test/server-process.ts'

const postgresql = needs('postgresql')
const folder = mkdtempSync(join(tmpdir(), 'pictable-move-'))
const archive = join(folder, 'all.tar')
const adminKey = 'the-operators-key-of-the-tests'

type Settings = Record<string, string>

/** A place for an installation; the secret key goes there by hand, as an operator would bring it. */
function makePlace(name: string, { withKey = true, more = {} }: { withKey?: boolean; more?: Settings } = {}): Settings {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  if (withKey) cpSync(join(folder, 'first', 'secret.key'), join(dataDir, 'secret.key'))
  return { PICTABLE_DATA_DIR: dataDir, PICTABLE_LOG_LEVEL: 'silent', PICTABLE_ADMIN_KEY: adminKey, ...more }
}

/** Every row and every file of a place. */
async function contentOf(settings: Settings) {
  const config = parseConfig(settings)
  const rows = await visitDatabase(config, async (kysely) => {
    const found: Record<string, unknown[]> = {}
    for (const { name, key } of await movedTables(kysely)) {
      const text = `select to_jsonb(t) as row from "${name}" t where ${moveCondition(name)} order by ${key.join(', ')}`
      found[name] = (await rowsOf<{ row: unknown }>(kysely, text, [])).map(({ row }) => row)
    }
    return found
  })
  const storage = await openStorageAt(config)
  const files: Record<string, string> = {}
  for (const one of fileFolders)
    for await (const { key } of storage.list(one))
      files[key] = Buffer.from((await storage.get(key)) ?? []).toString('base64')
  await storage.close()
  return { rows, files }
}

const countOf = ({ said }: { said: string }) => /\d+ rows and \d+ files/.exec(said)?.[0]

describe.skipIf(!postgresql.found)('pictable export and import', () => {
  let exported: string | undefined
  let cluster: PostgresCluster
  let first: Settings
  let content: Awaited<ReturnType<typeof contentOf>>

  beforeAll(async () => {
    if (!postgresql.found) return
    cluster = await startPostgresCluster(postgresql.path)
    first = makePlace('first', { withKey: false, more: { PICTABLE_RENDER_PROCESSES: '1' } })
    const app = await startApp(parseConfig({ ...first, PICTABLE_PORT: String(await freePort()) }))
    const client = createClient({ baseUrl: app.url, apiKey: adminKey })
    const names = ['plain', 'with "quotes", \\ and \n lines', '日本語 🎉', '']
    const { actionId } = await makeCards(client, names)
    await untilEnded(client, await trigger(client, actionId))
    await client.webhooks.create({
      body: { name: 'Ours', url: 'https://example.com/hook', secret: 'a-secret-of-the-receiver', active: false },
    })
    await client.apiKeys.create({ body: { name: 'Reader', scopes: ['read'] } })
    await app.close()
    content = await contentOf(first)
    expect(Object.keys(content.files).length).toBeGreaterThanOrEqual(3)
    exported = countOf(await pictable(['export', archive], first))
    expect(exported).toBeDefined()
  }, 180_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('move an installation to PostgreSQL and back, with every row and every byte', async () => {
    const postgres = makePlace('postgres', { more: { PICTABLE_DATABASE_URL: await cluster.createDatabase() } })
    expect(await pictable(['import', archive], postgres)).toMatchObject({ code: 0 })
    expect(await contentOf(postgres)).toEqual(content)
    const back = join(folder, 'back.tar')
    expect(countOf(await pictable(['export', back], postgres))).toBe(exported)
    const last = makePlace('last')
    expect(await pictable(['import', back], last)).toMatchObject({ code: 0 })
    expect(await contentOf(last)).toEqual(content)
    expect(await pictable(['import', back], last)).toMatchObject({ code: 1, said: expect.stringMatching(/not empty/) })
  }, 180_000)

  test('refuse another secret key and an archive that was cut off, and leave nothing', async () => {
    const settings = makePlace('refused', {
      withKey: false,
      more: { PICTABLE_DATABASE_URL: await cluster.createDatabase() },
    })
    expect(await pictable(['import', archive], settings)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/sealed with the secret key.*there is no secret key here yet.*secret\.key/),
    })
    const cut = join(folder, 'cut.tar')
    cpSync(archive, cut)
    truncateSync(cut, 20_000)
    cpSync(join(folder, 'first', 'secret.key'), join(folder, 'refused', 'secret.key'))
    expect(await pictable(['import', cut], settings)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/cannot be read|not whole/),
    })
    const { rows } = await contentOf(settings)
    expect(Object.values(rows).flat()).toEqual([])
    expect(await pictable(['export', archive], first)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is there already/),
    })
    for (const place of [join(folder, 'nowhere', 'archive.tar'), '/dev/full/archive.tar'])
      expect(await pictable(['export', place], first)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^pictable: The archive cannot be written: E\w+: .*Name a file in a folder/m),
      })
  }, 180_000)

  test('pictable secrets rotate seals every secret with a new key, and leaves the old one without use', async () => {
    const key = join(folder, 'next.key')
    writeFileSync(key, 'too short')
    expect(await pictable(['secrets', 'rotate', key], first)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/too short: at least 32/),
    })
    writeFileSync(key, `${randomBytes(32).toString('base64')}\n`)
    expect(await pictable(['secrets', 'rotate', key], first)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^[1-9]\d* stored secrets are sealed with the key in .*: mv .*secret\.key$/m),
    })
    expect(await pictable(['secrets', 'rotate', key], first)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/another secret key/),
    })
    cpSync(key, join(folder, 'first', 'secret.key'))
    const secrets = createSecrets([loadSecretKey({ configured: undefined, dataDir: join(folder, 'first') })])
    const opened = await visitDatabase(parseConfig(first), async (kysely) => {
      const [webhook] = await rowsOf<{ id: string; sealed_secrets: string }>(kysely, 'select * from webhooks', [])
      return webhook && secrets.open(webhook.sealed_secrets, `webhooks.sealed_secrets.${webhook.id}`)
    })
    expect(opened).toContain('a-secret-of-the-receiver')
  }, 180_000)
})
