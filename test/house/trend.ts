/** Prints the house numbers of a commit and of the working tree: `npm run house [-- <commit>]`. Default: 100 commits ago. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { findOlder } from '@pictable/docs/pictures/freshness.ts'
import { houseNumbers } from '#test/house/numbers.ts'
import { wordList } from '#test/words.ts'

const isSource = /^packages\/[^/]+\/src\/.*\.tsx?$/
const git = (args: readonly string[], input = '') => spawnSync('git', args, { input, maxBuffer: 2 ** 30 }).stdout

/** Source files of a commit, read by one process; none if this clone does not have the commit. */
function filesAt(commit: string): Map<string, string> {
  const listed = git(['ls-tree', '-r', '--name-only', commit, 'packages']).toString().split('\n')
  const paths = listed.filter((path) => isSource.test(path))
  const output = git(['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join(''))
  const files = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const start = output.indexOf('\n', at) + 1
    const size = Number(output.toString('utf8', at, start - 1).split(' ')[2])
    files.set(path, output.toString('utf8', start, start + size))
    at = start + size + 1
  }
  return files
}

const [commit = 'HEAD~100'] = process.argv.slice(2)
const words = wordList.parse(JSON.parse(readFileSync('docs/words.json', 'utf8')))
const now = new Map(globSync('packages/*/src/**/*.{ts,tsx}').map((path) => [path, readFileSync(path, 'utf8')]))
const old = filesAt(commit)
const before = old.size === 0 ? null : houseNumbers(old, words)
console.info(`${''.padEnd(36)}${(before ? commit : '').padStart(12)}${'now'.padStart(12)}`)
for (const [name, count] of houseNumbers(now, words))
  console.info(`${name.padEnd(36)}${String(before?.get(name) ?? '').padStart(12)}${String(count).padStart(12)}`)
console.info(
  `${'pictures that may be older'.padEnd(36)}${''.padStart(12)}${String(findOlder('.').length).padStart(12)}`,
)
