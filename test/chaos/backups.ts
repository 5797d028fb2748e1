import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { firstIdAt } from '@pictable/server/core/ids.ts'
import { filesOfImage, imageKey } from '@pictable/server/core/image/image-url.ts'
import { imageData } from '@pictable/server/database/data/image-data.ts'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { z } from 'zod'
import { type Installation, startInstallation } from '#test/chaos/installation.ts'
import { pictable } from '#test/pictable-command.ts'
import { all } from '#test/scenarios/whole-app.ts'

export interface BackupsReport {
  backups: number
  /** Images that were there before a backup began, and are not in what was restored from it. */
  missing: string[]
  /** Files whose bytes are not those that were stored, and what `pictable verify` reports. */
  wrong: string[]
  /** Requests that the server did not serve. */
  failed: string[]
  /** The longest that one statement of a backup kept all others waiting. */
  longestHoldMs: number
  /** The longest that an endpoint which reads the database took to respond, during a backup and between them. */
  slowestMs: { during: number; between: number }
  databaseMb: number
  files: number
  rendered: number
  seconds: number
}

interface Options {
  times: number
  /** Of the database before the first backup. */
  databaseMb: number
  /** Stored before the first backup. */
  files: number
  log?: (line: string) => void
}

const RECORDS = 200
const secretKey = 'the secret key of these backups'
const FILE_BYTES = 20_000
const FILLER_ROWS = 10_000
const PROBE_EVERY_MS = 5
const BACKUP_WITHIN_MS = 600_000
const patient = { withinMs: BACKUP_WITHIN_MS }

/** Where the disk storage has the file of a key. */
function pathOf(dataDir: string, key: string): string {
  const [folder = '', name = ''] = key.split('/')
  return join(dataDir, 'files', folder, name.slice(0, 2), name)
}

/** @returns the hashes of images that are stored */
function storeFiles(dataDir: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    const bytes = randomBytes(FILE_BYTES)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const path = pathOf(dataDir, `images/${hash}.png`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return hash
  })
}

/** Short enough that PostgreSQL neither compresses it nor stores it elsewhere. */
const filler = `insert into filler (value) select repeat(md5(random()::text), 56) from generate_series(1, $1::int)`

const images = `
insert into images (id, template_id, template_version, action_id, run_id, record_id, inputs, modifications, files, report,
  webhook_ids, created_at)
select $1 || lpad(n::text, 10, '0'), 'tpl_filled', 1, null, null, null, '{}', '[]',
  jsonb_build_array(jsonb_build_object('format', 'png', 'hash', hash, 'widthPx', 1, 'heightPx', 1, 'sizeBytes', ${FILE_BYTES})),
  '{}', '[]', now()
from unnest($2::text[]) with ordinality as stored (hash, n)`

async function fill(dataDir: string, { databaseMb, files }: Options): Promise<void> {
  const hashes = storeFiles(dataDir, files)
  const database = await openEmbedded({ dataDir })
  try {
    await rowsOf(database.kysely, images, [firstIdAt('image', new Date()), hashes])
    await rowsOf(database.kysely, 'create table filler (id bigserial primary key, value text not null)', [])
    const size = `select (pg_database_size(current_database()) / 1000000)::int as mb`
    while (((await rowsOf<{ mb: number }>(database.kysely, size, []))[0]?.mb ?? 0) < databaseMb)
      await rowsOf(database.kysely, filler, [FILLER_ROWS])
  } finally {
    await database.close()
  }
}

