import { AppError } from '#core/errors.ts'
import type { TableData } from '#core/ports/data/tables.ts'
import type { Governor } from '#core/ports/governor.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { DatabaseIdentity, Sources } from '#core/ports/sources.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import { createAirtableSource } from './airtable.ts'
import { createDescribedSource } from './described/described-source.ts'
import { readDescriptions } from './described/read-descriptions.ts'
import { shippedDescriptions } from './described/shipped.ts'
import { createFeedSource } from './feed.ts'
import { createFileSource } from './file.ts'
import { createGoogleSheetsSource } from './google-sheets.ts'
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
  readTableFile: ReadTableFile
  /** Folder for the copies of feeds. */
  feedsDir: string
  /** No source may lead into it. */
  ownDatabase?: DatabaseIdentity | null
  /** With descriptions of users, one JSON file for each; undefined for none. */
  descriptionsDir?: string
}

const makers = {
  table: createTableSource,
  file: createFileSource,
  feed: createFeedSource,
  airtable: createAirtableSource,
  nocodb: createNocoDbSource,
  google_sheets: createGoogleSheetsSource,
  postgres: createPostgresSource,
  mysql: createMysqlSource,
  sqlite: createSqliteSource,
}

const takenKinds = [...Object.keys(makers), ...shippedDescriptions.map(({ kind }) => kind)]

/** The descriptions that users put into a folder. */
export const readSourceFiles = (folder: string) => readDescriptions(folder, takenKinds)

/** `createSources()` gives every kind of table product. */
export function createSources(setup: SourcesSetup): Sources {
  const { descriptionsDir } = setup
  const files = typeof descriptionsDir === 'string' ? readSourceFiles(descriptionsDir) : null
  const broken = files?.broken ?? []
  const kinds = [
    ...Object.values(makers).map((make) => make(setup)),
    ...shippedDescriptions.map((description) => createDescribedSource(description, setup)),
    ...(files?.descriptions.map(({ description }) => createDescribedSource(description, setup)) ?? []),
  ]
  return {
    kinds,
    broken,
    kind(name) {
      const found = kinds.find(({ kind }) => kind === name)
      if (found) return found
      const known = kinds.map(({ kind }) => kind).join(', ')
      const reasons = broken.map(({ file, reason }) => ` ${file} is broken: ${reason}`).join('')
      throw new AppError('invalid_request', `"${name}" is not a kind of source. There are: ${known}.${reasons}`, {
        errors: [{ pointer: '/source', detail: `must be one of: ${known}` }],
      })
    },
  }
}
