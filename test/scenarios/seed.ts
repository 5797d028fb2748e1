import { z } from 'zod'
import type { TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

const withId = z.looseObject({ id: z.string() })

export const cardDesign = {
  schema: 1,
  width: 1200,
  height: 630,
  layers: [
    { type: 'text', name: 'title', x: 60, y: 60, width: 1080, height: 200, text: { bind: 'Name', fallback: '' } },
  ],
}

export interface Seed {
  tableId: string
  connectionId: string
  templateId: string
  actionId: string
  rowIds: string[]
}

async function created(app: TestApp, path: string, body: unknown): Promise<string> {
  const answer = await app.request('POST', path, { body })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return withId.parse(answer.json).id
}

/** A table with these names, a published template, and an action that writes the URL back. */
export async function seed(app: TestApp, names: readonly string[] = ['Teapot', 'Kettle', 'Cup']): Promise<Seed> {
  const tableId = await created(app, '/v1/tables', {
    name: 'Products',
    fields: [
      { name: 'Name', kind: 'text' },
      { name: 'Image', kind: 'url' },
    ],
    views: [{ name: 'All' }],
  })
  const rows = await app.request('POST', `/v1/tables/${tableId}/rows`, {
    body: { rows: names.map((Name) => ({ Name })) },
  })
  const rowIds = z
    .looseObject({ results: z.array(withId) })
    .parse(rows.json)
    .results.map(({ id }) => id)
  const connectionId = await created(app, '/v1/connections', { name: 'Ours', source: 'table', settings: {} })
  const templateId = await created(app, '/v1/templates', { name: 'Card', design: cardDesign, publish: true })
  const actionId = await created(app, '/v1/actions', {
    title: 'Cards',
    connection_id: connectionId,
    base_id: 'built-in',
    table: 'Products',
    view: null,
    template_id: templateId,
    write_back: { url: 'Image' },
  })
  return { tableId, connectionId, templateId, actionId, rowIds }
}

const run = z.looseObject({ id: z.string(), state: z.string() })

/** Asks until the run has ended. Bounded: a run that hangs fails the test. */
export function untilEnded(app: TestApp, runId: string): Promise<z.output<typeof run>> {
  return until(`the end of the run ${runId}`, async () => {
    const now = run.parse((await app.request('GET', `/v1/runs/${runId}`)).json)
    return now.state !== 'active' && now.state !== 'waiting' && now
  })
}

/** Asks for the status until it is this one. Bounded. */
export async function untilStatus(app: TestApp, actionId: string, status: string | null): Promise<void> {
  await until(`the status ${status}`, async () => {
    const answer = await app.request('GET', `/v1/tablesources/${actionId}`)
    return z.looseObject({ status: z.string().nullable() }).parse(answer.json).status === status
  })
}

/** Triggers an action, by default for every record, and waits for the end of the run. @returns its id */
export async function runAction(
  app: TestApp,
  actionId: string,
  body: Record<string, unknown> = { force: true },
): Promise<string> {
  const answer = await app.request('POST', `/v1/tablesources/${actionId}`, { body })
  if (answer.status !== 200) throw new Error(answer.text)
  const runId = answer.headers.get('x-run-id') ?? ''
  await untilEnded(app, runId)
  return runId
}
