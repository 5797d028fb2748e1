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
    return [`## ${title}`, summary, `\`"source": "${kind}"\``, `${verification}.`, list]
  })
  return page(
    '# Sources',
    `A connection is one account of a source: \`POST /v1/connections\` takes the kind of the source as \`source\`, and its \`settings\`.
Secret settings are encrypted at rest and returned as \`***\` with their last four characters. If you change a destination setting, enter the
secrets again; for \`ssl\`, only if the new value is weaker (verify > require > prefer > disable). \`GET /v1/sources\` returns the
content of this page as JSON.`,
    ...sections,
  )
}
