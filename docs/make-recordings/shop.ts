import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Stage } from './stage.ts'

/** What a film needs to know of a design; the rest is kept. */
const design = z.looseObject({
  width: z.number(),
  height: z.number(),
  layers: z.array(z.looseObject({ name: z.string() })),
})

export type Design = z.output<typeof design>
type Layer = Design['layers'][number]

/** Properties of layers by their names; null removes the layer. */
type Changes = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>

export const changed = ({ layers, ...page }: Design, changes: Changes, added: readonly Layer[] = []): Design => ({
  ...page,
  layers: [
    ...layers.flatMap((layer) => (changes[layer.name] === null ? [] : [{ ...layer, ...changes[layer.name] }])),
    ...added,
  ],
})

export const photoPath = (name: string) => join(import.meta.dirname, '../../examples/photos', `${name}.jpg`)

/** A template of the sample. */
export async function sampleTemplate({ client }: Stage, name: string): Promise<{ id: string; design: Design }> {
  const { results } = await client.templates.list()
  const found = results.find((each) => each.name === name)
  if (!found) throw new Error(`the sample has no template "${name}"`)
  const { id, design: written } = await client.templates.get({ params: { id: found.id } })
  return { id, design: design.parse(written) }
}

/** The `src` of a photo of the sample. */
export async function uploadPhoto({ client }: Stage, name: string): Promise<string> {
  const path = photoPath(name)
  const query = { filename: basename(path), reuse: 'true' } as const
  const { src } = await client.assets.upload({ query, body: await readFile(path), contentType: 'image/jpeg' })
  return src
}

/** The table of the sample, whose rows change by their names; null removes the row. */
export async function changeProducts({ client }: Stage, changes: Changes) {
  const [connection, table] = [(await client.connections.list()).results[0], (await client.tables.list()).results[0]]
  if (!connection || !table) throw new Error('the sample has no table')
  const params = { id: table.id }
  const { results: rows } = await client.tables.rows({ params, query: { limit: 100 } })
  const named = rows.map(({ id, fields }) => ({ id, change: changes[String(fields.Name)] }))
  const gone = named.filter(({ change }) => change === null).map(({ id }) => id)
  if (gone.length > 0) await client.tables.deleteRows({ params, body: { row_ids: gone } })
  const edited = named.flatMap(({ id, change }) => (change ? [{ id, fields: { ...change } }] : []))
  if (edited.length > 0) await client.tables.updateRows({ params, body: { rows: edited } })
  const rowOf = (name: string) => rows.find(({ fields }) => fields.Name === name)?.id ?? ''
  const ofTable = { table_id: table.id, table_name: table.name, view_id: null, view_name: null }
  return { rowOf, source: { connection_id: connection.id, base_id: 'built-in', ...ofTable } }
}

type Source = Awaited<ReturnType<typeof changeProducts>>['source']

/** A published template that shows the records of a table. */
export async function addTemplate({ client }: Stage, name: string, own: Design, source?: Source) {
  const { id } = await client.templates.create({ body: { name, design: own, publish: true } })
  if (source) await client.templates.update({ params: { id }, body: { preview_source: source } })
  return { id, width: own.width, height: own.height }
}
