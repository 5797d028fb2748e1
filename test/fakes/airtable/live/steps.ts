import { z } from 'zod'
import type { LiveAnswer, LiveRequest } from './side.ts'

/** What earlier answers of a side gave: ids of the table, its view, fields, records, an offset, a webhook. */
export type Known = Map<string, string>

export interface Step {
  name: string
  request(known: Known): LiveRequest
  /** Keeps what later steps need. */
  keep?(answer: LiveAnswer, known: Known): void
}

/** The type of every field that the table of this comparison has, under the name of its type. */
export const liveFields = [
  { name: 'Name', type: 'singleLineText' },
  { name: 'Notes', type: 'multilineText' },
  { name: 'Rich', type: 'richText' },
  { name: 'Link', type: 'url' },
  { name: 'Mail', type: 'email' },
  { name: 'Phone', type: 'phoneNumber' },
  { name: 'Price', type: 'currency', options: { precision: 2, symbol: '$' } },
  { name: 'Count', type: 'number', options: { precision: 0 } },
  { name: 'Share', type: 'percent', options: { precision: 1 } },
  { name: 'Lasts', type: 'duration', options: { durationFormat: 'h:mm' } },
  { name: 'Stars', type: 'rating', options: { icon: 'star', max: 5, color: 'yellowBright' } },
  { name: 'Done', type: 'checkbox', options: { icon: 'check', color: 'greenBright' } },
  { name: 'Day', type: 'date', options: { dateFormat: { name: 'iso' } } },
  {
    name: 'Moment',
    type: 'dateTime',
    options: { dateFormat: { name: 'iso' }, timeFormat: { name: '24hour' }, timeZone: 'utc' },
  },
  { name: 'Kind', type: 'singleSelect', options: { choices: [{ name: 'Bowl' }, { name: 'Cup' }] } },
  { name: 'Tags', type: 'multipleSelects', options: { choices: [{ name: 'new' }, { name: 'red' }] } },
  { name: 'Code', type: 'barcode' },
  { name: 'Image', type: 'multipleAttachments' },
]

const full = {
  Name: 'One',
  Notes: 'a\nb',
  Rich: '**b**',
  Link: 'https://example.com',
  Mail: 'a@example.com',
  Phone: '1',
  Price: 1.5,
  Count: 3,
  Share: 0.5,
  Lasts: 60,
  Stars: 3,
  Done: true,
  Day: '2026-01-10',
  Moment: '2026-01-10T12:00:00.000Z',
  Kind: 'Cup',
  Tags: ['new', 'red'],
  Code: { text: '123' },
}

const nobody = 'rec00000000000000'
const tableSchema = z.object({
  id: z.string(),
  views: z.array(z.object({ id: z.string() })),
  fields: z.array(z.object({ id: z.string(), name: z.string() })),
})
const recordsSchema = z.object({ records: z.array(z.object({ id: z.string() })), offset: z.string().optional() })
const idSchema = z.object({ id: z.string() })

const remember = (known: Known, name: string, value: string | undefined): void => {
  if (value !== undefined) known.set(name, value)
}
const of = (known: Known, name: string): string => known.get(name) ?? `missing-${name}`
const tables = (known: Known): string => `/v0/meta/bases/${of(known, 'base')}/tables`
const webhooks = (known: Known): string => `/v0/bases/${of(known, 'base')}/webhooks`
const table = (known: Known): string => `/v0/${of(known, 'base')}/${of(known, 'table')}`

const get = (name: string, path: (known: Known) => string): Step => ({
  name,
  request: (known) => ({ method: 'GET', path: path(known) }),
})
const list = (name: string, query: string): Step => get(name, (known) => `${table(known)}?${query}`)
const filter = (name: string, formula: string): Step =>
  list(name, `filterByFormula=${encodeURIComponent(formula)}&fields[]=Name`)
const write = (name: string, method: string, body: (known: Known) => unknown): Step => ({
  name,
  request: (known) => ({ method, path: table(known), body: body(known) }),
})
const change = (name: string, fields: Record<string, unknown>): Step =>
  write(name, 'PATCH', (known) => ({ records: [{ id: of(known, 'first'), fields }] }))

const schemaSteps: Step[] = [
  get('whoami', () => '/v0/meta/whoami'),
  {
    name: 'create a table',
    request: (known) => ({
      method: 'POST',
      path: tables(known),
      body: { name: of(known, 'name'), fields: liveFields },
    }),
    keep(answer, known) {
      const created = tableSchema.parse(answer.json)
      remember(known, 'table', created.id)
      remember(known, 'view', created.views[0]?.id)
      for (const { id, name } of created.fields) remember(known, `field ${name}`, id)
    },
  },
  {
    name: 'create the same table again',
    request: (known) => ({
      method: 'POST',
      path: tables(known),
      body: { name: of(known, 'name'), fields: liveFields },
    }),
  },
  get('schema of a base that is not there', () => '/v0/meta/bases/app00000000000000/tables'),
  { name: 'wrong token', request: (known) => ({ method: 'GET', path: table(known), token: 'patWrong.wrong' }) },
]

