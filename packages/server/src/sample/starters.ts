import { access, readFile } from 'node:fs/promises'
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

async function readAll(path: string): Promise<readonly Starter[]> {
  const entries = registry.parse(await readJson(path))
  return Promise.all(Object.entries(entries).map(readStarter))
}

/** Reads each once; one that could not be read is read again, as what kept it from being read may pass. */
function once<Value>(read: (path: string) => Promise<Value>): (path: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return (path) => {
    const value = known.get(path) ?? read(path)
    known.set(path, value)
    value.catch(() => known.delete(path))
    return value
  }
}

const productsPath = join(folder, 'products.csv')

/** The designs in `examples/`, read when they are first asked for. */
export function createStarters(readTableFile: ReadTableFile): Starters {
  const all = once(readAll)
  const firstRow = once(async (path) => {
    const [first = {}] = await readWholeFile(await readTableFile(await readFile(path)))
    return first
  })
  return {
    all: () => all(join(folder, 'starters.json')),
    async sample(name) {
      const own = join(folder, 'data', `${name}.csv`)
      // Without data of its own, a design shows the products.
      return firstRow(
        await access(own).then(
          () => own,
          () => productsPath,
        ),
      )
    },
    picture: (path) => readFile(join(templateFolder, path)),
  }
}
