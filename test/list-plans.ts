import type { Database } from '@pictable/server/database/database.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { z } from 'zod'
import { filledRunId, fillLists, type RowOrder } from '#test/list-rows.ts'
import { seed } from '#test/scenarios/seed.ts'
import type { TestApp } from '#test/start-app.ts'

/** Tables that grow with every run: a list must not read them whole. */
const growing = ['images', 'deliveries', 'attempts', 'runs', 'run_records', 'audit_log']

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export interface ListPlan {
  request: string
  /** On growing tables. */
  statements: string[]
  /** Pages of the database that they read together. */
  buffers: number
  /** Growing tables that it reads from their beginning. */
  sequentialScans: string[]
  /** Rows that a filter threw away. */
  removedRows: number
  /** Conditions without an index are checked in a bounded number of rows. */
  isChecked: boolean
}

/** Records of a source, and rows of a table of our own: their size is the user's. A batch has at most a thousand items. */
const isOfUser = /^\/v1\/(connections\/\{id\}|tables\/\{id\}\/rows|images\/batch\/\{id\})/

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  schema: z.looseObject({ enum: z.array(z.string()).optional() }),
})
const listed = z.looseObject({ properties: z.looseObject({ results: z.unknown(), next: z.unknown() }).required() })
const counted = z.looseObject({ properties: z.looseObject({ count: z.unknown(), accuracy: z.unknown() }).required() })
const openapi = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: z.unknown().optional() })),
})
const operation = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  responses: z.looseObject({
    200: z.looseObject({
      content: z.looseObject({ 'application/json': z.looseObject({ schema: z.union([listed, counted]) }) }),
    }),
  }),
})

/** Values of filters: enough of each to meet what is frequent and what is rare. */
type Values = Readonly<Record<string, readonly string[]>>

type Filters = readonly [name: string, values: readonly string[]][]

/** What is read is decided by two or three of the filters: of eight, all sets would be more than a thousand requests. */
const MOST_FILTERS = 3

function* subsets(filters: Filters, most = MOST_FILTERS): Generator<URLSearchParams> {
  const [first, ...others] = filters
  if (first === undefined || most === 0) {
    yield new URLSearchParams()
    return
  }
  yield* subsets(others, most)
  for (const rest of subsets(others, most - 1))
    for (const value of first[1]) yield new URLSearchParams([[first[0], value], ...rest])
}

/** Every list endpoint of the OpenAPI document with every set of up to three of its filters. */
function listRequests(document: unknown, values: Values): string[] {
  const paging = ['limit', 'after', 'sort', 'view', 'search', 'filters']
  return Object.entries(openapi.parse(document).paths).flatMap(([path, { get }]) => {
    const described = operation.safeParse(get)
    if (!described.success || isOfUser.test(path)) return []
    const parameters = described.data.parameters.flatMap((one) => parameter.safeParse(one).data ?? [])
    const filters = parameters
      .filter((one) => one.in === 'query' && !paging.includes(one.name))
      .map((one): [string, readonly string[]] => {
        const { enum: choices } = one.schema
        const known = choices ? [choices[0], choices.at(-1)].flatMap((choice) => choice ?? []) : values[one.name]
        if (known === undefined) throw new Error(`${path}: say which values the filter ${one.name} is tried with`)
        return [one.name, known]
      })
    const place = path.replace('{id}', () => values[path]?.[0] ?? 'unknown')
    const { schema } = described.data.responses[200].content['application/json']
    const hasPages = parameters.some(({ name }) => name === 'limit')
    // A list without pages is short.
    if (!hasPages && listed.safeParse(schema).success) return []
    const limit: [string, string][] = hasPages ? [['limit', '100']] : []
    return [...subsets(filters)].map((query) => `${place}?${new URLSearchParams([...limit, ...query])}`)
  })
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Rows Removed by Filter'?: number | undefined
  Plans?: PlanNode[] | undefined
}
const planNode: z.ZodType<PlanNode> = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(planNode).optional()
  },
})
const explained = z.tuple([
  z.looseObject({
    Plan: z.intersection(planNode, z.looseObject({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() })),
  }),
])

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

async function planOf(database: Database, { sql, parameters }: Statement) {
  const explain = `explain (analyze, buffers, format json) ${sql}`
  const [row] = await rowsOf<{ 'QUERY PLAN': unknown }>(database.kysely, explain, parameters)
  const value = row?.['QUERY PLAN']
  const [{ Plan: plan }] = explained.parse(typeof value === 'string' ? JSON.parse(value) : value)
  return { buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], nodes: nodesOf(plan) }
}

const isOnGrowing = ({ sql }: Statement) =>
  /^\s*(select|with)/.test(sql) && growing.some((table) => new RegExp(`\\b${table}\\b`).test(sql))

/** Sends every request, and explains the statements on growing tables that it led to. */
async function listPlans(app: TestApp, requests: readonly string[]): Promise<ListPlan[]> {
  const { kysely } = app.database
  const execute = kysely.executeQuery
  const plans: ListPlan[] = []
  for (const request of requests) {
    const statements: Statement[] = []
    Reflect.set(kysely, 'executeQuery', (query: Parameters<typeof execute>[0]) => {
      if ('sql' in query) statements.push(query)
      return execute.call(kysely, query)
    })
    const answer = await app.request('GET', request)
    Reflect.set(kysely, 'executeQuery', execute)
    if (answer.status !== 200) throw new Error(`GET ${request}: ${answer.status} ${answer.text}`)
    const reads = statements.filter(isOnGrowing)
    const explained = []
    for (const statement of reads) explained.push(await planOf(app.database, statement))
    const nodes = explained.flatMap((one) => one.nodes)
    plans.push({
      request,
      statements: reads.map(({ sql }) => sql),
      buffers: explained.reduce((sum, { buffers }) => sum + buffers, 0),
      sequentialScans: nodes.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] ?? '')
          ? [`${node['Relation Name']}`]
          : [],
      ),
      removedRows: nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0),
      isChecked: reads.some(({ sql }) => sql.includes('candidates')),
    })
  }
  return plans
}

const withId = z.looseObject({ id: z.string() })

/** Fills the growing tables of an empty installation with `count` images, and explains every list. */
export async function plansOfLists(app: TestApp, count: number, order: RowOrder): Promise<ListPlan[]> {
  const { actionId, templateId, tableId, connectionId } = await seed(app)
  const body = { name: 'Shop', url: 'https://hooks.example.com/in' }
  const webhookId = withId.parse((await app.request('POST', '/v1/webhooks', { body })).json).id
  await fillLists(app.database, { count, order }, { webhookId, actionId })
  const document = (await app.request('GET', '/v1/openapi.json')).json
  const requests = listRequests(document, {
    '/v1/webhooks/{id}/deliveries': [webhookId],
    '/v1/templates/{id}/versions': [templateId],
    '/v1/runs/{id}/records': [filledRunId],
    '/v1/actions/{id}/exceptions': [actionId],
    action_id: [actionId, 'act_frequent', 'act_rare'],
    run_id: [filledRunId, 'run_rare'],
    template_id: ['tpl_frequent'],
    webhook_id: [webhookId],
    record_id: ['rec_77'],
    modified_layer: ['Title'],
    output: ['story'],
    connection_id: [connectionId],
    table_id: [tableId],
    created_from: [new Date(Date.now() - 3_600_000).toISOString()],
    created_until: [new Date(Date.now() + 3_600_000).toISOString()],
    caller_id: ['usr_1'],
    failure_group: ['group'],
    resource_id: [actionId],
  })
  return listPlans(app, requests)
}

export const MAX_BUFFERS = 200
