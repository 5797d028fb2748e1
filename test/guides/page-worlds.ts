import { cpSync, globSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'
import { startS3Server } from '#test/fakes/s3/s3-server.ts'
import { freePort } from '#test/server-process.ts'

/** What a page leaves to its reader, and what it speaks of. */
export interface PageWorld {
  environment?: Readonly<Record<string, string>>
  /** What replaces a text of the page. */
  values?: Readonly<Record<string, string>>
  close?(): void | Promise<void>
}

/** The installation that all pages share. */
export interface GuideServer {
  url: string
  key: string
  settings: Readonly<Record<string, string>>
  /** Of an installation that does not run. */
  stoppedDataDir: string
}

/** A server beside the one that runs: `npm start` is this, once the dashboard is built. */
async function otherServer(): Promise<{ serve: string; close(): void }> {
  const folder = makeDataDirectory('pictable-guides-other-')
  const settings = { PICTABLE_DATA_DIR: folder, PICTABLE_PORT: await freePort(), PICTABLE_SEED_SAMPLE: 'false' }
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return {
    serve: `env ${words.join(' ')} npx pictable serve`,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function airtableWorld({ url, key }: GuideServer): Promise<PageWorld> {
  const airtable = await startFakeAirtable()
  const { control } = airtable
  const base = control.createBase('Shop')
  control.createTable(base, {
    name: 'Products',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Photo', type: 'multipleAttachments' },
      { name: 'Image', type: 'url' },
    ],
    views: [{ name: 'For sale' }],
  })
  const scopes = ['schema.bases:read', 'data.records:read', 'data.records:write', 'webhook:manage']
  const token = control.createToken({ bases: [base], scopes })
  const layers = [
    { type: 'text' as const, name: 'Title', text: { bind: 'title' }, width: 100, height: 40 },
    { type: 'image' as const, name: 'Photo', src: { bind: 'photo' }, width: 100, height: 40 },
  ]
  const design = { schema: 1 as const, width: 100, height: 40, layers }
  const template = await createClient({ baseUrl: url, apiKey: key }).templates.create({
    body: { design, publish: true },
  })
  return {
    values: {
      'patAbCdEfGhIjKlMn.0123456789abcdef0123456789abcdef': token,
      '***cdef': `***${token.slice(-4)}`,
      '"calls_per_month": 1000': `"calls_per_month": 1000, "endpoint_url": "${airtable.url}"`,
      appAbCdEfGhIjKlMn: base.id,
      '<template id>': template.id,
    },
    close: airtable.close,
  }
}

async function storageWorld({ stoppedDataDir }: GuideServer): Promise<PageWorld> {
  const s3 = await startS3Server({ bucket: 'my-bucket', region: 'eu-central-1' })
  const server = await otherServer()
  const damaged = mkdtempSync(join(tmpdir(), 'pictable-guides-damaged-'))
  cpSync(stoppedDataDir, damaged, { recursive: true })
  const [image = ''] = globSync('files/images/**/*.jpg', { cwd: damaged })
  truncateSync(join(damaged, image), 100)
  return {
    environment: {
      PICTABLE_DATA_DIR: stoppedDataDir,
      AWS_REGION: s3.region,
      AWS_ENDPOINT_URL_S3: s3.url,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    values: {
      'AWS_ACCESS_KEY_ID=…': `AWS_ACCESS_KEY_ID=${s3.accessKeyId}`,
      'AWS_SECRET_ACCESS_KEY=…': `AWS_SECRET_ACCESS_KEY=${s3.secretAccessKey}`,
      'npm start': server.serve,
      'npx pictable verify\n': `PICTABLE_DATA_DIR=${damaged} npx pictable verify\n`,
      // the other server has made the first place its own
      'move --to s3://my-bucket/pictable': 'move --to s3://my-bucket/moved',
    },
    async close() {
      server.close()
      rmSync(damaged, { recursive: true, force: true })
      await s3.close()
    },
  }
}

async function telemetryWorld(): Promise<PageWorld> {
  const collector = createServer((_, response) => response.end())
  const port = await freePort()
  await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve))
  const { serve, close } = await otherServer()
  return {
    values: { 'collector.internal:4318': `127.0.0.1:${port}`, 'npx pictable serve': serve },
    close() {
      collector.close()
      close()
    },
  }
}

async function backupWorld({ stoppedDataDir, key }: GuideServer): Promise<PageWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-guides-backups-'))
  return {
    environment: { PICTABLE_DATA_DIR: stoppedDataDir, PICTABLE_KEY: key },
    values: { '/mnt/backups': folder },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const receiverSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** What the pages need beside the server, by their path. */
const worlds: Readonly<Record<string, (server: GuideServer) => PageWorld | Promise<PageWorld>>> = {
  'docs/guides/airtable.md': airtableWorld,
  'docs/guides/api-keys.md': ({ stoppedDataDir }) => ({
    environment: { PICTABLE_DATA_DIR: stoppedDataDir },
    values: { '<key id>': '$(npx pictable keys list | grep --only-matching "key_[0-9a-z]*" | tail -1)' },
  }),
  'docs/guides/backup.md': backupWorld,
  'docs/guides/operating.md': async ({ settings }) => {
    const { serve, close } = await otherServer()
    const port = await freePort()
    const values = {
      'PICTABLE_ADMIN_PORT=9400 npm start': `PICTABLE_ADMIN_PORT=${port} ${serve}`,
      '127.0.0.1:9400': `127.0.0.1:${port}`,
    }
    return { environment: settings, values, close }
  },
  'docs/guides/storage.md': storageWorld,
  'docs/guides/telemetry.md': telemetryWorld,
  'docs/guides/webhooks.md': async () => {
    const { serve, close } = await otherServer()
    return { values: { 'npm start': serve, '4500': String(await freePort()), 'whsec_…': receiverSecret }, close }
  },
  'examples/README.md': ({ url, key }) => ({ environment: { PICTABLE_URL: url, PICTABLE_KEY: key } }),
  'examples/receiver/README.md': async () => ({
    values: { '4500': String(await freePort()), 'whsec_…': receiverSecret },
  }),
}

/** `worldOf()` makes what a page needs; the caller closes it. */
export async function worldOf(page: string, server: GuideServer): Promise<PageWorld> {
  return (await worlds[page]?.(server)) ?? {}
}