const writeSteps: Step[] = [
  {
    ...write('create three', 'POST', () => ({
      records: [{ fields: full }, { fields: { Name: 'Two' } }, { fields: {} }],
    })),
    keep(answer, known) {
      const [first, second, third] = recordsSchema.parse(answer.json).records
      remember(known, 'first', first?.id)
      remember(known, 'second', second?.id)
      remember(known, 'third', third?.id)
    },
  },
  write('create eleven', 'POST', () => ({ records: Array(11).fill({ fields: {} }) })),
  write('create without fields', 'POST', () => ({})),
  write('broken JSON', 'POST', () => '{"fields":'),
  change('update', { Count: 4 }),
  write('update no records', 'PATCH', () => ({ records: [] })),
  change('empty a cell', { Notes: null }),
  change('unknown field', { Nope: 1 }),
  change('text for a number', { Count: 'many' }),
  change('unknown choice', { Kind: 'Vase' }),
  change('attachment that is none', { Image: [{ link: 'x' }] }),
  write('missing row in a batch', 'PATCH', () => ({ records: [{ id: nobody, fields: {} }] })),
  write('typecast', 'PATCH', (known) => ({
    typecast: true,
    records: [{ id: of(known, 'second'), fields: { Count: '5', Kind: 'Vase' } }],
  })),
  write('replace', 'PUT', (known) => ({ records: [{ id: of(known, 'third'), fields: { Name: 'Three' } }] })),
  write('upsert', 'PATCH', () => ({
    performUpsert: { fieldsToMergeOn: ['Name'] },
    records: [{ fields: { Name: 'Two', Count: 6 } }, { fields: { Name: 'Four' } }],
  })),
  {
    name: 'upload',
    request: (known) => ({
      method: 'POST',
      host: 'content',
      path: `/v0/${of(known, 'base')}/${of(known, 'first')}/${of(known, 'field Image')}/uploadAttachment`,
      body: { contentType: 'text/plain', filename: 'a.txt', file: 'SGVsbG8=' },
    }),
  },
]

const readSteps: Step[] = [
  list('list', ''),
  {
    ...list('first page', 'pageSize=1'),
    keep: (answer, known) => remember(known, 'offset', recordsSchema.parse(answer.json).offset),
  },
  get('next page', (known) => `${table(known)}?pageSize=1&offset=${encodeURIComponent(of(known, 'offset'))}`),
  list('offset that is none', 'offset=garbage'),
  list('offset that is over', 'offset=itr00000000000000%2Frec00000000000000'),
  list('too large a page', 'pageSize=101'),
  list('empty page', 'pageSize=0'),
  get('view', (known) => `${table(known)}?view=${of(known, 'view')}`),
  list('unknown view name', 'view=Nope'),
  list('unknown view id', 'view=viw00000000000000'),
  list('sorted, by field id', 'returnFieldsByFieldId=true&sort[0][field]=Name&sort[0][direction]=desc&maxRecords=2'),
  list('strings', 'cellFormat=string&timeZone=utc&userLocale=en-gb'),
  list('strings without a zone', 'cellFormat=string'),
  list('unknown field to read', 'fields[]=Nope'),
  filter('formula', "AND({Name}!='', {Count}>=3)"),
  filter('formula over unknown fields', '{Nope}=1'),
  filter('broken formula', '{Name'),
  {
    name: 'list by POST',
    request: (known) => ({
      method: 'POST',
      path: `${table(known)}/listRecords`,
      body: { fields: ['Name'], pageSize: 2 },
    }),
  },
  get('one record', (known) => `${table(known)}/${of(known, 'first')}`),
  get('missing record', (known) => `${table(known)}/${nobody}`),
  get('missing table', (known) => `/v0/${of(known, 'base')}/Nowhere`),
  get('missing base', () => '/v0/app00000000000000/Nowhere'),
  get('path that leads nowhere', () => '/v0/nowhere'),
]

const lastSteps: Step[] = [
  {
    name: 'create a webhook',
    request: (known) => ({
      method: 'POST',
      path: webhooks(known),
      body: {
        specification: { options: { filters: { dataTypes: ['tableData'], recordChangeScope: of(known, 'table') } } },
      },
    }),
    keep: (answer, known) => remember(known, 'webhook', idSchema.safeParse(answer.json).data?.id),
  },
  change('update with a webhook', { Count: 9 }),
  get('payloads', (known) => `${webhooks(known)}/${of(known, 'webhook')}/payloads`),
  {
    name: 'refresh the webhook',
    request: (known) => ({ method: 'POST', path: `${webhooks(known)}/${of(known, 'webhook')}/refresh` }),
  },
  {
    name: 'delete the webhook',
    request: (known) => ({ method: 'DELETE', path: `${webhooks(known)}/${of(known, 'webhook')}` }),
  },
  {
    name: 'delete two',
    request: (known) => ({
      method: 'DELETE',
      path: `${table(known)}?records[]=${of(known, 'first')}&records[]=${of(known, 'second')}`,
    }),
  },
  { name: 'delete one', request: (known) => ({ method: 'DELETE', path: `${table(known)}/${of(known, 'third')}` }) },
  { name: 'delete nothing', request: (known) => ({ method: 'DELETE', path: `${table(known)}/${nobody}` }) },
]

/** The requests, in order; each side gets the same. */
export const liveSteps: readonly Step[] = [...schemaSteps, ...writeSteps, ...readSteps, ...lastSteps]
