import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { z } from 'zod'

const importSchema = z.object({
  specifier: z.string(),
  /** How an import reaches its file: a type vanishes when the file runs, a dynamic import comes later. */
  kind: z.enum(['value', 'type', 'dynamic']),
})
export type Import = z.infer<typeof importSchema>

/** The specifier of `import(`./${name}.ts`)`: any file of its folder. */
export const ANY_SIBLING = './*.ts'

function parseImports(path: string, source: string): Import[] {
  const { module } = parseSync(path, source)
  const fixed = module.staticImports.map(({ entries, moduleRequest }): Import => {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    return { specifier: moduleRequest.value, kind: isType ? 'type' : 'value' }
  })
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }): Import[] =>
      moduleRequest ? [{ specifier: moduleRequest.value, kind: isType ? 'type' : 'value' }] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }): Import[] => {
    const requested = source.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^['"](.*)['"]$/.exec(requested)?.[1]
    const isFolder = /^`\.\/\$\{\w+\}\.ts`$/.test(requested)
    const specifier = literal ?? (isFolder ? ANY_SIBLING : null)
    return specifier === null ? [] : [{ specifier, kind: 'dynamic' }]
  })
  return [...fixed, ...exported, ...dynamic]
}

const root = join(import.meta.dirname, '..')
const storePath = join(root, 'node_modules', '.cache', 'imports.json')

/** What was parsed, by path, with the hash of its source. It is valid for this parser (this file and the pinned packages). */
const storeSchema = z.object({
  parser: z.string(),
  files: z.record(z.string(), z.object({ source: z.string(), imports: z.array(importSchema) })),
})
const parser = hash('sha1', [import.meta.filename, join(root, 'package.json')].map((path) => readFileSync(path)).join())

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

/** `parsedImports()` lists what a file imports or exports again. Each version of a file is parsed once. */
export function parsedImports(path: string, source: string): readonly Import[] {
  const sourceHash = hash('sha1', source)
  const known = files.get(path)
  if (known?.source === sourceHash) return known.imports
  const imports = parseImports(path, source)
  files.set(path, { source: sourceHash, imports })
  isStored = false
  return imports
}

/** `storeParsedImports()` keeps for the next process what this one has parsed. */
export function storeParsedImports(): void {
  if (isStored) return
  const kept = [...files].filter(([path]) => existsSync(join(root, path)))
  mkdirSync(dirname(storePath), { recursive: true })
  // Another process reads the file before or after, never half of it.
  const part = `${storePath}.${process.pid}`
  writeFileSync(part, JSON.stringify({ parser, files: Object.fromEntries(kept) }))
  renameSync(part, storePath)
  isStored = true
}
