import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { fieldKinds } from '@pictable/model/field'
import { z } from 'zod'

/** A record as it was read: its values become cells when the kinds of all fields are known. */
export interface CopiedRow {
  id: string
  /** As people count: of the feed, and in the page. */
  page: number
  line: number
  values: Readonly<Record<string, unknown>>
}

const aboutSchema = z.object({
  /** The same for the same records and fields, on every machine. */
  stamp: z.string(),
  fields: z.array(z.tuple([z.string(), z.enum(fieldKinds)])),
  count: z.int(),
  /** What the server said of each page, in order. */
  pages: z.array(z.object({ url: z.string(), etag: z.string().optional(), lastModified: z.string().optional() })),
})

/** What is known of a copy beside its records. */
export type About = z.output<typeof aboutSchema>

const rowSchema = z.object({ n: z.int(), id: z.string(), page: z.int(), line: z.int(), row: z.string() })
const valuesSchema = z.record(z.string(), z.unknown())

const setUp = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -4000;
  CREATE TABLE about (value TEXT NOT NULL);
  CREATE TABLE records (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, page INTEGER NOT NULL, line INTEGER NOT NULL, row TEXT NOT NULL);
`

/** This many records are written as one: other work goes on between. */
const batchSize = 200

/** A copy that is being written; it is not read before it is complete. */
export interface CopyWriter {
  readonly count: number
  /** `json` is the values. @returns the record that has this id already, or null when it was added */
  add(row: Omit<CopiedRow, 'values'>, json: string): CopiedRow | null
  /** Writes down what the copy is, and closes it. */
  finish(about: Pick<About, 'fields' | 'pages'>): About
  close(): void
}

export function createCopyWriter(path: string): CopyWriter {
  const database = new DatabaseSync(path)
  database.exec(setUp)
  const insert = database.prepare(
    'INSERT INTO records (id, page, line, row) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  )
  const earlier = database.prepare('SELECT n, id, page, line, row FROM records WHERE id = ?')
  const digest = createHash('sha256')
  let count = 0
  database.exec('BEGIN')
  return {
    get count() {
      return count
    },
    add({ id, page, line }, json) {
      const { changes } = insert.run(id, page, line, json)
      if (Number(changes) === 0) return copiedRow(earlier.get(id)).row
      digest.update(`${JSON.stringify(id)} ${json}\n`)
      count++
      if (count % batchSize === 0) database.exec('COMMIT; BEGIN')
      return null
    },
    finish({ fields, pages }) {
      const stamp = digest.update(JSON.stringify(fields)).digest('hex').slice(0, 32)
      const about: About = { stamp, fields, pages, count }
      database.prepare('INSERT INTO about (value) VALUES (?)').run(JSON.stringify(about))
      database.exec('COMMIT')
      database.close()
      return about
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}

/** A complete copy. It stays what it is while it is read, even if a newer one takes its place. */
export interface Copy {
  readonly about: About
  /** The records behind the n-th, up to the limit. */
  after(n: number, limit: number): { n: number; row: CopiedRow }[]
  byIds(ids: readonly string[]): CopiedRow[]
  close(): void
}

function copiedRow(given: unknown): { n: number; row: CopiedRow } {
  const { n, row, ...rest } = rowSchema.parse(given)
  return { n, row: { ...rest, values: valuesSchema.parse(JSON.parse(row)) } }
}

/** @throws an error of SQLite or of its content when the file is not a complete copy */
export function openCopy(path: string): Copy {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const { value } = z.object({ value: z.string() }).parse(database.prepare('SELECT value FROM about').get())
    const about = aboutSchema.parse(JSON.parse(value))
    const after = database.prepare('SELECT n, id, page, line, row FROM records WHERE n > ? ORDER BY n LIMIT ?')
    const byId = database.prepare('SELECT n, id, page, line, row FROM records WHERE id = ?')
    return {
      about,
      after: (n, limit) => after.all(n, limit).map(copiedRow),
      byIds: (ids) =>
        ids.flatMap((id) => {
          const found = byId.get(id)
          return found === undefined ? [] : [copiedRow(found).row]
        }),
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
