import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startVitest } from 'vitest/node'
import { type ImportGraph, importGraphOf, loadedWith } from '#test/import-graph.ts'
import { quickFlags } from '#test/quick-flags.ts'
import type { Mutant } from './mutate.ts'

/** Longer than the tests of a file take on a slow machine: a mutant that never ends is noticed too. */
const MAX_SILENT_MS = 30_000
const MIN_SILENT_MS = 10_000
/** Of the slowest tests so far. */
const SILENT_FACTOR = 5

export type Outcome = 'killed' | 'survived' | 'endless'

export interface Job {
  mutant: Mutant
  /** From the root of the repository. */
  tests: readonly string[]
}

/** What a process of tests is doing, so that it can be ended. */
interface Watch {
  pidFile: string
  heardAtMs: number
  /** Silence for longer ends the process. */
  silentForMs: number
  /** The process was ended, and still nothing is heard: called then. */
  giveUp(): void
  isEnded: boolean
}

/** A spec for each mutant that runs the tests with it. */
function writeSpecs(folder: string, jobs: readonly (Job & { number: number })[]): void {
  for (const { number, tests } of jobs) {
    const urls = tests.map((test) => `${pathToFileURL(resolve(test))}?mutant=${number}`)
    const imports = urls.map((url) => `await import(${JSON.stringify(url)})\n`).join('')
    const pid = `writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid))\n`
    writeFileSync(
      join(folder, `mutant-${String(number).padStart(5, '0')}.test.mjs`),
      `import { writeFileSync } from 'node:fs'\n${pid}${imports}`,
    )
  }
}

function endSilent(watch: Watch): void {
  if (performance.now() - watch.heardAtMs < watch.silentForMs) return
  if (watch.isEnded) watch.giveUp()
  watch.heardAtMs = performance.now()
  watch.isEnded = true
  try {
    process.kill(Number(readFileSync(watch.pidFile, 'utf8')), 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

const numberOf = (path: string) => Number(/mutant-(\d+)\.test/.exec(path)?.[1])

/** Runs the specs of one folder in one process. @returns what came of each that was run */
async function runSpecs(folder: string, plan: string, log: (text: string) => void): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const gaveUp = Promise.withResolvers<never>()
  const watch: Watch = {
    pidFile: join(folder, 'pid'),
    // Not before the first tests: a slow machine takes its time to load.
    heardAtMs: Number.POSITIVE_INFINITY,
    silentForMs: MAX_SILENT_MS,
    giveUp: () => gaveUp.reject(new Error('the tests do not end')),
    isEnded: false,
  }
  const hear = () => {
    watch.heardAtMs = performance.now()
    watch.isEnded = false
  }
  const timer = setInterval(endSilent, 1000, watch)
  let current: number | null = null
  let slowestMs = 0
  try {
    const started = startVitest('test', [], {
      config: false,
      root: folder,
      watch: false,
      include: ['*.test.mjs'],
      pool: 'forks',
      maxWorkers: 1,
      isolate: false,
      fileParallelism: false,
      testTimeout: 5000,
      hookTimeout: 20_000,
      execArgv: [...quickFlags, '--import', pathToFileURL(resolve('test/mutation/hook.ts')).href],
      env: { MUTATION_PLAN: plan },
      experimental: { viteModuleRunner: false, nodeLoader: false },
      sequence: { groupOrder: 0 },
      reporters: [
        {
          // Before its imports: a change may make them endless, and they may be slow.
          onTestModuleQueued(module) {
            current = numberOf(module.moduleId)
            hear()
          },
          onTestModuleEnd(module) {
            // The first also loads what all share.
            if (outcomes.size > 0) {
              slowestMs = Math.max(slowestMs, performance.now() - watch.heardAtMs)
              watch.silentForMs = Math.min(MAX_SILENT_MS, Math.max(MIN_SILENT_MS, SILENT_FACTOR * slowestMs))
            }
            hear()
            const number = numberOf(module.moduleId)
            const outcome = module.ok() ? 'survived' : 'killed'
            outcomes.set(number, outcome)
            log(outcome === 'killed' ? '.' : 'S')
            if (number === current) current = null
          },
        },
      ],
    })
    // Whatever a mutant does to its process, the others are played.
    await Promise.race([started.then((vitest) => vitest.close()), gaveUp.promise])
  } catch (error) {
    if (current === null && outcomes.size === 0) throw error
  } finally {
    clearInterval(timer)
  }
  if (current !== null) outcomes.set(current, 'endless')
  return outcomes
}

/** Absolute paths of all files that load this one, itself included. */
function dependentsOf(graph: ImportGraph, file: string): string[] {
  return [...graph.keys()].filter((path) => loadedWith(graph, path).has(file)).map((path) => resolve(path))
}

/** Runs the tests of each mutant. @returns the outcomes in the order of the jobs */
export async function playMutants(
  jobs: readonly Job[],
  { log = () => {} }: { log?: (text: string) => void } = {},
): Promise<Outcome[]> {
  const graph = importGraphOf([...new Set(jobs.flatMap(({ tests }) => tests))])
  const files = [...new Set(jobs.map(({ mutant }) => mutant.file))]
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const outcomes = new Map<number, Outcome>()
  try {
    const plan = join(folder, 'plan.json')
    writeFileSync(
      plan,
      JSON.stringify({
        mutants: jobs.map(({ mutant: { file, start, end, after } }) => ({ path: resolve(file), start, end, after })),
        dependents: Object.fromEntries(files.map((file) => [resolve(file), dependentsOf(graph, file)])),
      }),
    )
    while (outcomes.size < jobs.length) {
      const left = jobs.map((job, number) => ({ ...job, number })).filter(({ number }) => !outcomes.has(number))
      const specs = mkdtempSync(join(folder, 'specs-'))
      writeSpecs(specs, left.slice(0, 150))
      const news = await runSpecs(specs, plan, log)
      if (news.size === 0) throw new Error('no mutant was run')
      for (const [number, outcome] of news) outcomes.set(number, outcome)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return jobs.map((_, number) => outcomes.get(number) ?? 'survived')
}
