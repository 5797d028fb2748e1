import type { Capabilities, Source, SourceCheck } from '#core/ports/source.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { WayOut } from '#sources/hosted/hosted-api.ts'
import { createDescribedApi, type DescribedApi } from './described-api.ts'
import { settingsSchema } from './described-settings.ts'
import type { Description } from './description.ts'
import { maxFileBytes, uploadFile } from './files.ts'
import { at, plain } from './notation.ts'
import { cursorKind, readPages, readRecords } from './read-records.ts'
import { listBases, listTables, listViews, readTable } from './read-table.ts'
import { DescribedError } from './rejection.ts'
import { checkCells, writeRecords } from './write-records.ts'

/** Of one call where each record takes a request: the fields of the table are read once for all of them. */
const MAX_IDS = 100

/** Credentials may be good for tables, and not for the name of their user. */
async function nameOf(api: DescribedApi, account: NonNullable<Description['account']>): Promise<string | undefined> {
  try {
    const answer = await api.ask(account, { context: {} })
    return account.names.map((path) => plain(at(answer, path))).find((each) => each !== '')
  } catch (error) {
    if (error instanceof DescribedError && error.code === 'source_forbidden') return undefined
    throw error
  }
}

async function check(api: DescribedApi): Promise<SourceCheck> {
  const { account, bases: about, title } = api.description
  const bases = await listBases(api)
  const tables = 'fixed' in about ? await listTables(api, about.fixed.id) : bases
  const name = account === undefined ? undefined : await nameOf(api, account)
  const warning = `The credentials have access to no table. Give them access to the tables in ${title}.`
  return { ...(name === undefined ? {} : { account: name }), warnings: tables.length === 0 ? [warning] : [] }
}

function capabilitiesOf(
  { views, records, by_ids, write, files, limits }: Description,
  isMetered: boolean,
): Capabilities {
  return {
    views: views === undefined ? 'none' : 'server',
    page: { max: records.pages.max, cursor: cursorKind(records.pages) },
    getMany: by_ids.list === undefined ? { max: MAX_IDS, perRequest: 1 } : { max: by_ids.max },
    write: write === undefined ? null : { batchMax: write.max, checkCalls: write.check === undefined ? 1 : 2 },
    attachment:
      write === undefined || files === undefined
        ? null
        : { byUrl: files.by_url !== undefined, maxBytes: files.upload === undefined ? null : maxFileBytes(files) },
    perSecond: limits.per_second,
    metered: isMetered,
    changes: 'poll',
  }
}

function openDescribed(api: DescribedApi, isMetered: boolean): Source {
  const capabilities = capabilitiesOf(api.description, isMetered)
  return {
    capabilities,
    check: () => check(api),
    listBases: () => listBases(api),
    listTables: (baseId) => listTables(api, baseId),
    listViews: (ref) => listViews(api, ref),
    async listFields(ref) {
      const { fields } = await readTable(api, ref)
      return fields.map(({ rule, cell, choices, maxLength, isRequired, ...field }) => field)
    },
    pages: (ref, options) => readPages(api, ref, options),
    getRecords: (ref, recordIds, options) => readRecords(api, ref, { recordIds, ...options }),
    checkWrite: (ref, cells) => checkCells(api, ref, cells),
    writeBack: (ref, patches) => writeRecords(api, ref, patches),
    ...(capabilities.attachment?.maxBytes ? { upload: (ref, upload) => uploadFile(api, ref, upload) } : {}),
  }
}

/** `createDescribedSource()` makes a source of a description: a table product without code of its own. */
export function createDescribedSource(description: Description, way: WayOut): SourceKind {
  const { kind, title, summary, verification } = description
  const settings = settingsSchema(description.settings, title)
  return {
    kind,
    title,
    summary,
    verification,
    settings,
    open(given, connectionId, onHeld) {
      const parsed = settings.parse(given)
      const api = createDescribedApi({ way, description, settings: parsed, connectionId, onHeld })
      return openDescribed(api, parsed.calls_per_day !== undefined || parsed.calls_per_month !== undefined)
    },
  }
}
