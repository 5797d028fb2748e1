import type { SourceKind } from '@pictable/server/core/ports/sources.ts'
import { createSources } from '@pictable/server/sources/index.ts'
import { page } from './markdown.ts'
import { settingsTable } from './settings-table.ts'

type Setup = Parameters<typeof createSources>[0]

/** The kinds are only described here, never opened. */
const unused = new Proxy<Partial<Setup>>({}, { get: () => ({}) })

function isSetup(setup: Partial<Setup>): setup is Setup {
  return setup === unused
}

const testedRow = ({ title, verification }: SourceKind) =>
  `| [${title}](#${title.toLowerCase().replaceAll(' ', '-')}) | ${verification} |`

export function sourcesPage(): string {
  const kinds = isSetup(unused) ? createSources(unused).kinds : []
  const sections = kinds.flatMap(({ kind, title, summary, settings }) => {
    const list = settingsTable(settings)
    return [`## ${title}`, summary, `\`"source": "${kind}"\``, list]
  })
  const tested = ['| source | tested with |', '|---|---|', ...kinds.map(testedRow)].join('\n')
  return page(
    '# Sources',
    `A connection is one account of a source: \`POST /v1/connections\` takes the kind of the source as \`source\`, and its \`settings\`.
Secret settings are encrypted at rest and returned as \`***\` with their last four characters. If you change a destination setting, enter the
secrets again; for \`ssl\`, only if the new value is weaker (verify > require > prefer > disable). \`GET /v1/sources\` returns the
content of this page as JSON.`,
    '## What each source was tested with',
    tested,
    ...sections,
  )
}
