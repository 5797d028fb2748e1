import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@pictable/client'
import type { App } from '@pictable/server/app.ts'
import { addAsset } from '@pictable/server/core/image/add-asset.ts'
import type { FieldValue } from '@pictable/server/core/ports/source.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { mapRecord } from '@pictable/server/core/run/map-record.ts'
import { readWholeFile } from '@pictable/server/core/table/read-whole-file.ts'
import { createReadTableFile } from '@pictable/server/sources/index.ts'
import { type Bench, median, type Outcome } from '#bench/bench.ts'
import { benchAction, benchKey, timedRun, withApp } from '#bench/bench-app.ts'
import { cpuSeconds } from '#bench/cpu-seconds.ts'
import { createMemoryTable } from '#bench/memory-table.ts'

type Fields = Readonly<Record<string, FieldValue>>

/** The products of the sample that have a whole photo. */
export async function readProducts(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'storage'>,
): Promise<Fields[]> {
  const rows = await readWholeFile(await createReadTableFile()(await readFile('examples/products.csv')))
  const products: Fields[] = []
  for (const product of rows) {
    const photo = basename(product.Photo ?? '')
    if (photo === '' || photo === 'speaker.jpg') continue
    const { id, filename } = await addAsset(world, {
      filename: photo,
      bytes: await readFile(`examples/photos/${photo}`),
    })
    products.push({ ...product, Photo: [{ id, url: `asset:${id}`, filename }] })
  }
  return products
}

/** A run of real cards from trigger to written-back URL, beside the same pool of renderers alone. */
export const cards: Bench = {
  name: 'cards',
  summary: 'social cards (1200x630 JPEG) per second: a run, a batch, and the renderer alone',
  async run({ quick }) {
    const count = quick ? 300 : 1000
    const products: Fields[] = []
    const productOf = (index: number): Fields => ({
      ...products[index % products.length],
      Name: `${String(products[index % products.length]?.Name)} ${index}`,
    })
    const fieldNames = ['Name', 'Description', 'Price', 'Badge', 'Rating', 'Photo', 'Image']
    const table = createMemoryTable({ count, fieldNames, fieldsOf: productOf })
    return withApp(table, async (app) => {
      const { world } = app
      products.push(...(await readProducts(world)))
      const design: unknown = JSON.parse(await readFile('examples/templates/social-card.json', 'utf8'))
      const actionId = await benchAction(world, design)
      const rendererAlone = await createRendererAlone(world, { actionId, count, productOf })
      await rendererAlone(60)
      const product = async (): Promise<Round> => {
        const cpuBefore = await cpuSeconds(process.pid)
        const { run, seconds } = await timedRun(world, actionId, { force: true })
        if (run.rendered !== count || run.writtenBack !== count)
          throw new Error(`only ${run.rendered} of ${count} were made`)
        return { perSecond: count / seconds, cpuMs: ((await cpuSeconds(process.pid)) - cpuBefore) * (1000 / count) }
      }
      const batch = await createBatchRound(app, { actionId, count, productOf })
      const rounds = {
        product: [] as Round[],
        withoutPreviews: [] as Round[],
        renderer: [] as number[],
        batch: [] as number[],
      }
      for (let round = 0; round < (quick ? 2 : 4); round++) {
        rounds.renderer.push(await rendererAlone(count))
        rounds.product.push(await product())
        rounds.withoutPreviews.push(await withoutPreviews(world, product))
        rounds.batch.push(await batch())
        console.log(
          `  round ${round + 1}: renderer ${rounds.renderer.at(-1)?.toFixed(1)}/s, batch ${rounds.batch.at(-1)?.toFixed(1)}/s, product ${wordsOf(rounds.product)}, without previews ${wordsOf(rounds.withoutPreviews)}`,
        )
      }
      return outcomeOf(rounds)
    })
  },
}

interface Round {
  perSecond: number
  /** Processor time per card, of all processes. */
  cpuMs: number
}

function wordsOf(rounds: readonly Round[]): string {
  const last = rounds.at(-1)
  return `${last?.perSecond.toFixed(1)}/s (${last?.cpuMs.toFixed(1)} ms of CPU per card)`
}

interface Rounds {
  product: readonly Round[]
  withoutPreviews: readonly Round[]
  renderer: readonly number[]
  batch: readonly number[]
}

function outcomeOf({ product, withoutPreviews, renderer, batch }: Rounds): Outcome {
  const cpuOf = (rounds: readonly Round[]) => median(rounds.map(({ cpuMs }) => cpuMs))
  const figures = {
    cards_per_second: median(product.map(({ perSecond }) => perSecond)),
    renderer_alone_per_second: median(renderer),
    batch_per_second: median(batch),
    cpu_ms_per_card: cpuOf(product),
    cpu_ms_per_preview: cpuOf(product) - cpuOf(withoutPreviews),
  }
  const ratios = {
    cards_vs_renderer: figures.cards_per_second / figures.renderer_alone_per_second,
    batch_vs_bare: figures.batch_per_second / figures.renderer_alone_per_second,
    cpu_vs_without_previews: cpuOf(product) / cpuOf(withoutPreviews),
  }
  return { figures, ratios }
}

/** Does the work with a renderer that makes no previews: nothing else differs. */
async function withoutPreviews<Result>({ renderer }: World, work: () => Promise<Result>): Promise<Result> {
  const { renderAll } = renderer
  renderer.renderAll = (jobs, signal) =>
    renderAll(
      jobs.map((job) => ({ ...job, preview: false })),
      signal,
    )
  try {
    return await work()
  } finally {
    renderer.renderAll = renderAll
  }
}

interface Cards {
  actionId: string
  count: number
  productOf: (index: number) => Fields
}

/** The same cards as a batch of values, from the request to the last image. @returns images per second */
async function createBatchRound({ world, url }: App, { actionId, count, productOf }: Cards) {
  const action = await world.data.actions.get(actionId)
  if (action === null) throw new Error('the action is gone')
  const client = createClient({ baseUrl: url, apiKey: benchKey })
  const { variables } = await client.templates.variables({ params: { id: action.templateId } })
  const names = new Set(variables.map(({ name }) => name))
  const items = Array.from({ length: count }, (_, index) => ({
    template_id: action.templateId,
    formats: ['jpeg' as const],
    values: Object.fromEntries(Object.entries(mapRecord(productOf(index))).filter(([name]) => names.has(name))),
  }))
  return async (): Promise<number> => {
    const startedAt = performance.now()
    const { id } = await client.imageBatches.create({ body: { items } })
    for (;;) {
      const { pending, rendered } = await client.imageBatches.get({ params: { id }, query: { limit: 1 } })
      if (pending === 0 && rendered < count) throw new Error(`only ${rendered} of ${count} were made`)
      if (pending === 0) return count / ((performance.now() - startedAt) / 1000)
      await setTimeout(20)
    }
  }
}

/** The pool fed with the same records and as many at once, and nothing else. @returns images per second */
async function createRendererAlone(world: World, { actionId, productOf }: Cards) {
  const action = await world.data.actions.get(actionId)
  const version = action && (await world.data.templates.getVersion(action.templateId, 1))
  if (!action || !version) throw new Error('the action is gone')
  return async (images: number): Promise<number> => {
    const startedAt = performance.now()
    let next = 0
    const lane = async () => {
      while (next < images) {
        const values = mapRecord(productOf(next++))
        await world.renderer.render({ version, values, modifications: [], output: action.output, fonts: [] })
      }
    }
    await Promise.all(Array.from({ length: world.renderer.concurrency }, lane))
    return images / ((performance.now() - startedAt) / 1000)
  }
}
