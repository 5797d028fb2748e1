import { z } from 'zod'
import type { Governor } from '#core/ports/governor.ts'
import type { Capabilities, Source } from '#core/ports/source.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { OnHeld, SourceKind } from '#core/ports/sources.ts'
import { createAirtableApi, perSecond } from './airtable/api.ts'
import { checkAccount } from './airtable/check.ts'
import { createHooks } from './airtable/hooks.ts'
import { batchMax } from './airtable/patch-records.ts'
import { pageMax } from './airtable/read-records.ts'
import { getRecords, listPages } from './airtable/records.ts'
import { createSchema, fieldsOf } from './airtable/schema.ts'
import { uploadFile, uploadMaxBytes } from './airtable/upload.ts'
import { writeBack } from './airtable/write-back.ts'
import { callsPerDay } from './hosted/calls-per-day.ts'

const address = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
  .max(2000)
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const settings = z.strictObject({
  token: z
    .string()
    .trim()
    .min(10, 'must be a personal access token of Airtable; it begins with pat')
    .max(1000)
    .regex(/^[\x21-\x7e]+$/, 'must be the token alone, without spaces')
    .meta({
      role: 'secret',
      description:
        'A personal access token. Make one at airtable.com/create/tokens with the scopes data.records:read, data.records:write and schema.bases:read (and webhook:manage, so that changes are noticed at once), and add the bases that Pictable may use',
    }),
  calls_per_month: z.int().min(1).max(1_000_000_000).optional().meta({
    role: 'plain',
    description:
      'How many API calls a month Pictable may make; a run that would go over stops with a reason. The Airtable plan decides how many a workspace has (Free 1,000, Team 100,000). Without it nothing is held back',
  }),
  calls_per_day: callsPerDay,
  endpoint_url: address.optional().meta({
    role: 'destination',
    description: 'Where the API of Airtable is reached, when it is not https://api.airtable.com. Leave it empty',
  }),
  content_url: address.optional().meta({
    role: 'destination',
    description:
      'Where files are uploaded to, when it is not https://content.airtable.com. Without it, and with endpoint_url, it is the same as that',
  }),
})

const capabilities: Capabilities = {
  views: 'server',
  page: { max: pageMax, cursor: 'expiring' },
  getMany: { max: pageMax, inView: true },
  write: { batchMax },
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
    listFields: async (ref) => fieldsOf(await schema.table(ref)),
    pages: (ref, options) => listPages(reader, ref, options),
    getRecords: (ref, recordIds, viewId) => getRecords(reader, ref, { recordIds, viewId }),
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
    summary: 'Bases of your Airtable account. You need a personal access token, which you make at Airtable.',
    verification:
      'Against a fake of its contract, which the official client passes too; not yet against a live account',
    settings,
    open: (given, connectionId, onHeld) => openAirtable(setup, settings.parse(given), { connectionId, onHeld }),
  }
}
