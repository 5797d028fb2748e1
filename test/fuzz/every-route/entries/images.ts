import { signImageUrl } from '@pictable/client'
import { bounded, large, type RouteEntries, small } from '#test/fuzz/every-route/entry.ts'
import {
  dense,
  largeDesign,
  largeFont,
  largePicture,
  largeSvg,
  otherFont,
  smallDesign,
} from '#test/fuzz/every-route/large-values.ts'
import type { Stage } from '#test/fuzz/every-route/stage.ts'
import { untilEnded as untilRunEnded } from '#test/scenarios/whole-app.ts'

const at = (id: string) => ({ params: { id } })
const bytes = { 'content-type': 'application/octet-stream' }
const manyPages = Array.from({ length: 200 }, () => ({ values: { f0: 'word '.repeat(800) } }))

/** Images of large PDFs: their template, once. */
const joined = new WeakMap<Stage, Promise<string>>()

async function makeLargePdfs({ client }: Stage): Promise<string> {
  const { id } = await client.templates.create({ body: { design: smallDesign, publish: true } })
  for (let n = 0; n < 2; n++) {
    await client.images.create({ body: { template_id: id, formats: ['pdf'], pages: manyPages } })
  }
  return id
}

function largePdfs(stage: Stage): Promise<string> {
  const made = joined.get(stage) ?? makeLargePdfs(stage)
  joined.set(stage, made)
  return made
}

export const images: RouteEntries['images'] = {
  list: small(() => ({ query: { limit: '100' } })),
  count: small(({ ids }) => ({ query: { template_id: ids.template } })),
  archive: [
    bounded('files', 'the images that there are', ({ ids }) => ({
      query: { format: 'zip', action_id: ids.action },
    })),
    bounded('large PDFs', 'the images that there are', async (stage) => ({
      query: { format: 'pdf', template_id: await largePdfs(stage) },
    })),
  ],
  create: [
    large('metadata', ({ ids }) => ({
      body: { template_id: ids.template, values: { f0: 'x' }, metadata: dense },
      headers: { 'idempotency-key': `key-${Math.random()}` },
    })),
    large('design', () => ({ body: { template: { ...largeDesign(), width: 901 } } })),
    large('pages', ({ ids }) => ({
      body: {
        template_id: ids.template,
        formats: ['pdf'],
        pages: manyPages.map(({ values }) => ({ values: { f0: `${values.f0}${'x'.repeat(600)}` } })),
      },
    })),
    bounded('a long text', 'a text that is drawn in time', ({ ids }) => ({
      body: { template_id: ids.template, values: { f0: 'x'.repeat(50_000) } },
    })),
  ],
  get: small(({ ids }) => at(ids.image)),
  delete: small(async ({ fresh }) => at(await fresh.image())),
  preview: small(({ ids }) => at(ids.image)),
  file: small(async ({ client, ids }) => ({ target: new URL((await client.images.get(at(ids.image))).url).pathname })),
  signed: small(async ({ client, ids, app }) => {
    const { id, secret } = await client.urlKeys.create({ body: { name: 'x' } })
    const signed = await signImageUrl({
      baseUrl: app.url,
      keyId: id,
      secret,
      templateId: ids.template,
      values: { f0: 'x'.repeat(7500) },
      expiresAt: new Date(Date.now() + 60_000),
    })
    const { pathname, search } = new URL(signed)
    return { target: pathname + search }
  }),
}

/** In as many items as a batch may have. */
const batchOf = ({ ids }: Stage, item: object) => ({
  items: Array.from({ length: 1000 }, () => ({ template_id: ids.template, ...item })),
})

