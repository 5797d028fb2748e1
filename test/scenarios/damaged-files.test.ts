import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { openStorageAt } from '@pictable/server/start/open-storage.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '#test/fakes/s3/s3-server.ts'
import { makeCards, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

/** Where the bytes are, past the product. */
interface Place {
  read(key: string): Promise<Uint8Array>
  write(key: string, bytes: Uint8Array): Promise<void>
  remove(key: string): Promise<void>
}

function diskPlace(dataDir: string): Place {
  const pathOf = (key: string) => {
    const [folder = '', name = ''] = key.split('/')
    return join(dataDir, 'files', folder, name.slice(0, 2), name)
  }
  return {
    read: async (key) => readFile(pathOf(key)),
    write: (key, bytes) => writeFile(pathOf(key), bytes),
    remove: (key) => rm(pathOf(key)),
  }
}

function bucketPlace({ objects }: S3Server): Place {
  const nameOf = (key: string) => `pictures/cards/${key}`
  const object = { contentType: 'image/png', cacheControl: '' }
  return {
    read: async (key) => objects.get(nameOf(key))?.bytes ?? new Uint8Array(),
    write: async (key, bytes) => void objects.set(nameOf(key), { ...object, bytes }),
    remove: async (key) => void objects.delete(nameOf(key)),
  }
}

const changed = (bytes: Uint8Array) => bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte))
const damages = {
  changed,
  truncated: (bytes: Uint8Array) => bytes.slice(0, bytes.length >> 1),
  'cut to nothing': () => new Uint8Array(),
  zeroed: (bytes: Uint8Array) => new Uint8Array(bytes.length),
} as const

const damaged = [500, { code: 'file_damaged', detail: expect.stringMatching(/SHA-256.*pictable verify/) }]
const design = {
  schema: 1,
  name: 'Badge',
  width: 600,
  height: 300,
  background: '#ff0000',
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, x: 60, width: 480, height: 300, fontSize: 64 }],
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const keyOf = (url: string) => `images/${new URL(url).pathname.split('/').at(-1)}`

async function asked(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  return [answer.status, answer.status === 304 ? null : await answer.json()]
}

