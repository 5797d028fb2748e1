import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { until } from '#test/until.ts'

const answer = z.object({ data: z.unknown() })
const made = z.looseObject({ id: z.string() })
const madeWorkflow = made.extend({ versionId: z.string() })
const started = z.object({ executionId: z.string() })
const execution = z.looseObject({ status: z.string(), data: z.string() })
const executions = z.object({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) })

const item = z.looseObject({ json: z.record(z.string(), z.unknown()) })
const runData = z.looseObject({
  resultData: z.looseObject({
    error: z.looseObject({ message: z.string(), description: z.string().nullish() }).optional(),
    runData: z.record(
      z.string(),
      z.array(z.looseObject({ data: z.object({ main: z.array(z.array(item).nullable()) }).optional() })),
    ),
  }),
})

export interface Ended {
  status: string
  error: { message: string; description?: string | null | undefined } | undefined
  /** What a node returned, by output. */
  itemsOf(node: string, output?: number): z.output<typeof item>[]
}

/** `openSession()` sets up the owner of an empty n8n, and calls its REST API as its editor does. */
export async function openSession(url: string, folder: string) {
  const { parse }: { parse: (text: string) => unknown } = createRequire(join(folder, 'package.json'))('flatted')
  let cookie = ''

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'browser-id': 'live', cookie }
    const response = await fetch(`${url}/rest${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer.parse(JSON.parse(text)).data
  }

  async function ended(id: string): Promise<Ended> {
    const { status, data } = await until(
      () => `the execution ${id} does not end`,
      async () => {
        const found = execution.parse(await call('GET', `/executions/${id}?includeData=true`))
        return !['new', 'running', 'waiting'].includes(found.status) && found
      },
      { withinMs: 120_000, everyMs: 200 },
    )
    const { resultData } = runData.parse(parse(data))
    const itemsOf = (node: string, output = 0) => resultData.runData[node]?.at(-1)?.data?.main[output] ?? []
    return { status, error: resultData.error, itemsOf }
  }

  const owner = { email: 'owner@example.com', firstName: 'Ada', lastName: 'L', password: 'Only-for-tests-1' }
  await call('POST', '/owner/setup', owner)
  return {
    call,
    ended,
    createCredential: async (name: string, data: Record<string, string>) => {
      return made.parse(await call('POST', '/credentials', { name, type: 'pictableApi', data })).id
    },
    importWorkflow: async (workflow: object) => madeWorkflow.parse(await call('POST', '/workflows', workflow)),
    /** Runs a workflow as its "Execute" button does. */
    run: async (id: string) => {
      const body = { triggerToStartFrom: { name: 'Start' } }
      return ended(started.parse(await call('POST', `/workflows/${id}/run`, body)).executionId)
    },
    executionsOf: async (workflowId: string) => {
      const filter = encodeURIComponent(JSON.stringify({ workflowId }))
      return executions.parse(await call('GET', `/executions?filter=${filter}&limit=20`)).results
    },
  }
}

export type Session = Awaited<ReturnType<typeof openSession>>