async function untilEnded({ client }: Stage, id: string, count: number): Promise<void> {
  for (;;) {
    const { total, pending } = await client.imageBatches.get({ params: { id }, query: { limit: 1 } })
    if (total - pending >= count) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Renders a part of the newest batch, and cancels the rest. */
async function endBatch(stage: Stage, count: number): Promise<void> {
  const { results } = await stage.client.auditLog.list({ query: { limit: 1 } })
  const id = results[0]?.resource_id ?? ''
  await untilEnded(stage, id, count)
  await stage.client.imageBatches.cancel({ params: { id } })
}

const addBatch = async ({ client, ids }: Stage, count: number) => {
  const items = Array.from({ length: count }, () => ({ template_id: ids.template, values: { f0: 'x' } }))
  const { id } = await client.imageBatches.create({ body: { items } })
  return id
}

export const imageBatches: RouteEntries['imageBatches'] = {
  create: [
    large('long values', (stage) => ({
      body: batchOf(stage, { values: { f0: 'x'.repeat(10_200) } }),
      after: () => endBatch(stage, 0),
    })),
    large('many values', (stage) => ({
      body: batchOf(stage, { values: { f0: 'x' }, metadata: { k: Array.from({ length: 2000 }, (_, n) => 1000 + n) } }),
      after: () => endBatch(stage, 100),
    })),
    large('large designs', (stage) => ({
      body: { items: Array.from({ length: 9 }, (_, n) => ({ template: { ...largeDesign(), width: 910 + n } })) },
      after: () => endBatch(stage, 9),
    })),
  ],
  list: small(async (stage) => {
    for (let count = 0; count < 3; count++)
      await stage.client.imageBatches.cancel({ params: { id: await addBatch(stage, 1000) } })
    return { query: { limit: '100' } }
  }),
  get: small(async (stage) => {
    const id = await addBatch(stage, 100)
    await untilEnded(stage, id, 100)
    return at(id)
  }),
  cancel: small(async (stage) => at(await addBatch(stage, 1000))),
}

const stableKeys = new WeakMap<Stage, Promise<{ id: string; key: string }>>()

/** An action with a stable URL, and the key of a record with an image: once. */
async function makeStableKey({ client, fresh }: Stage): Promise<{ id: string; key: string }> {
  const id = await fresh.action()
  await client.actions.update({ ...at(id), body: { stable_urls: {} } })
  const run = await client.actions.run({ ...at(id), body: { limit: 1 } })
  if (!('id' in run)) throw new Error('an estimate')
  await untilRunEnded(client, run.id)
  const { results } = await client.images.list({ query: { action_id: id } })
  return { id, key: results[0]?.record_id ?? '' }
}

function stableKey(stage: Stage): Promise<{ id: string; key: string }> {
  const made = stableKeys.get(stage) ?? makeStableKey(stage)
  stableKeys.set(stage, made)
  return made
}

export const stableUrls: RouteEntries['stableUrls'] = {
  image: small(async (stage) => {
    const { id, key } = await stableKey(stage)
    return { params: { id, file: `${key}.png` } }
  }),
  output: small(async (stage) => ({ params: { ...(await stableKey(stage)), file: 'main.png' } })),
}

export const feeds: RouteEntries['feeds'] = {
  get: small(async ({ client, fresh }) => {
    const params = { id: await fresh.action() }
    const { stable_urls: urls } = await client.actions.update({ params, body: { stable_urls: { feed: true } } })
    const [token = '', file = ''] = urls?.feed?.csv_url.split('/').slice(-2) ?? []
    return { params: { token, file } }
  }),
}

export const assets: RouteEntries['assets'] = {
  list: small(() => ({ query: { limit: '100' } })),
  upload: [
    bounded('a picture', 'an asset has at most 25 MB', async () => ({
      query: { filename: 'large.png' },
      body: await largePicture(),
      headers: bytes,
    })),
    bounded('an SVG', 'an SVG has at most 2 MB', () => ({
      query: { filename: 'large.svg' },
      body: largeSvg(),
      headers: { 'content-type': 'image/svg+xml' },
    })),
  ],
  get: small(({ ids }) => at(ids.asset)),
  content: small(({ ids }) => at(ids.asset)),
  uses: small(({ ids }) => at(ids.asset)),
  delete: small(async ({ client }) => {
    const { id } = await client.assets.upload({ query: { filename: 'a.svg' }, body: new Uint8Array(largeSvg()) })
    return at(id)
  }),
}

const addFont = async ({ client }: Stage): Promise<string> =>
  (await client.fonts.upload({ query: { filename: 'a.ttf', family: 'Ours' }, body: otherFont() })).id

export const fonts: RouteEntries['fonts'] = {
  list: small(() => ({ query: { limit: '100' } })),
  upload: [
    bounded('a font', 'the largest at hand', () => ({
      query: { filename: 'large.ttf', family: `Ours ${Math.random()}` },
      body: largeFont(),
      headers: bytes,
    })),
  ],
  get: small(async (stage) => at(await addFont(stage))),
  content: small(async (stage) => at(await addFont(stage))),
  specimen: small(async (stage) => ({ ...at(await addFont(stage)), query: { text: 'x'.repeat(200) } })),
  delete: small(async (stage) => ({ ...at(await addFont(stage)), query: { force: 'true' } })),
}

const longName = 'x'.repeat(100)

export const fontFamilies: RouteEntries['fontFamilies'] = {
  list: small(() => ({})),
  install: small(() => ({ body: { family: 'Bebas Neue' } })),
  google: small(() => ({ query: { search: longName } })),
}
