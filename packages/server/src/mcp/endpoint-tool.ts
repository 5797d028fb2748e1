import { type Client, contract, type Endpoint, isRaw } from '@pictable/client'
import { z } from 'zod'
import { contentOf, pictureOf } from './content.ts'
import type { Content, Schema, Tool } from './tool.ts'

/** A tool that is one endpoint, and what its answer shows beside its JSON. */
export interface EndpointTool {
  endpoint: Endpoint
  /** Endpoints with POST that end or delete something. */
  isDestructive?: true
  /** It makes others do something: tables are read, webhooks are sent. */
  isOpenWorld?: true
  pictures?(client: Client, answer: unknown): Promise<readonly Content[]>
}

type Input = Readonly<Record<string, unknown>>

const partsOf = ({ params, query }: Endpoint) => ({
  params: Object.keys(params?.shape ?? {}),
  query: Object.keys(query?.shape ?? {}),
})

/** Members of the body stand beside the others where it is an object: models fill in flat inputs better. */
function membersOf({ params, query, body }: Endpoint): string[] | null {
  if (!(body instanceof z.ZodObject)) return null
  const members = Object.keys(body.shape)
  const taken = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})]
  return members.some((name) => taken.includes(name)) ? null : members
}

interface ObjectSchema {
  properties: Record<string, unknown>
  required: string[]
  $defs: Record<string, unknown>
}

const objectSchema = z
  .object({
    properties: z.record(z.string(), z.unknown()).default({}),
    required: z.array(z.string()).default([]),
    $defs: z.record(z.string(), z.unknown()).default({}),
  })
  .catch({ properties: {}, required: [], $defs: {} })

/** `output` gives numbers of a query as numbers, `input` says what may be left out. */
function describe(schema: z.ZodType | undefined, isText: boolean): ObjectSchema {
  if (schema === undefined) return { properties: {}, required: [], $defs: {} }
  const options = { unrepresentable: 'any' } as const
  const needed = objectSchema.parse(z.toJSONSchema(schema, { io: 'input', ...options }))
  if (!isText) return needed
  const { properties, $defs } = objectSchema.parse(z.toJSONSchema(schema, { io: 'output', ...options }))
  return { properties, $defs, required: needed.required }
}

function inputOf(entry: Endpoint): Schema {
  const { body } = entry
  const isFlat = body === undefined || membersOf(entry) !== null
  const json = body !== undefined && !isRaw(body) ? body : undefined
  const parts = [describe(entry.params, true), describe(entry.query, true)]
  if (isFlat) parts.push(describe(json, false))
  else if (json !== undefined) parts.push(describe(z.object({ body: json }), false))
  const $defs = Object.assign({}, ...parts.map((part) => part.$defs))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  }
}

const pick = (input: Input, names: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))

/** The function of the client for an endpoint. */
function callOf(client: Client, entry: Endpoint): (input: object) => Promise<unknown> {
  for (const [collection, verbs] of Object.entries(contract))
    for (const [verb, each] of Object.entries(verbs))
      if (each === entry) return Reflect.get(Reflect.get(client, collection), verb)
  throw new Error(`The contract has no ${entry.name}.`)
}

/** What is not of the path and the query is of the body, so that the API names what it does not know. */
function requestOf(entry: Endpoint, input: Input) {
  const { params, query } = partsOf(entry)
  const rest = Object.fromEntries(
    Object.entries(input).filter(([name]) => !params.includes(name) && !query.includes(name)),
  )
  const isFlat = membersOf(entry) !== null
  return {
    params: pick(input, params),
    query: entry.body === undefined ? { ...pick(input, query), ...rest } : pick(input, query),
    ...(entry.body !== undefined && { body: isFlat ? rest : rest.body }),
  }
}

/** A tool of the contract: name, words and input are those of the endpoint. */
export function endpointTool({ endpoint: entry, isDestructive, isOpenWorld, pictures }: EndpointTool): Tool {
  const isReading = entry.method === 'GET' || entry.changesNothing === true
  return {
    name: entry.name.replaceAll('-', '_'),
    title: entry.summary,
    description: [entry.summary, entry.description].flatMap((text) => text ?? []).join('. '),
    scope: entry.scope,
    isForLimitedKeys: entry.limitedKeys !== undefined || entry.scope === null,
    input: inputOf(entry),
    annotations: {
      readOnlyHint: isReading,
      destructiveHint: isDestructive ?? entry.method === 'DELETE',
      idempotentHint: isReading || entry.method === 'PUT' || entry.method === 'DELETE',
      openWorldHint: isOpenWorld ?? false,
    },
    async call(client, input, signal) {
      const answer = await callOf(client, entry)({ ...requestOf(entry, input), signal })
      if (answer instanceof Uint8Array) {
        const picture = pictureOf(answer)
        return [picture ?? { type: 'text', text: `${answer.length} bytes that cannot be shown.` }]
      }
      const shown = (await pictures?.(client, answer)) ?? []
      return [...contentOf(answer ?? { done: true }), ...shown]
    },
  }
}