describe.each(['disk', 'S3'])('a file that is damaged on %s', (kind) => {
  let app: WholeApp
  let s3: S3Server
  let place: Place
  const dataDir = makeDataDirectory('pictable-damaged-')
  let settings: Record<string, string> = { PICTABLE_DATA_DIR: dataDir, PICTABLE_SEED_SAMPLE: 'false' }
  const repairs: (() => Promise<void>)[] = []

  beforeAll(async () => {
    s3 = await startS3Server()
    place = kind === 'disk' ? diskPlace(dataDir) : bucketPlace(s3)
    if (kind === 'S3')
      settings = {
        ...settings,
        PICTABLE_STORAGE: 's3://pictures/cards',
        AWS_ENDPOINT_URL_S3: s3.url,
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
      }
    app = await startWholeApp(settings)
  })
  afterEach(async () => {
    for (const repair of repairs.splice(0)) await repair()
  })
  afterAll(async () => {
    await app.close()
    await s3.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Until the test ends. */
  async function damage(key: string, how: keyof typeof damages | 'missing'): Promise<void> {
    const bytes = Uint8Array.from(await place.read(key))
    repairs.push(() => place.write(key, bytes))
    if (how === 'missing') await place.remove(key)
    else await place.write(key, damages[how](bytes))
  }

  const make = () =>
    app.client.images.create({ body: { template: design, values: { Name: 'Ada' }, thumbnail: { width: 120 } } })

  test.each(Object.keys(damages) as (keyof typeof damages)[])('%s: is never answered with 200', async (how) => {
    const image = await make()
    await damage(keyOf(image.url), how)
    await damage(keyOf(image.thumbnail?.url ?? ''), how)
    const wrong = `"${'0'.repeat(64)}"`
    expect(await asked(image.url)).toMatchObject(damaged)
    expect(await asked(image.url, { range: 'bytes=0-99' })).toMatchObject(damaged)
    expect(await asked(image.url, { 'if-none-match': wrong })).toMatchObject(damaged)
    expect(await asked(image.thumbnail?.url ?? '')).toMatchObject(damaged)
    expect((await fetch(image.url, { method: 'HEAD' })).status).toBe(500)
  })

  test('missing: is 404, and named', async () => {
    const image = await make()
    await damage(keyOf(image.url), 'missing')
    expect(await asked(image.url)).toMatchObject([404, { code: 'file_missing' }])
  })

  test('is left out of an archive, which names it', async () => {
    const { actionId } = await makeCards(app.client, ['Ada', 'Bob'])
    const records = await recordsOf(app.client, (await untilEnded(app.client, await trigger(app.client, actionId))).id)
    const key = keyOf(String(records[0]?.image_url))
    await damage(key, 'changed')
    const wrong = Buffer.from(await place.read(key))
    const zip = Buffer.from(await app.client.images.archive({ query: { action_id: actionId } }))
    expect(zip.includes(wrong)).toBe(false)
    expect(zip.toString('latin1')).toContain(`The file ${key} is damaged in the storage`)
  })

  test('is repaired when the same image is rendered again', async () => {
    const { actionId } = await makeCards(app.client, ['Cleo'])
    const records = await recordsOf(app.client, (await untilEnded(app.client, await trigger(app.client, actionId))).id)
    const url = String(records[0]?.image_url)
    for (const how of ['changed', 'truncated', 'zeroed', 'missing'] as const) {
      await damage(keyOf(url), how)
      await app.client.tablesources.trigger({ params: { id: actionId }, body: { force: true } })
      const [run] = (await app.client.runs.list({ query: { action_id: actionId, limit: 1 } })).results
      expect(await untilEnded(app.client, run?.id ?? '')).toMatchObject({ state: 'completed', rendered: 1 })
      const answer = await fetch(url)
      expect([answer.status, hashOf(Buffer.from(await answer.arrayBuffer()))]).toEqual([200, keyOf(url).slice(7, 71)])
    }
  })

  test('of an asset fails its record with what to do, and uploading the same file repairs it', async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const upload = () => app.client.assets.upload({ query: { filename: 'logo.png' }, body: new Uint8Array(picture) })
    const asset = await upload()
    const layers = [{ type: 'image', name: 'Logo', src: `asset:${asset.id}`, width: 40, height: 40 }]
    const render = () => app.client.images.create({ body: { template: { ...design, layers }, values: {} } })
    await damage(`assets/${hashOf(picture)}`, 'changed')
    const content = app.client.assets.content({ params: { id: asset.id } })
    await expect(content).rejects.toMatchObject({ problem: { code: 'file_damaged' } })
    await expect(render()).rejects.toMatchObject({
      problem: { code: 'image_failed', detail: expect.stringContaining('Upload the same file again') },
    })
    await upload()
    repairs.splice(0)
    expect(await render()).toMatchObject({ width: 600 })
  })

  test('of more than a megabyte is not served either', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const create = { width: 800, height: 800, channels: 3, background: '#000000', noise } as const
    const picture = new Uint8Array(await sharp({ create }).png().toBuffer())
    const asset = await app.client.assets.upload({ query: { filename: 'noise.png' }, body: picture })
    const layers = [{ type: 'image', name: 'Noise', src: `asset:${asset.id}`, width: 800, height: 800 }]
    const big = { ...design, width: 800, height: 800, layers }
    const image = await app.client.images.create({ body: { template: big, values: {}, formats: ['png'] } })
    expect(image.bytes).toBeGreaterThan(1_000_000)
    const whole = await fetch(image.url)
    expect(hashOf(Buffer.from(await whole.arrayBuffer()))).toBe(keyOf(image.url).slice(7, 71))
    await damage(keyOf(image.url), 'changed')
    expect(await asked(image.url)).toMatchObject(damaged)
  })

  test('nobody is sent to a damaged object', async () => {
    const served = kind === 'S3' ? 302 : 200
    const image = await make()
    const storage = await openStorageAt(parseConfig({ ...settings, PICTABLE_S3_SIGNED_URL_SECONDS: '600' }))
    const { addressOf } = app.world.storage
    app.world.storage.addressOf = storage.addressOf
    repairs.push(async () => {
      app.world.storage.addressOf = addressOf
      await storage.close()
    })
    const status = async () => (await fetch(image.url, { redirect: 'manual' })).status
    const readsOf = () => s3.requests.filter((request) => request.startsWith('GET')).length
    expect(await status()).toBe(served)
    const before = readsOf()
    expect(await status()).toBe(served)
    expect(readsOf()).toBe(before)
    await damage(keyOf(image.url), 'changed')
    expect(await asked(image.url)).toMatchObject(damaged)
    await damage(keyOf(image.url), 'missing')
    expect(await asked(image.url)).toMatchObject([404, { code: 'file_missing' }])
  })
})
