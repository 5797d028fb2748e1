import { openEmbedded } from '#database/open-embedded.ts'
import { rowsOf } from '#database/statement.ts'

/** Run as a process of its own: prints every number that was committed, until somebody kills it. */
const [dataDir = ''] = process.argv.slice(2)
const { kysely } = await openEmbedded({ dataDir })
for (let n = 0; ; n++) {
  await kysely.transaction().execute(async (transaction) => {
    await rowsOf(transaction, 'insert into settings (name, value) values ($1, $2)', [`n ${n}`, String(n)])
    await rowsOf(transaction, 'update settings set value = $1 where name = $2', [String(n), 'n 0'])
  })
  process.stdout.write(`${n}\n`)
}
