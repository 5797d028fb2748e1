import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { applyTo } from './mutate.ts'

/*
 * Loaded into the process of the tests. A test that is imported with `?mutant=7` sees the seventh mutant: the changed file
 * and all that import it are loaded again under this name, everything else once for all mutants.
 */

const plan = z
  .object({
    mutants: z.array(z.object({ path: z.string(), start: z.number(), end: z.number(), after: z.string() })),
    /** Paths of the modules that import a mutated one, themselves or by others. */
    dependents: z.record(z.string(), z.array(z.string())),
  })
  .parse(JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? '', 'utf8')))

const dependents = new Map(Object.entries(plan.dependents).map(([path, all]) => [path, new Set(all)]))
const stripped = new Map<string, string>()

const numberIn = (url: string | undefined) => /\?mutant=(\d+)$/.exec(url ?? '')?.[1]

function sourceOf(path: string): string {
  const known = stripped.get(path)
  if (known !== undefined) return known
  const source = stripTypeScriptTypes(readFileSync(path, 'utf8'))
  stripped.set(path, source)
  return source
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const number = numberIn(specifier) ?? numberIn(context.parentURL)
    const mutant = plan.mutants[Number(number)]
    if (mutant === undefined || !resolved.url.startsWith('file:')) return resolved
    const path = fileURLToPath(resolved.url)
    const isChanged = dependents.get(mutant.path)?.has(path) === true
    return { ...resolved, url: isChanged ? `${resolved.url.replace(/\?.*$/, '')}?mutant=${number}` : resolved.url }
  },
  load(url, context, next) {
    const mutant = plan.mutants[Number(numberIn(url))]
    if (mutant === undefined) return next(url, context)
    const path = fileURLToPath(url)
    const source =
      path === mutant.path ? stripTypeScriptTypes(applyTo(readFileSync(path, 'utf8'), mutant)) : sourceOf(path)
    return { format: 'module', source, shortCircuit: true }
  },
})
