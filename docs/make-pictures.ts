// Makes the pictures of the documentation again that may be older than what they show:
//   npm run pictures [-- --check | --all | --only <name>...]
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOlder, type Older, stamp } from '@pictable/docs/pictures/freshness.ts'
import { type Shown, shown } from '@pictable/docs/pictures/shown.ts'
import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
/** Of 255: what compression alone changes. */
const MAX_LEVELS = 12
/** Share of pixels that may differ by more: the edge of a letter on another machine. */
const MAX_SHARE = 0.001

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, all: { type: 'boolean' }, only: { type: 'string', multiple: true } },
})

const nameOf = ({ path }: Shown) => basename(path, extname(path))

function describe({ picture, changed }: Older): string {
  const why = changed.length === 0 ? 'it was not made by this command yet' : `changed since: ${changed.join(', ')}`
  return `${picture.path} may be older than what it shows (${why})`
}

/** Whether two pictures look the same. Of films only the bytes are compared. */
async function looksSame(before: Buffer, after: Buffer): Promise<boolean> {
  if (before.equals(after)) return true
  const [one, other] = await Promise.all([before, after].map((bytes) => sharp(bytes).metadata()))
  const isStill = (one?.pages ?? 1) === 1 && (other?.pages ?? 1) === 1
  if (!isStill || one?.width !== other?.width || one?.height !== other?.height) return false
  const [a, b] = await Promise.all([before, after].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()))
  if (a === undefined || b === undefined || a.length !== b.length) return false
  let differing = 0
  for (const [at, level] of a.entries()) if (Math.abs(level - (b[at] ?? 0)) > MAX_LEVELS) differing++
  return differing / a.length <= MAX_SHARE
}

/** Pictures of one script are made by one process, which starts the product once. */
function make(script: string, pictures: readonly Shown[]): void {
  const args = pictures.flatMap(({ made: [, ...own] }) => own)
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${script} failed: its pictures are as they were. The reason is above.`)
}

async function makeAll(pictures: readonly Shown[]): Promise<void> {
  for (const [script, own] of Map.groupBy(pictures, ({ made: [script] }) => script)) {
    const before = new Map(own.map(({ path }) => [path, readFileSync(join(root, path))]))
    make(script, own)
    for (const [path, bytes] of before) {
      if (!(await looksSame(bytes, readFileSync(join(root, path))))) continue
      writeFileSync(join(root, path), bytes)
      console.log(`${path} looks as before, and is kept`)
    }
    stamp(root, own)
  }
}

const older = findOlder(root)
const names = shown.map(nameOf)
const unknown = values.only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0) throw new Error(`There is no picture "${unknown.join('", "')}": choose of ${names.join(', ')}.`)
if (values.check) {
  for (const each of older) console.error(describe(each))
  if (older.length > 0) console.error('Make them again: npm run pictures')
  else console.log('every picture is current')
  process.exitCode = older.length > 0 ? 1 : 0
} else {
  const asked = values.only
  const chosen = asked
    ? shown.filter((picture) => asked.includes(nameOf(picture)))
    : older.map(({ picture }) => picture)
  await makeAll(values.all ? shown : chosen)
}
