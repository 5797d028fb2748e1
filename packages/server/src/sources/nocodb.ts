import { z } from 'zod'
import type { Governor } from '#core/ports/governor.ts'
import type { Base, Source, SourceCheck } from '#core/ports/source.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import { callsPerDay } from './hosted/calls-per-day.ts'
import { checkCells } from './nocodb/check-write.ts'
import { readTable } from './nocodb/noco-table.ts'
import { createNocoApi, type NocoApi } from './nocodb/nocodb-api.ts'
import { pageMax, readPages, readRecords } from './nocodb/read-records.ts'
import { NocoError } from './nocodb/refusal.ts'
import { createHooks } from './nocodb/watch-table.ts'
import { batchMax, maxFileBytes, uploadFile, writeRecords } from './nocodb/write-records.ts'

const settings = z.strictObject({
  token: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[\x21-\x7e]+$/, 'must be a NocoDB token')
    .meta({
      role: 'secret',
      title: 'Token',
      description: 'Create it in NocoDB under Account settings, Tokens. It has the permissions of its user.',
    }),
  endpoint_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .default('https://app.nocodb.com')
    .meta({
      role: 'destination',
      title: 'URL',
      description: 'URL of your NocoDB: the part before /dashboard in the browser.',
    }),
  calls_per_month: z.number().int().min(1).max(1_000_000_000).optional().meta({
    role: 'plain',
    keepsTables: true,
    title: 'Requests per month',
    description: 'Maximum requests that Pictable makes in a month. Leave it empty for a self-hosted NocoDB.',
  }),
  calls_per_day: callsPerDay,
})

const listOf = z.object({ list: z.array(z.object({ id: z.string(), title: z.string() })) })
const userSchema = z.object({ email: z.string().optional(), display_name: z.string().nullish() })

const named = ({ list }: z.infer<typeof listOf>): Base[] => list.map(({ id, title }) => ({ id, name: title }))

async function listBases(api: NocoApi): Promise<Base[]> {
  return named(await api.get('/api/v2/meta/bases/', { answer: listOf }))
}

/** Asks for the tables of a base, through the newest part of the API that Pictable needs. */
async function listTables(api: NocoApi, baseId: string): Promise<Base[]> {
  return named(await api.get(`/api/v3/meta/bases/${encodeURIComponent(baseId)}/tables`, { answer: listOf }))
}

const noBase =
  'The token has access to no base. Give its user access to the base in NocoDB, or create the token as a user who has access.'

async function check(api: NocoApi): Promise<SourceCheck> {
  const bases = await listBases(api)
  const [first] = bases
  try {
    await listTables(api, first?.id ?? 'none')
  } catch (error) {
    if (!(error instanceof NocoError) || error.vendorCode !== 'ERR_BASE_NOT_FOUND') throw error
  }
  const { email, display_name } = await api.get('/api/v2/auth/user/me', { answer: userSchema })
  const account = display_name || email
  return { ...(account ? { account } : {}), warnings: first === undefined ? [noBase] : [] }
}

function openNocoDb(api: NocoApi, isMetered: boolean): Source {
  return {
    capabilities: {
      views: 'server',
      page: { max: pageMax, cursor: 'position' },
      getMany: { max: pageMax, inView: true },
      write: { batchMax, checkCalls: 2 },
      attachment: { byUrl: true, maxBytes: maxFileBytes },
      ...(api.perSecond === undefined ? {} : { perSecond: api.perSecond }),
      metered: isMetered || api.perSecond !== undefined,
      changes: 'webhook',
    },
    check: () => check(api),
    listBases: () => listBases(api),
    listTables: (baseId) => listTables(api, baseId),
    listViews: async (ref) => [...(await readTable(api, ref)).views],
    async listFields(ref) {
      const { fields } = await readTable(api, ref)
      return fields.map(({ uidt, writes, choices, maxLength, isRequired, ...field }) => field)
    },
    pages: (ref, options) => readPages(api, ref, options),
    getRecords: (ref, recordIds, options) => readRecords(api, ref, { recordIds, ...options }),
    checkWrite: (ref, cells) => checkCells(api, ref, cells),
    writeBack: (ref, patches) => writeRecords(api, ref, patches),
    upload: (ref, upload) => uploadFile(api, ref, upload),
    hooks: createHooks(api),
  }
}

/** `createNocoDbSource()` makes NocoDB a source: a server of one's own, or NocoDB's service. */
export function createNocoDbSource({ fetch, governor }: { fetch: SourceFetch; governor: Governor }): SourceKind {
  return {
    kind: 'nocodb',
    title: 'NocoDB',
    summary: 'Bases of your NocoDB. You need a token, which you create in its account settings.',
    verification:
      'Tested against NocoDB 0.301.3 (from npm, on SQLite) on 2026-11-29, and in every build against a fake that gives the recorded responses. NocoDB Cloud is not tested',
    settings,
    open(given, connectionId, onHeld) {
      const {
        token,
        endpoint_url,
        calls_per_day: perDay = null,
        calls_per_month: perMonth = null,
      } = settings.parse(given)
      const api = createNocoApi({
        fetch,
        governor,
        settings: { token, endpointUrl: endpoint_url },
        budget: { connectionId, perDay, perMonth },
        onHeld,
      })
      return openNocoDb(api, perDay !== null || perMonth !== null)
    },
  }
}
