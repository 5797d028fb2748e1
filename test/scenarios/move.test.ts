import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import { startApp } from '@pictable/server/app.ts'
import { fileFolders } from '@pictable/server/core/image/file-key.ts'
import { StartError } from '@pictable/server/core/start-error.ts'
import { addPreparedDatabase } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { importInstallation } from '@pictable/server/move/import-installation.ts'
import { moveCondition, movedTables } from '@pictable/server/move/moved-tables.ts'
import { loadSecretKey } from '@pictable/server/secrets/load-secret-key.ts'
import { createSecrets } from '@pictable/server/secrets/secrets.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { openDatabase, visitDatabase } from '@pictable/server/start/open-database.ts'
import { openStorageAt } from '@pictable/server/start/open-storage.ts'
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

const makeSettings = (name: string) => ({
  PICTABLE_DATA_DIR: join(folder, name),
  PICTABLE_LOG_LEVEL: 'silent',
  PICTABLE_ADMIN_KEY: adminKey,
})

interface PlaceOptions {
  withKey?: boolean
  /** It has no database yet. */
  isNew?: boolean
  more?: Settings
}

/** A place for an installation; the secret key goes there by hand, as an operator would bring it. */
function makePlace(name: string, { withKey = true, isNew = false, more = {} }: PlaceOptions = {}): Settings {
  const settings = makeSettings(name)
  const { PICTABLE_DATA_DIR: dataDir } = settings
  mkdirSync(dataDir)
  if (!isNew && more.PICTABLE_DATABASE_URL === undefined) addPreparedDatabase(dataDir)
  if (withKey) cpSync(join(folder, 'first', 'secret.key'), join(dataDir, 'secret.key'))
  return { ...settings, ...more }
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

/** As an earlier release wrote it: format 1, and nothing behind the tar. */
function unsealed(bytes: Buffer): Buffer {
  const tar = Buffer.from(bytes.subarray(0, -512))
  const format = tar.indexOf('"format":2')
  tar.write('"format":1', format)
  return tar
}

/** The same numbers for the same seed. */
function seeded(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** `MOVE_ARCHIVES=1000` for the long form. */
const archives = Number(process.env.MOVE_ARCHIVES ?? 40)
const seed = Number(process.env.MOVE_SEED ?? 7)

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
    // It is paused, so that the events of the run are kept and not sent.
    await client.webhooks.create({
      body: {
        name: 'Ours',
        url: 'https://example.com/hook',
        secret: 'a-secret-of-the-receiver',
        user_defined: { token: { $secret: 'a-secret-of-the-body' } },
        active: false,
      },
    })
    await untilEnded(client, await trigger(client, actionId))
    await client.apiKeys.create({ body: { name: 'Reader', scopes: ['read'] } })
    await app.close()
    content = await contentOf(first)
    expect(Object.keys(content.files).length).toBeGreaterThanOrEqual(3)
    exported = countOf(await pictable(['export', archive], first))
    expect(exported).toBeDefined()
  })
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
    const last = makePlace('last', { isNew: true })
    expect(await pictable(['import', back], last)).toMatchObject({ code: 0 })
    expect(await contentOf(last)).toEqual(content)
    expect(await pictable(['import', back], last)).toMatchObject({ code: 1, said: expect.stringMatching(/not empty/) })
  })

  test('refuse another secret key and an archive that was cut off, and leave nothing', async () => {
    const settings = makePlace('refused', {
      withKey: false,
      more: { PICTABLE_DATABASE_URL: await cluster.createDatabase() },
    })
    expect(await pictable(['import', archive], settings)).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /encrypted with the secret key.*this installation has no secret key yet.*secret\.key/,
      ),
    })
    const cut = join(folder, 'cut.tar')
    cpSync(archive, cut)
    truncateSync(cut, 20_000)
    cpSync(join(folder, 'first', 'secret.key'), join(folder, 'refused', 'secret.key'))
    expect(await pictable(['import', cut], settings)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/cannot be read|incomplete/),
    })
    const { rows } = await contentOf(settings)
    expect(Object.values(rows).flat()).toEqual([])
    expect(await pictable(['export', archive], first)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/already exists/),
    })
    for (const place of [join(folder, 'nowhere', 'archive.tar'), '/dev/full/archive.tar'])
      expect(await pictable(['export', place], first)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^pictable: The archive cannot be written: E\w+: .*Choose a file in an existing/m),
      })
  })

  test('refuse an archive in which one byte has changed, wherever it is', async () => {
    const config = parseConfig(makePlace('changed'))
    await (await openDatabase(config)).close()
    const storage = await openStorageAt(config)
    const whole = readFileSync(archive)
    const path = join(folder, 'changed.tar')
    const options = { storage, secretKeyId: null, onProgress: () => {}, onCheck: () => {} }
    const random = seeded(seed)
    const taken: number[] = []
    await visitDatabase(config, async (kysely) => {
      for (let time = 0; time < archives; time++) {
        const at = time < 4 ? whole.length - 1 - time * 171 : random(whole.length)
        const bytes = Buffer.from(whole)
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 + random(255)), at)
        writeFileSync(path, bytes)
        const refusal = await importInstallation({ kysely, ...options }, path).then(
          () => null,
          (error: unknown) => error,
        )
        if (!(refusal instanceof StartError) || !/damaged|incomplete/.test(refusal.message)) taken.push(at)
      }
    })
    await storage.close()
    expect({ seed, taken }).toEqual({ seed, taken: [] })
    const { rows, files } = await contentOf({ ...makeSettings('changed') })
    expect([Object.values(rows).flat(), files]).toEqual([[], {}])
  }, 600_000)

  test('read an archive of a release that knew no seal, and check its files', async () => {
    const old = unsealed(readFileSync(archive))
    const path = join(folder, 'old.tar')
    writeFileSync(path, old)
    const taken = await pictable(['import', path], makePlace('old'))
    expect(taken).toMatchObject({
      code: 0,
      said: expect.stringMatching(/no SHA-256 because an earlier release created it/),
    })
    expect((await contentOf(makeSettings('old'))).files).toEqual(content.files)
    const [, base64 = ''] = Object.entries(content.files)[0] ?? []
    const at = old.indexOf(Buffer.from(base64, 'base64'))
    old.writeUInt8(old.readUInt8(at + 10) ^ 1, at + 10)
    writeFileSync(path, old)
    expect(await pictable(['import', path], makePlace('older'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/The archive is damaged: the bytes of .* do not match its SHA-256/),
    })
  })

  test('pictable verify names what is damaged or missing, and export leaves it out', async () => {
    expect(await pictable(['verify'], first)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^All \d+ files match their SHA-256\.$/m),
    })
    const keys = Object.keys(content.files).filter((key) => key.startsWith('images/'))
    const [changed = '', gone = ''] = keys
    const pathOf = (key: string) => join(folder, 'first', 'files', 'images', key.slice(7, 9), key.slice(7))
    const kept = [changed, gone].map((key) => [pathOf(key), readFileSync(pathOf(key))] as const)
    const wrong = Buffer.from(kept[0]?.[1] ?? [])
    wrong.writeUInt8(wrong.readUInt8(50) ^ 1, 50)
    writeFileSync(pathOf(changed), wrong)
    rmSync(pathOf(gone))
    const { code, said } = await pictable(['verify'], first)
    expect(code).toBe(1)
    for (const [key, problem] of [
      [changed, 'damaged'],
      [gone, 'missing'],
    ])
      expect(said).toMatch(new RegExp(`^image img_\\w+: ${key} is ${problem}\\. Render it again`, 'm'))
    expect(said).toMatch(/^2 of \d+ files are damaged, missing or unreadable\.$/m)
    const path = join(folder, 'without.tar')
    expect(await pictable(['export', path], first)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`${changed} is damaged, and not in the archive.`),
    })
    const place = makePlace('without')
    expect(await pictable(['import', path], place)).toMatchObject({ code: 0 })
    const { files } = await contentOf(place)
    expect(Object.keys(content.files).filter((key) => !(key in files))).toEqual([changed, gone])
    for (const [file, bytes] of kept) writeFileSync(file, bytes)
    expect(await pictable(['verify', '--json'], first)).toMatchObject({ code: 0 })
  })

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
      said: expect.stringMatching(/^[1-9]\d* stored secrets are encrypted with the key in .*: mv .*secret\.key$/m),
    })
    expect(await pictable(['secrets', 'rotate', key], first)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/another secret key/),
    })
    cpSync(key, join(folder, 'first', 'secret.key'))
    const secrets = createSecrets([loadSecretKey({ configured: undefined, dataDir: join(folder, 'first') })])
    const opened = await visitDatabase(parseConfig(first), async (kysely) => {
      type Row = { id: string; url: string; sealedSecrets: string; sealedUserDefined: string }
      const [webhook] = await rowsOf<Row>(kysely, 'select * from webhooks', [])
      const bodies = await rowsOf<{ id: string; sealedBody: string }>(kysely, 'select * from deliveries', [])
      return [
        webhook && secrets.open(webhook.sealedSecrets, `webhooks.sealed_secrets.${webhook.id}`, webhook.url),
        webhook && secrets.open(webhook.sealedUserDefined, `webhooks.sealed_user_defined.${webhook.id}`, webhook.url),
        ...bodies.map(({ id, sealedBody: sealed }) => secrets.open(sealed, `deliveries.sealed_body.${id}`)),
      ]
    })
    expect(opened[0]).toContain('a-secret-of-the-receiver')
    expect(opened.length).toBeGreaterThan(5)
    for (const text of opened.slice(1)) expect(text).toContain('a-secret-of-the-body')
  })
})
