import { z } from 'zod'
import { issueDetails } from '#core/issue-details.ts'
import { type Description, descriptionSchema } from './description.ts'
import { placeholdersIn } from './notation.ts'

/** What is wrong with a description, in the place that it names. */
export interface DescriptionFault {
  /** JSON pointer. */
  pointer: string
  message: string
}

type Found = { description: Description } | { faults: readonly DescriptionFault[] }

const oneOf = (names: readonly string[]) =>
  names.length === 0 ? 'none can be used here' : `there are: ${names.map((name) => `{${name}}`).join(', ')}`

interface Texts {
  at: string
  template: unknown
  names: readonly string[]
}

/** Every place with placeholders, and those that it may have. Secrets are only in headers, which go to the destination. */
function textsOf({
  settings,
  headers,
  bases,
  tables,
  views,
  fields,
  records,
  by_ids,
  write,
  files,
  account,
}: Description): Texts[] {
  const key = fields.key === undefined ? [] : ['key']
  const inTable = ['base', 'table']
  const request = (at: string, about: object | undefined, names: readonly string[]): Texts[] =>
    about === undefined
      ? []
      : ['path', 'query', 'body'].flatMap((part) =>
          Object.hasOwn(about, part)
            ? [{ at: `${at}/${part}`, template: Object.entries(about).find(([name]) => name === part)?.[1], names }]
            : [],
        )
  const listed = [...inTable, ...key, 'fields']
  return [
    { at: '/headers', template: headers, names: Object.keys(settings) },
    ...request('/account', account, []),
    ...('fixed' in bases ? [] : request('/bases', bases, [])),
    ...request('/tables', tables, ['base']),
    ...request('/views', views, inTable),
    ...request('/fields', fields, inTable),
    ...request('/records', records, listed),
    { at: '/records/in_view', template: records.in_view, names: [...listed, 'view'] },
    { at: '/records/without_view', template: records.without_view, names: listed },
    { at: '/records/id', template: records.id, names: key },
    { at: '/records/cell', template: records.cell, names: ['field'] },
    ...request('/by_ids', by_ids, [...listed, 'id', 'ids']),
    ...request('/write', write, [...inTable, ...key, 'id']),
    ...request('/write/check', write?.check, [...inTable, ...key]),
    ...request('/files/upload', files?.upload, []),
    ...request('/files/by_url', files?.by_url, ['url', 'filename']),
  ]
}

function wrongPlaceholders(description: Description): DescriptionFault[] {
  return textsOf(description).flatMap(({ at, template, names }) =>
    placeholdersIn(template)
      .filter((name) => !names.includes(name))
      .map((name) => ({ pointer: at, message: `has the unknown placeholder {${name}} (${oneOf(names)})` })),
  )
}

function* settingFaults({ settings }: Description): Generator<DescriptionFault> {
  const destinations = Object.values(settings).filter(({ role }) => role === 'destination')
  if (destinations.length !== 1)
    yield {
      pointer: '/settings',
      message: `must have exactly one setting with the role "destination", the URL of the product (it has ${destinations.length})`,
    }
  if (destinations.some(({ default: url }) => url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')))
    yield { pointer: '/settings', message: 'must have a URL as the default of the destination' }
  for (const name of ['calls_per_month', 'calls_per_day'])
    if (Object.hasOwn(settings, name))
      yield { pointer: `/settings/${name}`, message: 'has a name that every source uses' }
}

function* requestFaults({ by_ids, write, records, views }: Description): Generator<DescriptionFault> {
  const asksById = by_ids.path.includes('{id}')
  if (asksById === (by_ids.list !== undefined))
    yield { pointer: '/by_ids', message: 'must have either {id} in its path, or {ids} in its query or body and "list"' }
  if (!asksById && !placeholdersIn([by_ids.query, by_ids.body]).includes('ids'))
    yield { pointer: '/by_ids', message: 'must have {ids} in its query or body' }
  if (write !== undefined && (write.id === undefined) !== write.path.includes('{id}'))
    yield { pointer: '/write', message: 'must have either {id} in its path, or "id": the name of the id in a record' }
  if (write !== undefined && write.id === undefined && write.max !== 1)
    yield { pointer: '/write/max', message: 'must be 1 when the path has {id}' }
  if (views === undefined && Object.keys(records.in_view).length > 0)
    yield { pointer: '/records/in_view', message: 'needs "views": how they are listed' }
  if (views !== undefined && !placeholdersIn(records.in_view).includes('view'))
    yield { pointer: '/records/in_view', message: 'must have {view}, because there are views' }
}

function* fileFaults({ files, kinds }: Description): Generator<DescriptionFault> {
  for (const [index, { write: form, filename, choices }] of kinds.entries()) {
    if (form === 'files' && (files === undefined || filename === undefined))
      yield {
        pointer: `/kinds/${index}`,
        message: 'writes files, which needs "files" in the description and "filename" here',
      }
    if ((form === 'choice' || form === 'choices') && choices === undefined)
      yield { pointer: `/kinds/${index}`, message: 'writes a choice, which needs "choices": where the options are' }
  }
  if (files !== undefined && files.upload === undefined && files.by_url === undefined)
    yield { pointer: '/files', message: 'must have "upload", "by_url" or both' }
}

/** Parses a description; what is wrong names its place and how to fix it. */
export function checkDescription(json: unknown): Found {
  const parsed = descriptionSchema.safeParse(json)
  if (!parsed.success) {
    // A misspelled name says why another one is missing.
    const { true: unknown = [], false: others = [] } = Object.groupBy(
      parsed.error.issues,
      ({ code }) => `${code === 'unrecognized_keys'}` as const,
    )
    return {
      faults: issueDetails([...unknown, ...others]).map(({ pointer, detail }) => ({ pointer, message: detail })),
    }
  }
  const faults = [wrongPlaceholders, settingFaults, requestFaults, fileFaults].flatMap((find) => [...find(parsed.data)])
  return faults.length === 0 ? { description: parsed.data } : { faults }
}

/** The form of a description as JSON Schema, for editors. */
export const descriptionJsonSchema = () => ({
  title: 'Description of a source',
  ...z.toJSONSchema(descriptionSchema, { io: 'input' }),
})
