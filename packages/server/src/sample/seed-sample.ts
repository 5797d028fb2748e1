import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Action } from '#core/action/action.ts'
import { createAction } from '#core/action/save-action.ts'
import { createConnection } from '#core/connection/save-connection.ts'
import type { Attachment } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { startRun } from '#core/run/start-run.ts'
import { readWholeFile } from '#core/table/read-whole-file.ts'
import { addRows } from '#core/table/rows.ts'
import { createTable, type TableDraft } from '#core/table/save-table.ts'
import { keepPicture, keepPictures, useStarter } from '#core/template/use-starter.ts'

/** An empty installation is filled with what lies there for use by hand. */
const folder = join(import.meta.dirname, '../../../../examples')
/** Paths of photos start here, as they do for the command `render`. */
const templateFolder = join(folder, 'templates')

const settingName = 'sample'

/** `done` from when the run of its action has started. */
const progressSchema = z.object({
  connectionId: z.string(),
  tableId: z.string(),
  templateId: z.string(),
  done: z.boolean(),
})

type Progress = z.output<typeof progressSchema>

const products: TableDraft = {
  name: 'Products',
  fields: [
    { name: 'Name', kind: 'text' },
    { name: 'Description', kind: 'text' },
    { name: 'Price', kind: 'number' },
    { name: 'Badge', kind: 'single_select' },
    { name: 'Rating', kind: 'number' },
    { name: 'Photo', kind: 'attachments' },
    { name: 'Image', kind: 'url' },
    { name: 'Status', kind: 'text' },
    { name: 'Error', kind: 'text' },
  ],
  views: [{ name: 'Bestsellers', filters: [{ field: 'Badge', operator: 'equals', value: 'Bestseller' }] }],
}

/** The first one is what the action uses. */
const designs = ['social-card', 'square-product', 'story'] as const

async function attach(world: World, path: string): Promise<Attachment> {
  const bytes = await readFile(join(templateFolder, path))
  const { id, filename, contentType, sizeBytes } = await keepPicture(world, { filename: basename(path), bytes })
  return { id, url: `asset:${id}`, filename, contentType, sizeBytes }
}

/** The rows of the table, whose photos are kept. */
async function readProducts(world: World): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const file = await world.readTableFile(await readFile(join(folder, 'products.csv')))
  for (const { Photo = '', ...row } of await readWholeFile(file))
    rows.push(Photo === '' ? row : { ...row, Photo: [await attach(world, Photo)] })
  return rows
}

async function addTemplates(world: World): Promise<string> {
  const ids: string[] = []
  // Lists show the newest first.
  for (const name of designs.toReversed()) ids.push((await useStarter(world, name, { publish: true })).template.id)
  return ids.at(-1) ?? ''
}

/**
 * Everything but the action, all or nothing: the action asks the table, which has to be there for everybody by then. Files
 * are kept before it, as a transaction waits for nothing but the database.
 */
async function addParts(world: World): Promise<Progress> {
  const rows = await readProducts(world)
  for (const name of designs) await keepPictures(world, name)
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    const connection = await createConnection(inside, { name: 'Built-in tables', source: 'table', settings: {} })
    const { id: tableId } = await createTable(inside, products)
    await addRows(inside, tableId, rows)
    const progress = { connectionId: connection.id, tableId, templateId: await addTemplates(inside), done: false }
    await data.settings.set(settingName, progress)
    return progress
  })
}

/** The action of a seeding that was cut off right behind it, or a new one. */
async function addAction(world: World, { connectionId, tableId, templateId }: Progress): Promise<Action> {
  const { results } = await world.data.actions.list({ limit: 100 })
  const known = results.find((action) => action.connectionId === connectionId && action.tableId === tableId)
  if (known) return known
  return createAction(world, {
    title: 'Product social cards',
    connectionId,
    baseId: 'built-in',
    table: tableId,
    templateId,
    output: { formats: ['jpeg'] },
    writeBack: { url: 'Image', status: 'Status', error: 'Error' },
  })
}

async function isEmpty({ data }: World): Promise<boolean> {
  const kept = await Promise.all([data.templates, data.connections].map((each) => each.list({ limit: 1 })))
  return kept.every(({ results }) => results.length === 0)
}

/**
 * `seedSample()` fills an empty installation with products, templates and an action, and starts the run that makes its
 * images, once. Cut off at any point, the next call completes it.
 * @returns null when there is nothing to do
 */
export async function seedSample(world: World): Promise<{ action: Action; run: Pick<Run, 'id'> } | null> {
  const before = progressSchema.safeParse(await world.data.settings.get(settingName))
  if (before.data?.done || (!before.success && !(await isEmpty(world)))) return null
  const progress = before.data ?? (await addParts(world))
  const action = await addAction(world, progress)
  const wholeView = { recordIds: null, force: false, limit: null, metadata: null }
  const run = await world.data.transaction(async (data) => {
    const started = await startRun({ ...world, data }, action.id, wholeView)
    await data.settings.set(settingName, { ...progress, done: true })
    return started.run
  })
  return { action, run }
}
