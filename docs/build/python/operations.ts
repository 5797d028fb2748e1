import { isIdentifier, toDocstring, toPascal, toSingular, toSnake } from './names.ts'
import type { Schema, TypeWriter } from './types.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema?: Schema
}

type Content = Readonly<Record<string, { schema: Schema }>>

/** An operation of OpenAPI. */
export interface Operation {
  operationId: string
  summary: string
  description: string
  parameters?: readonly Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}

/** An operation, where it is, and what it is called: `images.create`. */
export interface Placed {
  collection: string
  verb: string
  method: string
  path: string
  operation: Operation
  /** Its 202 is only for requests with `Prefer: respond-async`, which the client never sends. */
  isAsyncOnRequest: boolean
}

interface Argument {
  /** In the request. */
  name: string
  /** In Python. */
  own: string
  type: string
  isNeeded: boolean
  description: string | undefined
}

/** Inside of a class with a method `list`, this is the type. */
const inArguments = (type: string) => type.replaceAll(/\blist\[/g, 'Sequence[').replaceAll(/\bdict\[/g, 'Mapping[')

/** The arguments that a path, a query and a body take. A name that two of them have gets the name of its collection in front. */
class Arguments {
  readonly path: Argument[] = []
  readonly query: Argument[] = []
  readonly body: Argument[] = []
  readonly #taken = new Set(['self', 'idempotency_key', 'if_match'])
  readonly #collection: string

  constructor({ collection, verb, operation }: Placed, types: TypeWriter, body: Schema | undefined) {
    this.#collection = collection
    const prefix = toPascal(collection) + toPascal(verb)
    for (const each of operation.parameters ?? []) {
      if (each.in === 'header') continue
      const type = types.typeOf(each.schema ?? {}, prefix + toPascal(each.name))
      this[each.in].push(this.#argument(each, type, each.required))
    }
    for (const [name, schema] of Object.entries(body?.properties ?? {})) {
      const type = types.typeOf(schema, prefix + toPascal(name))
      this.body.push(this.#argument({ name, ...schema }, type, body?.required?.includes(name) === true))
    }
  }

  #argument({ name, description }: { name: string; description?: string }, type: string, isNeeded: boolean): Argument {
    const plain = toSnake(name)
    const own = this.#taken.has(plain) ? `${toSingular(toSnake(this.#collection))}_${plain}` : plain
    if (this.#taken.has(own) || !isIdentifier(own))
      throw new Error(`${this.#collection}: ${name} has no name in Python`)
    this.#taken.add(own)
    return { name, own, type: inArguments(type), isNeeded, description }
  }
}

const contentOf = (placed: Placed): Content[] =>
  Object.entries(placed.operation.responses).flatMap(([status, { content = {} }]) =>
    /^2/.test(status) && !(status === '202' && placed.isAsyncOnRequest) ? [content] : [],
  )

const PAGE = /^results,next$/

/** The type of what an operation returns, and how it is read. */
function answerOf(placed: Placed, types: TypeWriter): { type: string; read: 'json' | 'bytes' | 'events' | 'none' } {
  const contents = contentOf(placed)
  const kinds = contents.flatMap((content) => Object.keys(content))
  if (kinds.includes('text/event-stream')) return { type: 'Iterator[ServerEvent]', read: 'events' }
  if (kinds.length === 0) return { type: 'None', read: 'none' }
  if (kinds.some((kind) => kind !== 'application/json')) return { type: 'bytes', read: 'bytes' }
  const name = `${toPascal(placed.collection)}${toPascal(placed.verb)}Answer`
  const found = contents.map((content) => {
    const schema = content['application/json']?.schema ?? {}
    const items = schema.properties?.results?.items
    const isPage = PAGE.test(Object.keys(schema.properties ?? {}).join()) && items !== undefined
    return isPage ? `Page[${types.typeOf(items, `${name}Result`)}]` : types.typeOf(schema, name)
  })
  return { type: inArguments([...new Set(found)].join(' | ')), read: 'json' }
}

/** A mapping of arguments by their names in the request. */
const dictOf = (values: readonly Argument[]) =>
  `{\n${values.map(({ name, own }) => `                ${JSON.stringify(name)}: ${own},\n`).join('')}            }`

const RAW = 'data: bytes | str'

function signatureOf(
  { path, query, body }: Arguments,
  { raw, more }: { raw: boolean; more: readonly string[] },
): string {
  const named = [...query, ...body]
    .toSorted((one, other) => Number(other.isNeeded) - Number(one.isNeeded))
    .map(({ own, type, isNeeded }) => (isNeeded ? `${own}: ${type}` : `${own}: ${type} | Omit = OMIT`))
  const keywords = [...named, ...more]
  const all = [
    'self',
    ...path.map(({ own, type }) => `${own}: ${type}`),
    ...(raw ? [RAW] : []),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
  ]
  const line = all.join(', ')
  return line.length < 70 ? line : `\n        ${all.join(',\n        ')},\n    `
}

function docOf({ operation }: Placed, args: Arguments): string {
  const described = [...args.path, ...args.query, ...args.body].flatMap(({ own, description }) =>
    description === undefined ? [] : [`    ${own}: ${description.replaceAll('\n', ' ')}`],
  )
  const more = operation.description === operation.summary ? [] : ['', operation.description]
  return [`${operation.summary}.`, ...more, ...(described.length > 0 ? ['', 'Args:', ...described] : [])].join('\n')
}

/** Headers that a caller may send. */
const HEADERS = { 'Idempotency-Key': 'idempotency_key', 'If-Match': 'if_match' } as const

/** `writeMethod()` writes one operation as a method. */
export function writeMethod(placed: Placed, types: TypeWriter, schemaOf: (schema: Schema) => Schema): string {
  const { operation, method, path, verb } = placed
  const content = operation.requestBody?.content ?? {}
  const json = content['application/json']?.schema
  const kinds = Object.keys(content)
  const isRaw = json === undefined && kinds.length > 0
  const args = new Arguments(placed, types, json === undefined ? undefined : schemaOf(json))
  const headers = Object.entries(HEADERS).filter(([name]) => operation.parameters?.some((each) => each.name === name))
  const usual = kinds[0] === '*/*' ? 'application/octet-stream' : kinds[0]
  const { type, read } = answerOf(placed, types)
  const more = [
    ...(isRaw ? [`content_type: str = ${JSON.stringify(usual)}`] : []),
    ...(read === 'events' ? ['last_event_id: str = ""'] : []),
    ...headers.map(([, own]) => `${own}: str | None = None`),
  ]
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return `{quoted(${args.path.find((each) => each.name === name)?.own})}`
  })
  const parts = [
    `"${method}"`,
    `${address === path ? '' : 'f'}"${address}"`,
    ...(args.query.length > 0 ? [`query=${dictOf(args.query)}`] : []),
    ...(json === undefined ? [] : [`body=${dictOf(args.body)}`]),
    ...(isRaw ? ['data=data', 'content_type=content_type'] : []),
    ...headers.map(([, own]) => `${own}=${own}`),
  ]
  const call =
    read === 'events'
      ? `return self._api.events(${parts[1]}, last_event_id)`
      : `${read === 'none' ? '' : 'return '}self._api.${read === 'bytes' ? 'content' : 'json'}(\n            ${parts.join(',\n            ')},\n        )`
  const head = `    def ${toSnake(verb)}(${signatureOf(args, { raw: isRaw, more })}) -> ${type}:\n`
  return `${head}${toDocstring(docOf(placed, args), '        ')}        ${call}\n`
}
