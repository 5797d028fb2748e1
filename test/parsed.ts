import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** What is read out of source files. Each version of a file is parsed once, also by later processes. */
export interface Parsed<Found> {
  of(path: string, source: string): Found
  /** Keeps for the next process what this one has parsed. */
  store(): void
}

interface ParsedOptions<Found> {
  /** Of the file that keeps it. */
  name: string
  found: z.ZodType<Found>
  parse(path: string, source: string): Found
  /** The files that `parse` consists of. */
  parser: readonly string[]
}

const root = join(import.meta.dirname, '..')

/** `createParsed()` keeps what `parse` finds by path, with the hash of the source. It is valid for this parser and the pinned packages. */
export function createParsed<Found>({ name, found, parse, parser: parts }: ParsedOptions<Found>): Parsed<Found> {
  const storePath = join(root, 'node_modules', '.cache', `${name}.json`)
  const storeSchema = z.object({
    parser: z.string(),
    files: z.record(z.string(), z.object({ source: z.string(), found })),
  })
  const parser = hash('sha1', [...parts, join(root, 'package.json')].map((path) => readFileSync(path)).join())

  function readStore(): z.infer<typeof storeSchema>['files'] {
    try {
      const store = storeSchema.parse(JSON.parse(readFileSync(storePath, 'utf8')))
      return store.parser === parser ? store.files : {}
    } catch {
      return {} // It is absent, or another version wrote it.
    }
  }

  const files = new Map(Object.entries(readStore()))
  let isStored = true
  return {
    of(path, source) {
      const sourceHash = hash('sha1', source)
      const known = files.get(path)
      if (known?.source === sourceHash) return known.found
      const parsed = parse(path, source)
      files.set(path, { source: sourceHash, found: parsed })
      isStored = false
      return parsed
    },
    store() {
      if (isStored) return
      const kept = [...files].filter(([path]) => existsSync(join(root, path)))
      mkdirSync(dirname(storePath), { recursive: true })
      // Another process reads the file before or after, never half of it.
      const part = `${storePath}.${process.pid}`
      writeFileSync(part, JSON.stringify({ parser, files: Object.fromEntries(kept) }))
      renameSync(part, storePath)
      isStored = true
    },
  }
}
