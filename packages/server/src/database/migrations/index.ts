import { readdirSync } from 'node:fs'
import type { Migration } from 'kysely/migration'

// In a release they are compiled.
const names = readdirSync(import.meta.dirname)
  .flatMap((file) => /^(\d{4}-[\w-]+)\.[jt]s$/.exec(file)?.[1] ?? [])
  .sort()

const loaded = names.map(async (name): Promise<[string, Migration]> => [name, await import(`./${name}.ts`)])

/** Every migration of this folder in the order of the names, each exactly once. A released migration never changes. */
export const migrations: Record<string, Migration> = Object.fromEntries(await Promise.all(loaded))
