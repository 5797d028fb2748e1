import { AppError } from '#core/errors.ts'
import type { TableData } from '#core/ports/data/tables.ts'
import type { Sources } from '#core/ports/sources.ts'
import { createTableSource } from './table.ts'

export { readTableFile } from './table-file.ts'

/** What the kinds of source are made from. */
export interface SourcesSetup {
  tables: TableData
}

const makers = [createTableSource]

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
