import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Migration } from 'kysely/migration'

/** In folders of at most 40 files each, which begin with the number of their first. */
const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^\d{4}-[\w-]+\.ts$/.test(basename(path)))
  .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))

const loaded = paths.map(
  async (path): Promise<[string, Migration]> => [basename(path, '.ts'), await import(`./${path}`)],
)

/** Every migration of these folders in the order of the names, each exactly once. A released migration never changes. */
export const migrations: Record<string, Migration> = Object.fromEntries(await Promise.all(loaded))
