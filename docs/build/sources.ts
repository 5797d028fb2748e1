import { createSources } from '@pictable/server/sources/index.ts'
import { page } from './markdown.ts'
import { settingsTable } from './settings-table.ts'

type Setup = Parameters<typeof createSources>[0]

/** The kinds are only described here, never opened. */
const unused = new Proxy<Partial<Setup>>({}, { get: () => ({}) })

function isSetup(setup: Partial<Setup>): setup is Setup {
  return setup === unused
}

export function sourcesPage(): string {
  const kinds = isSetup(unused) ? createSources(unused).kinds : []
  const sections = kinds.flatMap(({ kind, title, summary, verification, settings }) => {
    const list = settingsTable(settings)
    return [`## ${title}`, summary, `\`"source": "${kind}"\``, `How it was verified: ${verification}.`, list]
  })
  return page(
    '# Sources',
    `A connection is one account of a source: \`POST /v1/connections\` takes its kind as \`source\` and its \`settings\`.
Secret settings are sealed at rest and answered as \`***\` with their last four characters. A change of a destination setting needs the secrets again; of \`ssl\`, only a change to a
weaker value (verify > require > prefer > disable) does. \`GET /v1/sources\` gives the
same as data.`,
    ...sections,
  )
}
