import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'

/** A process of its own: reads 100 rows as often as its argument says, and prints its resident memory after every 10,000 reads. */

const reads = Number(process.argv[2])
const page = `select n as id, repeat('x', 80) as text, '{"a": [1, 2, 3]}'::jsonb as data
  from generate_series($1::int, $1::int + 99) n`
const dataDir = mkdtempSync(join(tmpdir(), 'pictable-reads-'))
try {
  const database = await openEmbedded({ dataDir })
  // Once a minute otherwise, whenever that is: it touches memory that reads do not.
  await database.maintain()
  for (let count = 1; count <= reads; count++) {
    await rowsOf(database.kysely, page, [count % 1000])
    if (count % 10_000 === 0) console.log(process.memoryUsage.rss())
  }
  await database.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
