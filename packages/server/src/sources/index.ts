import { AppError } from '#core/errors.ts'
import type { TableData } from '#core/ports/data/tables.ts'
import type { Governor } from '#core/ports/governor.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { DatabaseIdentity, Sources } from '#core/ports/sources.ts'
import { createAirtableSource } from './airtable.ts'
import { createFileSource } from './file.ts'
import { createMysqlSource } from './mysql.ts'
import { createNocoDbSource } from './nocodb.ts'
import { createPostgresSource } from './postgres.ts'
import type { SqlSetup } from './sql/server-settings.ts'
import { createSqliteSource } from './sqlite.ts'
import { createTableSource } from './table.ts'

export { createReadTableFile } from './table-file.ts'

/** What the kinds of source are made from. */
export interface SourcesSetup extends SqlSetup {
  tables: TableData
  fetch: SourceFetch
  governor: Governor
  /** PICTABLE_FILES_DIR: files by path lie below it; undefined when the operator allows none. */
  filesDir: string | undefined
  /** No source may lead into it. */
  ownDatabase?: DatabaseIdentity | null
}

const makers = [
  createTableSource,
  createFileSource,
  createAirtableSource,
  createNocoDbSource,
  createPostgresSource,
  createMysqlSource,
  createSqliteSource,
]

/** `createSources()` gives every kind of table product. */
export function createSources(setup: SourcesSetup): Sources {
  const kinds = makers.map((make) => make(setup))
  return {
    kinds,
    kind(name) {
      const found = kinds.find(({ kind }) => kind === name)
      if (found) return found
      const known = kinds.map(({ kind }) => kind).join(', ')
      throw new AppError('invalid_request', `"${name}" is not a kind of source. There are: ${known}.`, {
        errors: [{ pointer: '/source', detail: `must be one of: ${known}` }],
      })
    },
  }
}
