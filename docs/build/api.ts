import { contract, type Endpoint, endpoints, isRaw } from '@pictable/client'
import { z } from 'zod'
import { code, page, table } from './markdown.ts'
import { type Json, type LinkOf, propertiesOf, wordsOf } from './schema-words.ts'

const definitionPath = /^#\/\$defs\/(.+)$/

/** The endpoint that takes the object as its body, which is described there. */
const bodyOfEndpoint = new Map(
  endpoints.flatMap(({ body, name }) => (body && !isRaw(body) ? [[body.meta()?.id, name] as const] : [])),
)

const linkOf: LinkOf = ({ $ref }) => {
  const name = $ref === undefined ? undefined : definitionPath.exec($ref)?.[1]
  return name === undefined ? undefined : `[${name}](#${bodyOfEndpoint.get(name) ?? name.toLowerCase()})`
}

/** Objects with a name, in the order in which they are met. */
type Named = Map<string, Json>

function jsonOf(schema: z.ZodType, io: 'input' | 'output', named: Named): Json {
  const json: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [name, definition] of Object.entries(json.$defs ?? {})) {
    if (!named.has(name)) named.set(name, definition)
  }
  return json
}

/** Bodies stand at their endpoint, so a reference to one is followed. */
function followed(json: Json): Json {
  const name = definitionPath.exec(json.$ref ?? '')?.[1]
  return (name !== undefined && json.$defs?.[name]) || json
}

function propertyTable(json: Json, title: string): string {
  const rows = propertiesOf(json, linkOf).map((property) => [
    code(property.name),
    property.type,
    property.default || (property.required ? 'required' : ''),
    property.description,
  ])
  return rows.length === 0 ? '' : table([title, 'Type', '', 'Meaning'], rows)
}

/** Of an answer, most keys are always there. */
function answerTable(json: Json): string {
  const rows = propertiesOf(json, linkOf).map((property) => [
    code(property.name),
    property.required ? property.type : `${property.type}, optional`,
    property.description,
  ])
  return rows.length === 0 ? `${wordsOf(json, linkOf)}.` : table(['Key', 'Type', 'Meaning'], rows)
}

function needsOf({ scope, limitedKeys }: Endpoint): string {
  if (scope === null) return 'needs no key'
  return `scope \`${scope}\`${limitedKeys ? '; also for keys that are limited to actions' : ''}`
}

function exampleOf(schema: z.ZodType): string {
  const { examples } = schema.meta() ?? {}
  return JSON.stringify(Array.isArray(examples) ? examples[0] : {})
}

function requiredQuery({ query }: Endpoint): string[] {
  return query
    ? propertiesOf(jsonOf(query, 'output', new Map()), linkOf).flatMap(({ name, required, default: usual }) =>
        required && usual === '' ? [name] : [],
      )
    : []
}

function curlOf(entry: Endpoint): string {
  const query = requiredQuery(entry)
    .map((name) => `${name}=<${name}>`)
    .join('&')
  const path = entry.path.replace(/:(\w+)/g, '<$1>')
  const parts = [
    'curl -s',
    entry.method === 'GET' ? '' : `-X ${entry.method}`,
    `"$PICTABLE_URL${path}${query === '' ? '' : `?${query}`}"`,
    entry.scope === null ? '' : '-H "Authorization: Bearer $PICTABLE_KEY"',
  ]
  const lines = [parts.filter(Boolean).join(' ')]
  if (entry.body && isRaw(entry.body)) lines.push(`-H "Content-Type: ${entry.body.raw[0]}" --data-binary @<file>`)
  else if (entry.body) lines.push(`-H "Content-Type: application/json" -d '${exampleOf(entry.body)}'`)
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``
}

function answerRows(entry: Endpoint, named: Named): string[][] {
  return Object.entries(entry.answers).map(([status, shape]) => {
    const words =
      shape === null
        ? 'no content'
        : isRaw(shape)
          ? shape.raw.map(code).join(' or ')
          : shapeWords(jsonOf(shape, 'output', named))
    return [status, words]
  })
}

/** A list is known by what it lists. */
function shapeWords(json: Json): string {
  const results = json.properties?.results
  if (typeof results === 'object')
    return `${code(`{ ${Object.keys(json.properties ?? {}).join(', ')} }`)} with a ${wordsOf(results, linkOf)}`
  return wordsOf(json, linkOf)
}

