import { z } from 'zod'
import type { Governor } from '#core/ports/governor.ts'
import type { Capabilities, Source } from '#core/ports/source.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { OnHeld, SourceKind } from '#core/ports/sources.ts'
import { createAirtableApi, perSecond } from './airtable/api.ts'
import { checkAccount } from './airtable/check.ts'
import { checkCells } from './airtable/check-write.ts'
import { createHooks } from './airtable/hooks.ts'
import { batchMax } from './airtable/patch-records.ts'
import { pageMax } from './airtable/read-records.ts'
import { getRecords, listPages } from './airtable/records.ts'
import { createSchema, fieldsOf } from './airtable/schema.ts'
import { uploadFile, uploadMaxBytes } from './airtable/upload.ts'
import { writeBack } from './airtable/write-back.ts'
import { callsPerDay } from './hosted/calls-per-day.ts'

const address = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
  .max(2000)
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const settings = z.strictObject({
  token: z
    .string()
    .trim()
    .min(10, 'must be an Airtable personal access token, which begins with pat')
    .max(1000)
    .regex(/^[\x21-\x7e]+$/, 'must be only the token, without spaces')
    .meta({
      role: 'secret',
      description:
        'A personal access token. Create one at airtable.com/create/tokens with the scopes data.records:read, data.records:write and schema.bases:read, and add the bases that Pictable may use. With webhook:manage, Airtable sends changes immediately',
    }),
  calls_per_month: z.int().min(1).max(1_000_000_000).optional().meta({
    role: 'plain',
    keepsTables: true,
    description:
      'Maximum API calls that Pictable makes in a month. A run that would exceed it stops with a reason. The Airtable plan sets the limit of a workspace (Free 1,000, Team 100,000). Default: no limit',
  }),
  calls_per_day: callsPerDay,
  endpoint_url: address.optional().meta({
    role: 'destination',
    description: 'URL of the Airtable API. Default: https://api.airtable.com',
  }),
  content_url: address.optional().meta({
    role: 'destination',
    keepsTables: true,
    description: 'URL for uploads. Default: endpoint_url if it is set, otherwise https://content.airtable.com',
  }),
})

const capabilities: Capabilities = {
  views: 'server',
  page: { max: pageMax, cursor: 'expiring' },
  getMany: { max: pageMax, inView: true },
  linkNames: pageMax,
  write: { batchMax, checkCalls: 2 },
  attachment: { byUrl: true, maxBytes: uploadMaxBytes },
  perSecond: perSecond.base,
  metered: true,
  changes: 'webhook',
}

interface Setup {
  fetch: SourceFetch
  governor: Governor
}

function openAirtable(
  setup: Setup,
  { token, ...given }: z.output<typeof settings>,
  { connectionId, onHeld }: { connectionId: string; onHeld: OnHeld | undefined },
): Source {
  const api = createAirtableApi(setup, {
    token,
    endpointUrl: given.endpoint_url ?? 'https://api.airtable.com',
    contentUrl: given.content_url ?? given.endpoint_url ?? 'https://content.airtable.com',
    budget: { connectionId, perDay: given.calls_per_day ?? null, perMonth: given.calls_per_month ?? null },
    onHeld,
  })
  const schema = createSchema(api)
  const reader = { api, schema }
  return {
    capabilities,
    check: () => checkAccount(reader),
    async listBases() {
      return (await schema.bases()).map(({ id, name }) => ({ id, name }))
    },
    async listTables(baseId) {
      return (await schema.tables(baseId)).map(({ id, name }) => ({ id, name }))
    },
    async listViews(ref) {
      const { views } = await schema.table(ref)
      return views.filter(({ type }) => type !== 'form').map(({ id, name }) => ({ id, name }))
    },
    listFields: async (ref) => fieldsOf(ref.baseId, await schema.table(ref)),
    pages: (ref, options) => listPages(reader, ref, options),
    getRecords: (ref, recordIds, options) => getRecords(reader, ref, { recordIds, ...options }),
    checkWrite: (ref, cells) => checkCells(reader, ref, cells),
    writeBack: (ref, patches) => writeBack(reader, ref, patches),
    upload: (ref, upload) => uploadFile(reader, ref, upload),
    hooks: createHooks(api),
  }
}

/** `createAirtableSource()` makes the bases of an Airtable account a source. */
export function createAirtableSource(setup: Setup): SourceKind {
  return {
    kind: 'airtable',
    title: 'Airtable',
    summary: 'Bases of your Airtable account. You need a personal access token, which you create at Airtable.',
    verification:
      'Tested in every build against a fake of its API that the official client airtable.js 0.12.2 also passes; not yet against a live account',
    settings,
    open: (given, connectionId, onHeld) => openAirtable(setup, settings.parse(given), { connectionId, onHeld }),
  }
}
