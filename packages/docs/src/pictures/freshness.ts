import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Shown, shown } from './shown.ts'

/** By picture and by what it shows: a digest of the files when it was made. */
const stampsSchema = z.record(z.string(), z.record(z.string(), z.string()))
type Stamps = z.output<typeof stampsSchema>

const pathOf = (root: string) => join(root, 'docs', 'pictures.json')
const isTest = /\.test(-kit)?\.tsx?$/

/** By content: every commit gives files another time, and a rebase gives commits another one. */
function digestOf(root: string, globs: readonly string[]): string {
  const hash = createHash('sha256')
  const paths = globSync([...globs], { cwd: root }).filter((path) => !isTest.test(path))
  for (const path of paths.sort()) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('base64url').slice(0, 10)
}

export function readStamps(root: string): Stamps {
  return stampsSchema.parse(JSON.parse(readFileSync(pathOf(root), 'utf8')))
}

/** A picture that may be older than what it shows. */
export interface Older {
  picture: Shown
  /** What has changed since it was made; none if it never was by its script. */
  changed: string[]
}

/** `findOlder()` lists the pictures whose subjects have changed since they were made. It opens no browser. */
export function findOlder(root: string, stamps: Stamps = readStamps(root)): Older[] {
  return shown.flatMap((picture) => {
    const stamp = stamps[picture.path]
    if (stamp === undefined) return [{ picture, changed: [] }]
    const subjects = Object.entries(picture.shows)
    const changed = subjects.filter(([name, globs]) => stamp[name] !== digestOf(root, globs)).map(([name]) => name)
    return changed.length === 0 ? [] : [{ picture, changed }]
  })
}

/** Notes what these pictures show now. */
export function stamp(root: string, pictures: readonly Shown[]): void {
  const made = pictures.map(({ path, shows }) => {
    const digests = Object.entries(shows).map(([name, globs]) => [name, digestOf(root, globs)])
    return [path, Object.fromEntries(digests)] as const
  })
  const stamps = Object.entries({ ...readStamps(root), ...Object.fromEntries(made) })
  const sorted = stamps.toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(pathOf(root), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