function bodyOf({ body }: Endpoint, named: Named): string {
  if (body === undefined) return ''
  if (isRaw(body)) return `The body is the file: ${body.raw.map(code).join(' or ')}.`
  const optional = body.safeParse(undefined).success ? ' (optional)' : ''
  return propertyTable(followed(jsonOf(body, 'input', named)), `Body${optional}`)
}

function queryOf({ query }: Endpoint, named: Named): string {
  return query ? propertyTable(jsonOf(query, 'output', named), 'Query') : ''
}

function errorsOf(entry: Endpoint): string {
  const own = [...entry.errors, ...(entry.ifMatch ? ['precondition_failed'] : [])]
  return own.length === 0 ? '' : `Errors: ${own.map((name) => `[\`${name}\`](errors.md)`).join(', ')}.`
}

function endpointSection(entry: Endpoint, named: Named): string[] {
  const headers = Object.entries(entry.headers ?? {}).map(([name, meaning]) => [`header \`${name}\``, meaning])
  return [
    `### ${entry.name}`,
    `**\`${entry.method} ${entry.path}\`** · ${needsOf(entry)}`,
    [`${entry.summary}.`, entry.description ?? ''].filter(Boolean).join(' '),
    queryOf(entry, named),
    bodyOf(entry, named),
    table(['Response', ''], [...answerRows(entry, named), ...headers]),
    errorsOf(entry),
    curlOf(entry),
  ]
}

const intro = `Send the key as \`Authorization: Bearer <key>\`; the examples use your \`PICTABLE_URL\` and \`PICTABLE_KEY\`. Each scope
includes the ones before it: \`read\`, \`trigger\`, \`write\`, \`admin\`. \`GET /v1/openapi.json\` returns this reference as OpenAPI 3.1.

* JSON is snake_case; times are ISO 8601 in UTC. An unknown key in a body is an error.
* Numbers that a double cannot represent, such as integers beyond 2^53, become text with all their digits in values, rows and metadata. Keys
  that accept only a number reject them.
* Lists return \`{ "results": [...], "next": "…" }\`. To get the next page, pass \`next\` as \`after\`. On the last page it is null.
* Every POST accepts an \`Idempotency-Key\`: a repeat within 24 hours changes nothing and returns the first response, even after a crash.
  Logins, changes of your password, and requests that change nothing, such as previews, ignore it.
* GET returns an \`ETag\` and accepts \`If-None-Match\`. If an endpoint lists \`precondition_failed\`, send \`If-Match\` to avoid
  overwriting other changes.
* Errors that every endpoint can return are in [errors.md](errors.md).`

/** `apiKeys` becomes "API keys", `templateFiles` "Template files". */
function titleOf(collection: string): string {
  const words = collection.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const capital = (text: string) => text.toUpperCase()
  return words.replace(/\b(api|url)(?=s?\b)/, capital).replace(/^[a-z]/, capital)
}

export function apiPage(): string {
  const named: Named = new Map()
  const bodies = new Set<string>()
  const collections = Object.entries(contract).map(([name, verbs]) => ({
    name,
    entries: Object.values(verbs).map((entry): Endpoint => entry),
  }))
  const index = collections.flatMap(({ entries }) =>
    entries.map((entry) => [`[${entry.name}](#${entry.name})`, code(`${entry.method} ${entry.path}`), entry.summary]),
  )
  const sections = collections.flatMap(({ name, entries }) => [
    `## ${titleOf(name)}`,
    ...entries.flatMap((entry) => endpointSection(entry, named)),
  ])
  for (const { body } of collections.flatMap(({ entries }) => entries)) {
    const id = body && !isRaw(body) ? body.meta()?.id : undefined
    if (id !== undefined) bodies.add(id)
  }
  const ordered = [...named].filter(([name]) => !bodies.has(name)).toSorted(([one], [other]) => (one < other ? -1 : 1))
  // Each chapter is a page of the site, and all objects are too many for one.
  const objects = [...Map.groupBy(ordered, ([name]) => (name < 'J' ? 'A to I' : 'J to Z'))].flatMap(([title, some]) => [
    `## Objects ${title}`,
    ...some.flatMap(([name, json]) => [`### ${name}`, json.description ?? '', answerTable(json)]),
  ])
  return page('# API', intro, table(['Endpoint', 'Method and path', ''], index), ...sections, ...objects)
}
