import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from '@pictable/server/core/ports/sources.ts'
import { createFileSource } from '@pictable/server/sources/file.ts'
import { createSqliteSource } from '@pictable/server/sources/sqlite.ts'
import { createReadTableFile } from '@pictable/server/sources/table-file.ts'

/** A folder of files, changed by its owner also while one of them is read. */
export interface TroubleFiles {
  write(name: string, content: string): void
  rename(from: string, to: string): void
  remove(name: string): void
  /** Done when the next file has given its first page. */
  afterFirstPage(meanwhile: () => void): void
  /** The sources, with this folder for those that read files. */
  sourcesWith(sources: Sources): Sources
}

export function openTroubleFiles(folder: string): TroubleFiles {
  let meanwhile = () => {}
  const file = createFileSource({ filesDir: folder, readTableFile: createReadTableFile() })
  const changing: typeof file = {
    ...file,
    open(settings, connectionId) {
      const source = file.open(settings, connectionId)
      return {
        ...source,
        async *pages(table, options) {
          for await (const page of source.pages(table, options)) {
            yield page
            const once = meanwhile
            meanwhile = () => {}
            once()
          }
        },
      }
    },
  }
  const own = [changing, createSqliteSource({ filesDir: folder })]
  return {
    write(name, content) {
      // as programs save: whoever reads the file of before goes on reading that
      writeFileSync(join(folder, '.new'), content)
      renameSync(join(folder, '.new'), join(folder, name))
    },
    rename: (from, to) => renameSync(join(folder, from), join(folder, to)),
    remove: (name) => rmSync(join(folder, name)),
    afterFirstPage(work) {
      meanwhile = work
    },
    sourcesWith: (sources) => ({
      ...sources,
      kind: (name) => own.find(({ kind }) => kind === name) ?? sources.kind(name),
    }),
  }
}