/** Runs, requests for images, and requests that read the database, until it is stopped. */
function putUnderLoad(installation: Installation) {
  const { client, url } = installation
  const slowest = { during: 0, between: 0 }
  let phase: keyof typeof slowest = 'between'
  const failed: string[] = []
  let isOver = false
  const repeat = async (work: () => Promise<unknown>, everyMs: number) => {
    while (!isOver) {
      await work().catch((error) => failed.push(`${phase} backups: ${error}`))
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  async function probe() {
    const now = phase
    const startedMs = performance.now()
    await client.actions.list({ query: { limit: 1 } })
    slowest[now] = Math.max(slowest[now], Math.round(performance.now() - startedMs))
  }
  const work = [
    repeat(() => installation.trigger(), 500),
    repeat(() => installation.render(AbortSignal.timeout(60_000)), 100),
    repeat(probe, PROBE_EVERY_MS),
    repeat(() => fetch(`${url}/readyz`).then((response) => response.arrayBuffer()), 100),
  ]
  return {
    slowest,
    failed,
    enter(next: keyof typeof slowest) {
      phase = next
    },
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

const completed = z.object({ msg: z.literal('A backup is complete'), backup_id: z.string(), held_ms: z.number() })

function holdOf(log: string, id: string): number {
  for (const line of log.split('\n')) {
    const said = line.includes(id) ? completed.safeParse(JSON.parse(line)) : undefined
    if (said?.success) return said.data.held_ms
  }
  throw new Error(`the log says nothing about the end of ${id}`)
}

/** @returns its id, once it is complete */
async function backUp({ client }: Installation, place: string): Promise<string> {
  const { id } = await client.backups.create({ body: { place, keep: 1 } })
  const untilMs = performance.now() + BACKUP_WITHIN_MS
  for (;;) {
    const backup = (await client.backups.list()).results.find((one) => one.id === id)
    if (backup?.state === 'completed') return id
    if (backup?.state === 'failed' || performance.now() > untilMs) throw new Error(`${id}: ${backup?.error}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Restores the newest backup of the place and compares it with the images that were there before it began. */
async function compare(place: string, expected: ReadonlySet<string>) {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-restored-'))
  const settings = { PICTABLE_DATA_DIR: join(folder, 'data'), PICTABLE_SECRET_KEY: secretKey }
  const wrong: string[] = []
  const missing: string[] = []
  try {
    const verified = await pictable(['verify', '--backup', place], settings, patient)
    if (verified.code !== 0) wrong.push(verified.said)
    const restored = await pictable(['restore', '--from', place], settings, patient)
    if (restored.code !== 0) return { missing: [...expected], wrong: [...wrong, restored.said] }
    const database = await openEmbedded({ dataDir: settings.PICTABLE_DATA_DIR })
    try {
      const found = await imageData(database.kysely).getMany([...expected])
      for (const id of expected) if (!found.has(id)) missing.push(id)
      for (const [id, image] of found) {
        for (const stored of filesOfImage(image)) {
          const path = pathOf(settings.PICTABLE_DATA_DIR, imageKey(stored))
          if (!existsSync(path)) missing.push(`${id} ${path}`)
          else if (createHash('sha256').update(readFileSync(path)).digest('hex') !== stored.hash)
            wrong.push(`${id} ${path}`)
        }
      }
    } finally {
      await database.close()
    }
    return { missing, wrong }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Backs up a real server under load, again and again, and restores and verifies each backup. */
export async function makeBackups(options: Options): Promise<BackupsReport> {
  const { times, log = () => {} } = options
  const startedAtMs = performance.now()
  const place = mkdtempSync(join(tmpdir(), 'pictable-place-'))
  const installation = await startInstallation({
    records: RECORDS,
    roles: ['both'],
    settings: () => ({ PICTABLE_LOG_LEVEL: 'info', PICTABLE_SECRET_KEY: secretKey }),
    prepare: (dataDir) => fill(dataDir, options),
  })
  const report = { missing: [] as string[], wrong: [] as string[], longestHoldMs: 0 }
  const load = putUnderLoad(installation)
  const idsOf = async () =>
    new Set((await all((query) => installation.client.images.list({ query }))).map(({ id }) => id))
  let expected = new Set<string>()
  try {
    for (let n = 1; n <= times; n++) {
      expected = await idsOf()
      load.enter('during')
      const id = await backUp(installation, place)
      load.enter('between')
      const heldMs = holdOf(installation.processes[0]?.log() ?? '', id)
      report.longestHoldMs = Math.max(report.longestHoldMs, heldMs)
      const { missing, wrong } = await compare(place, expected)
      report.missing.push(...missing)
      report.wrong.push(...wrong)
      log(
        `${n} of ${times}: held ${heldMs} ms, ${expected.size} images, ${missing.length} missing, ${wrong.length} wrong`,
      )
    }
  } finally {
    await load.stop()
    await installation.close()
    rmSync(place, { recursive: true, force: true })
  }
  return {
    backups: times,
    ...report,
    failed: load.failed,
    slowestMs: load.slowest,
    databaseMb: options.databaseMb,
    files: options.files,
    rendered: expected.size - options.files,
    seconds: Math.round((performance.now() - startedAtMs) / 1000),
  }
}
