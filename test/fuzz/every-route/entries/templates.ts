import { bounded, large, type RouteEntries, small } from '#test/fuzz/every-route/entry.ts'
import { largeDesign, largeWoff2 } from '#test/fuzz/every-route/large-values.ts'
import type { Stage } from '#test/fuzz/every-route/stage.ts'

const at = (id: string) => ({ params: { id } })
const session = 'session-1'
const design = largeDesign()
const values = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`t${n}`, 'x'.repeat(2000)]))
const valuesOf = (stage: Stage) => ({ ...at(stage.ids.largeTemplate), body: { values } })
const withSample = { design, sample: { text: 'x'.repeat(50_000) } }

async function withDraft({ client, fresh }: Stage): Promise<{ params: { id: string } }> {
  const id = await fresh.template()
  await client.drafts.save({ params: { id }, body: { session, base_version: 1, design: { ...design, width: 901 } } })
  return { params: { id } }
}

export const templates: RouteEntries['templates'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [large('design', () => ({ body: withSample }))],
  get: small(({ ids }) => at(ids.largeTemplate)),
  update: [
    large('design', async ({ fresh }) => ({
      ...at(await fresh.template()),
      body: { ...withSample, design: { ...design, width: 800 } },
    })),
  ],
  delete: small(async ({ fresh }) => at(await fresh.template())),
  versions: small(({ ids }) => ({ ...at(ids.largeTemplate), query: { limit: '100' } })),
  version: small(({ ids }) => ({ params: { id: ids.largeTemplate, version: '2' } })),
  diff: small(({ ids }) => ({ params: { id: ids.largeTemplate, version: '1' }, query: { to: '2' } })),
  restore: small(async ({ ids }) => ({ params: { id: ids.largeTemplate, version: '2' }, body: { publish: true } })),
  schema: small(() => ({})),
  publish: small(({ ids }) => ({ ...at(ids.largeTemplate), body: { version: 2 } })),
  preview: [large('values', valuesOf)],
  thumbnail: small(({ ids }) => ({ ...at(ids.largeTemplate), query: { width: '1600' } })),
  draw: [large('design', () => ({ body: { design, values: withSample.sample } }))],
  records: [large('design', ({ ids }) => ({ body: { source: { action_id: ids.action }, design, limit: 100 } }))],
  usage: small(({ ids }) => at(ids.largeTemplate)),
  drawRegion: [
    large('design', () => ({
      body: { design, values: withSample.sample, region: { x: 0, y: 0, width: 900, height: 900 } },
    })),
  ],
  drawImage: [large('design', () => ({ body: { design, values: withSample.sample, format: 'jpeg' } }))],
  variables: small(({ ids }) => at(ids.largeTemplate)),
}

export const drafts: RouteEntries['drafts'] = {
  get: small(withDraft),
  diff: small(withDraft),
  save: [
    large('design', async ({ fresh }) => ({
      ...at(await fresh.template()),
      body: { session, base_version: 1, ...withSample, design: { ...design, width: 902 } },
    })),
  ],
  discard: small(async (stage) => ({ ...(await withDraft(stage)), query: { session } })),
  claim: small(async ({ fresh }) => ({ ...at(await fresh.template()), body: { session, take_over: true } })),
  release: small(async (stage) => ({ ...(await withDraft(stage)), query: { session } })),
  publish: small(async (stage) => ({ ...(await withDraft(stage)), body: { session, note: 'x'.repeat(500) } })),
}

export const templateFiles: RouteEntries['templateFiles'] = {
  fonts: small(() => ({})),
  font: small(async ({ client }) => {
    const { faces } = await client.templateFiles.fonts()
    const urls = faces.flatMap((face) => ('src' in face ? [face.src] : []))
    return { target: urls.find((url) => url.includes('/template-fonts/')) ?? '' }
  }),
  layoutTables: [bounded('a font', 'the largest WOFF2 at hand', () => ({ body: new Uint8Array(largeWoff2()) }))],
  load: [
    bounded('an asset', 'a name has at most 20,000 characters', ({ ids }) => ({ body: { src: `asset:${ids.asset}` } })),
  ],
}

export const starters: RouteEntries['starters'] = {
  list: small(() => ({})),
  picture: small(() => ({ params: { name: 'podcast-quote' }, query: { width: '1600' } })),
  use: small(() => ({ params: { name: 'podcast-quote' }, body: { publish: true } })),
}
