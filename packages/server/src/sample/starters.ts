import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { starterPurposes } from '@pictable/model/starter'
import { z } from 'zod'
import type { Starter, Starters } from '#core/ports/starters.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import { readWholeFile } from '#core/table/read-whole-file.ts'

/** What lies there for use by hand is what a gallery offers. */
const folder = join(import.meta.dirname, '../../../../examples')
/** Paths of pictures start here, as they do for the command `render`. */
const templateFolder = join(folder, 'templates')

/** Of `starters.json`, by the name of the file. */
const registry = z.record(
  z.string(),
  z.strictObject({ purpose: z.enum(starterPurposes), keywords: z.array(z.string()) }),
)
type Entry = z.output<typeof registry>[string]

const facts = z.object({ name: z.string(), width: z.number(), height: z.number() })

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}

async function readStarter([name, entry]: [string, Entry]): Promise<Starter> {
  const design = await readJson(join(templateFolder, `${name}.json`))
  const { name: title, width, height } = facts.parse(design)
  return { name, title, ...entry, width, height, design }
}

async function readAll(): Promise<readonly Starter[]> {
  const entries = registry.parse(await readJson(join(folder, 'starters.json')))
  return Promise.all(Object.entries(entries).map(readStarter))
}

/** The data of a design of its own, or else of the products. */
function dataFor(name: string): Promise<Uint8Array> {
  return readFile(join(folder, 'data', `${name}.csv`)).catch(() => readFile(join(folder, 'products.csv')))
}

/** The designs in `examples/`, read when they are first asked for. */
export function createStarters(readTableFile: ReadTableFile): Starters {
  let read: Promise<readonly Starter[]> | undefined
  return {
    all() {
      read ??= readAll().catch((error) => {
        // What kept them from being read may pass.
        read = undefined
        throw error
      })
      return read
    },
    async sample(name) {
      const [first = {}] = await readWholeFile(await readTableFile(await dataFor(name)))
      return first
    },
    picture: (path) => readFile(join(templateFolder, path)),
  }
}
