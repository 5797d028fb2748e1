import { compareAirtables } from './live/compare.ts'
import { printDifferences } from './live/shape.ts'
import { startFakeAirtable } from './start-fake-airtable.ts'

/** Compares the real Airtable with the fake. A person runs it, with a base of theirs that may get one more table. */

const help = `Compares Airtable itself with our fake of it.

Set AIRTABLE_TOKEN to a personal access token with the scopes data.records:read, data.records:write, schema.bases:read,
schema.bases:write and webhook:manage, and AIRTABLE_BASE to the id (app…) of a base made for this: every run leaves one
table in it, which Airtable lets only people delete. It takes about a minute and about 55 of the month's calls.`

const [token, baseId] = [process.env.AIRTABLE_TOKEN, process.env.AIRTABLE_BASE]
if (!token || !baseId) {
  console.error(help)
  process.exit(2)
}

const fake = await startFakeAirtable({ callsPerBase: 1000, callsPerToken: 1000 })
const tableName = `Comparison ${new Date().toISOString()}`
const real = {
  url: process.env.AIRTABLE_URL ?? 'https://api.airtable.com',
  contentUrl: process.env.AIRTABLE_CONTENT_URL ?? 'https://content.airtable.com',
  token,
  baseId,
  paceMs: Number(process.env.AIRTABLE_PACE_MS ?? 300),
}
const twin = {
  url: fake.url,
  contentUrl: fake.contentUrl,
  token: fake.control.createToken(),
  baseId: fake.control.createBase('Comparison').id,
  paceMs: 0,
}
try {
  const { requests, differences } = await compareAirtables(
    { real, fake: twin },
    { tableName, onStep: (name, { real: status }) => console.log(`${status} ${name}`) },
  )
  if (differences.length > 0) console.log(`\n${printDifferences(differences)}`)
  console.log(`\n${requests} requests, ${differences.length} differences. You may delete the table "${tableName}".`)
  process.exitCode = differences.length > 0 ? 1 : 0
} finally {
  await fake.close()
}
