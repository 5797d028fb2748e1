import { parseSync } from 'oxc-parser'
import { z } from 'zod'
import { createParsed } from '#test/parsed.ts'

const importSchema = z.object({
  specifier: z.string(),
  /** How an import reaches its file: a type vanishes when the file runs, a dynamic import comes later. */
  kind: z.enum(['value', 'type', 'dynamic']),
})
export type Import = z.infer<typeof importSchema>

/** The specifier of `import(`./${name}.ts`)`: any file of its folder. */
export const ANY_SIBLING = './*.ts'

function parse(path: string, source: string): Import[] {
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

/** What a file imports or exports again. */
export const parsedImports = createParsed({
  name: 'imports',
  found: z.array(importSchema),
  parse,
  parser: [import.meta.filename],
})
