import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '#test/test-projects.ts'

/** Tests of these start in a moment; `npm test` runs the others. */
const startSoon: readonly Project[] = ['thorough', 'drawing', 'data', 'app']

const root = join(import.meta.dirname, '..')

function linesOf(command: string, args: readonly string[]): string[] {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Files that differ from the last commit, new ones included. */
function changedFiles(): string[] {
  const changed = [
    ...linesOf('git', ['diff', '--name-only', 'HEAD']),
    ...linesOf('git', ['ls-files', '--others', '--exclude-standard']),
  ]
  return changed.filter((path) => existsSync(join(root, path)))
}

/** Tests that are or import a changed file. To find them takes time, which a checkout without changes need not spend. */
async function findTouched(): Promise<string[]> {
  const { findTests } = await import('#test/test-projects.ts')
  return findTests()
    .filter(({ project }) => startSoon.includes(project))
    .filter(({ path, imports }) => changed.some((file) => file === path || imports.has(file)))
    .map(({ path }) => path)
}

/** Runs a step and prints what it printed only when it fails. */
async function step(name: string, command: string, args: readonly string[]): Promise<boolean> {
  const startedMs = performance.now()
  // The compiler is written in Go, and ends before much of its memory has to be collected. Vitest itself is compiled once, too.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env, GOGC: '400' }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) process.stderr.write(Buffer.concat(printed))
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`)
  return code === 0
}

const vitest = ['run', '--reporter', 'dot']
// What always runs starts before the rest is known.
const always = [
  step('types', 'tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/quick.tsbuildinfo']),
  step('pure tests', 'vitest', [...vitest, '--maxWorkers', '2', '--project', 'pure', '--project', 'house']),
]
const changed = changedFiles()
const touched = changed.length === 0 ? [] : await findTouched()

const lint = ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed]
const passed = await Promise.all([
  ...always,
  changed.length === 0 || step(`lint of ${changed.length} changed files`, 'biome', lint),
  touched.length === 0 ||
    step(`${touched.length} test files that import a changed file`, 'vitest', [...vitest, ...touched]),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
