import { z } from 'zod'

/** A request and its answer, as they are kept in `recorded/`: ids by their order, nothing secret. */
export const exchangeSchema = z.object({
  method: z.string(),
  path: z.string(),
  token: z.enum(['right', 'wrong', 'none']),
  body: z.unknown().optional(),
  /** A body that is not JSON. */
  raw: z.object({ contentType: z.string(), base64: z.string() }).optional(),
  status: z.number(),
  answer: z.unknown(),
})

export type Exchange = z.infer<typeof exchangeSchema>

export const recordingSchema = z.object({
  server: z.string(),
  date: z.string(),
  exchanges: z.array(exchangeSchema),
})

/** Ids of NocoDB: a letter or two for what they name, then fourteen more. */
const ids = /\b(?:vw|at|hk|fi|so|us|[pmcwbs])[a-z0-9]{14}\b/g

/** The keys of an answer that are looked at, and of what lies below them. */
interface Keys {
  readonly [name: string]: true | Keys
}

const named = { id: true, title: true } as const
const field = { ...named, type: true } as const
const hook = { id: true, title: true, active: true } as const

/** Of what NocoDB tells about bases, tables and hooks, that which the product and its tests read. The first match counts. */
const readOfMeta: readonly [path: RegExp, keys: Keys][] = [
  [/^\/api\/v2\/auth\/user\/me/, { email: true }],
  [/\/hooks(\/|$)/, { ...hook, list: hook }],
  [/\/views\/.*\/(filters|sorts)$/, { id: true, group_operator: true, filters: { field_id: true, operator: true } }],
  [/^\/api\/v2\/meta\/(columns|views)\//, {}],
  [/\/(grids|forms)$/, field],
  [
    /^\/api\/v2\/meta\/tables\//,
    {
      ...named,
      base_id: true,
      views: field,
      columns: {
        ...named,
        uidt: true,
        pk: true,
        pv: true,
        system: true,
        rqd: true,
        meta: { richMode: true },
        colOptions: { options: { title: true }, parsed_tree: { dataType: true } },
      },
    },
  ],
  [/\/fields(\/|$)/, field],
  [
    /^\/api\/v3\/meta\/bases\/.*\/tables$/,
    {
      ...named,
      base_id: true,
      display_field_id: true,
      views: { ...named, view_type: true },
      fields: field,
      list: { ...named, base_id: true },
    },
  ],
  [/^\/api\/v2\/meta\/bases\/$/, { ...named, list: named }],
]

const flags = new Set(['pk', 'pv', 'system', 'rqd', 'active'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0)

/** Fields of the system, which are not shown. */
const isHidden = (value: unknown) => isObject(value) && value.system === true && value.pk !== true

function onlyRead(value: unknown, keys: Keys): unknown {
  if (Array.isArray(value)) return value.map((each) => onlyRead(each, keys)).filter((each) => !isHidden(each))
  if (!isObject(value)) return value
  const kept = Object.entries(keys).flatMap(([name, below]): [string, unknown][] => {
    const each = value[name]
    if (flags.has(name)) return [[name, Boolean(each)]]
    if (each === undefined) return []
    const inner = below === true ? each : onlyRead(each, below)
    return isEmpty(inner) ? [] : [[name, inner]]
  })
  return Object.fromEntries(kept)
}

/** An answer as far as it is compared: of errors their code, of records everything. */
export function compared(path: string, status: number, answer: unknown): unknown {
  if (status >= 400) {
    const { error, msg } = isObject(answer) ? answer : {}
    return error === undefined ? { msg: typeof msg } : { error }
  }
  const keys = readOfMeta.find(([pattern]) => pattern.test(path))?.[1]
  return keys === undefined ? answer : onlyRead(answer, keys)
}

/** Replaces what differs from day to day, and of the address of the next page all but its number. */
export const scrubTimes = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00/g, '2026-01-01 00:00:00+00:00')
    .replace(/dltemp\/[^"]+/g, 'dltemp/signed')
    .replace(/download\/[^"]+/g, 'download/stored')
    .replace(/"(next|prev)":"[^"]*[?&]page=(\d+)[^"]*"/g, '"$1":"page $2"')

/** A text that is only long is kept by its length. */
export const shorten = (text: string): string => text.replace(/x{1000,}/g, ({ length }) => `{{x*${length}}}`)
export const lengthen = (text: string): string =>
  text.replace(/\{\{x\*(\d+)\}\}/g, (_, length: string) => 'x'.repeat(Number(length)))

/** Names ids by their order. */
export function scrubIds(text: string): string {
  const names = new Map<string, string>()
  return text.replace(ids, (id) => {
    const name = names.get(id) ?? `id${String(names.size + 1).padStart(4, '0')}`
    names.set(id, name)
    return name
  })
}

/** Learns which id of the one answer is which of the other, and tells where they differ otherwise. */
export function differences(
  expected: unknown,
  actual: unknown,
  { at = '$', learn }: { at?: string; learn: (name: string, id: string) => void },
): string[] {
  if (typeof expected === 'string' && typeof actual === 'string') {
    if (!/^id\d{4}$/.test(expected)) return expected === actual ? [] : [`${at}: "${actual}" is not "${expected}"`]
    learn(expected, actual)
    return []
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return [`${at}: ${actual.length} items are not ${expected.length}`]
    return expected.flatMap((each, index) => differences(each, actual[index], { at: `${at}[${index}]`, learn }))
  }
  if (isObject(expected) && isObject(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...names].flatMap((name) => {
      if (!Object.hasOwn(actual, name)) return [`${at}.${name}: is missing`]
      if (!Object.hasOwn(expected, name)) return [`${at}.${name}: is not in the real answer`]
      return differences(expected[name], actual[name], { at: `${at}.${name}`, learn })
    })
  }
  return expected === actual ? [] : [`${at}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`]
}
