import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Load, parseTemplate } from '@pictable/renderer'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')

const designSchema = z.object({
  template: z.unknown(),
  values: z.record(z.string(), z.string()).default({}),
  modifications: z.array(z.looseObject({ name: z.string() })).default([]),
  scale: z.number().default(1),
})

/** A picture that both sides draw. */
export interface Design {
  readonly name: string
  readonly load: Load
  readonly job: z.output<typeof designSchema>
}

/** The designs of the renderer and those of the gallery, these with their fallbacks in place of values. */
export const designs: readonly Design[] = [
  ...globSync(join(root, 'packages/renderer/designs/*.json')).map((path) => designOf('design', path, readJson(path))),
  ...globSync(join(root, 'examples/templates/*.json')).map((path) =>
    designOf('gallery', path, { template: readJson(path), values: sampleOf(basename(path, '.json')) }),
  ),
].sort((one, other) => (one.name < other.name ? -1 : 1))

function designOf(kind: string, path: string, json: unknown): Design {
  const load: Load = (src) => readFile(join(dirname(path), src))
  return { name: `${kind} ${basename(path, '.json')}`, load, job: designSchema.parse(json) }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The first record of the sample data. */
function sampleOf(name: string): Record<string, string> {
  const [own] = globSync(join(root, 'examples/data', `${name}.csv`))
  const [head = [], row = []] = readCsv(readFileSync(own ?? join(root, 'examples/products.csv'), 'utf8'))
  return Object.fromEntries(head.map((column, index) => [column, row[index] ?? '']))
}

function readCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
  }
  return rows
}

/** The job as JSON for a page: files become `data:` URLs, except those whose names are computed. */
export async function jobForPage({ job, load }: Design): Promise<unknown> {
  const inline = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string' && /^[^:\s{]+\.(?:jpg|png|svg|webp|gif|ttf|otf|woff2?)$/.test(value)) {
      const bytes = await load(value, { signal: new AbortController().signal })
      return `data:;base64,${Buffer.from(bytes).toString('base64')}`
    }
    if (Array.isArray(value)) return Promise.all(value.map(inline))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      await Promise.all(Object.entries(value).map(async ([key, part]) => [key, await inline(part)])),
    )
  }
  return inline({ ...job, template: parseTemplate(job.template) })
}
