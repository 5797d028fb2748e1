import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Checkout, nodeOf } from '#bench/gate/checkout.ts'
import { type ServerLife, startLife } from '#bench/gate/server-life.ts'

const photos = ['teapot', 'mug', 'chair', 'bag'] as const
const LOOK_MS = 100
const WARM_RENDERS = 10

export interface Amounts {
  cards: number
  renders: number
}

/** What was made of the design of the base, which both versions can read. */
interface Prepared {
  templateId: string
  actionId: string
}

async function made(life: ServerLife, path: string, body: unknown): Promise<string> {
  return String(Object(await life.ask('POST', path, body)).id)
}

/** A table of products with photos, and the action that makes a card of each. */
async function prepare(life: ServerLife, base: Checkout, { cards }: Amounts): Promise<Prepared> {
  const examples = join(base.root, 'examples')
  const design: unknown = JSON.parse(await readFile(join(examples, 'templates/social-card.json'), 'utf8'))
  const templateId = await made(life, '/v1/templates', { design, publish: true })
  const sources: string[] = []
  for (const name of photos) {
    const asset = await life.upload(
      `${name}.jpg`,
      Uint8Array.from(await readFile(join(examples, `photos/${name}.jpg`))),
    )
    sources.push(String(Object(asset).src))
  }
  const texts = ['Name', 'Description', 'Badge'].map((name) => ({ name, kind: 'text' }))
  const numbers = ['Price', 'Rating'].map((name) => ({ name, kind: 'number' }))
  const tableId = await made(life, '/v1/tables', {
    name: 'Products',
    fields: [...texts, ...numbers, { name: 'Photo', kind: 'attachments' }, { name: 'Image', kind: 'url' }],
  })
  const rows = Array.from({ length: cards }, (_, n) => ({
    ...{ Name: `Stoneware Teapot ${n}`, Description: 'Thrown by hand in small batches, glazed twice.' },
    ...{ Price: 20 + n, Badge: 'New', Rating: 4.5, Photo: sources[n % sources.length] },
  }))
  await life.ask('POST', `/v1/tables/${tableId}/rows`, { rows })
  const connectionId = await made(life, '/v1/connections', { name: 'Tables', source: 'table', settings: {} })
  const actionId = await made(life, '/v1/actions', {
    ...{ title: 'Cards', connection_id: connectionId, base_id: 'built-in', table: tableId },
    ...{ template_id: templateId, output: { formats: ['jpeg'] }, write_back: { url: 'Image' } },
  })
  return { templateId, actionId }
}

/** Renders a card of every record, from the call to the last written URL. */
async function run(life: ServerLife, actionId: string): Promise<void> {
  await life.ask('POST', `/v1/tablesources/${actionId}`, { force: true })
  while (Object(await life.ask('GET', `/v1/tablesources/${actionId}`)).status !== null) await setTimeout(LOOK_MS)
}

async function render(life: ServerLife, templateId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await life.ask('POST', '/v1/images', {
      template_id: templateId,
      formats: ['jpeg'],
      values: { Name: `Teapot ${n}`, Description: 'Holds a litre', Price: 24.5, Badge: 'New', Rating: 4 },
    })
}

async function cpuOf(life: ServerLife, work: () => Promise<void>): Promise<number> {
  const before = await life.cpuMs()
  await work()
  return (await life.cpuMs()) - before
}

/**
 * `measureServer()` starts a server of one version on an empty folder, starts it again, renders images one by one, and runs the action.
 * Processor time of all its processes.
 */
export async function measureServer(
  version: Checkout,
  { base, amounts }: { base: Checkout; amounts: Amounts },
): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-gate-'))
  const command = {
    program: nodeOf(version),
    args: [join(version.root, 'packages/server/bin/pictable.js'), 'serve'],
    cwd: folder,
  }
  const settings = { PICTABLE_DATA_DIR: join(folder, 'data'), PICTABLE_SEED_SAMPLE: 'false', HOME: folder }
  try {
    const first = await startLife(command, settings)
    const { templateId, actionId } = await prepare(first, base, amounts).finally(first.end)
    const later = await startLife(command, settings)
    try {
      await render(later, templateId, WARM_RENDERS)
      const renders = await cpuOf(later, () => render(later, templateId, amounts.renders))
      await run(later, actionId)
      const cards = await cpuOf(later, () => run(later, actionId))
      return {
        'start, first': first.live.cpuMs,
        'start, later': later.live.cpuMs,
        'direct render': renders / amounts.renders,
        card: cards / amounts.cards,
      }
    } finally {
      await later.end()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
