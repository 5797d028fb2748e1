import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
const nameOf = (dist: string) => join(dist, '.stamp.json')

/** What every page depends on. */
const code = [
  'docs/navigation.json',
  'package-lock.json',
  'packages/docs/{*.ts,package.json,src/**/*}',
  'packages/dashboard/{interface-font.ts,public/favicon.svg,public/theme.js}',
]

/** By content: a clone or a checkout gives files another time, not another content. */
function digestOf(path: string): string | undefined {
  try {
    return createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('base64url')
  } catch {
    return undefined
  }
}

const codeFiles = () =>
  globSync(code, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))

/** Notes what the site was made of: its code, and the files that its pages show. */
export function writeStamp(dist: string, shown: Iterable<string>): void {
  const paths = [...new Set([...codeFiles(), ...shown])].sort()
  writeFileSync(nameOf(dist), JSON.stringify(Object.fromEntries(paths.map((path) => [path, digestOf(path) ?? '']))))
}

/** Whether the site was made of something else than what is there now. */
export function isStale(dist: string): boolean {
  let stamped: unknown
  try {
    stamped = JSON.parse(readFileSync(nameOf(dist), 'utf8'))
  } catch {
    return true
  }
  if (typeof stamped !== 'object' || stamped === null) return true
  const known = new Map(Object.entries(stamped))
  if (codeFiles().some((path) => !known.has(path))) return true
  return [...known].some(([path, digest]) => digestOf(path) !== digest)
}
