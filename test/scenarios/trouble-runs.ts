import { leaseMs, recoverTriggers } from '@pictable/server/core/trigger/tend-trigger.ts'
import { expect } from 'vitest'
import { z } from 'zod'
import { untilStatus } from '#test/scenarios/seed.ts'
import type { TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

export const withId = z.looseObject({ id: z.string() })
const count = z.number()
const runShape = z.looseObject({
  id: z.string(),
  action_id: z.string(),
  state: z.string(),
  total: count,
  rendered: count,
  skipped: count,
  failed: count,
  cancelled: count,
  pending: count,
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  waiting_for: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})
export type Run = z.output<typeof runShape>

export async function create(app: TestApp, path: string, body: unknown): Promise<string> {
  const answer = await app.request('POST', path, { body })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return withId.parse(answer.json).id
}

export async function readRun(app: TestApp, runId: string): Promise<Run> {
  return runShape.parse((await app.request('GET', `/v1/runs/${runId}`)).json)
}

/** Waits for the end of a run, after which nothing may be left open: its counts add up, and the action is at rest. */
export async function untilEnded(app: TestApp, runId: string): Promise<Run> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    const run = await readRun(app, runId)
    if (run.state === 'active' || run.state === 'waiting') {
      // Limits of requests go by this clock: nobody has to wait for them. Long pauses pass only while the run waits for
      // one: else the turn of each request would be over before a busy machine has sent it.
      app.advance(run.waiting_for === null ? 500 : 10_000)
      await new Promise((resolve) => setTimeout(resolve, 30))
      continue
    }
    expect(run.pending).toBe(0)
    expect(run.rendered + run.skipped + run.failed + run.cancelled).toBe(run.total)
    const { json } = await app.request('GET', `/v1/tablesources/${run.action_id}`)
    expect(json).toMatchObject({ status: null })
    return run
  }
  throw new Error(`the run ${runId} does not end`)
}

export async function trigger(app: TestApp, actionId: string): Promise<string> {
  const answer = await app.request('POST', `/v1/tablesources/${actionId}`)
  expect(answer, answer.text).toMatchObject({ status: 200 })
  return answer.headers.get('x-run-id') ?? ''
}

export const runOnce = async (app: TestApp, actionId: string) => untilEnded(app, await trigger(app, actionId))

/** Runs, and does something once the table has been read and the first image is about to be made. */
export async function runAnd(app: TestApp, actionId: string, meanwhile: () => Promise<void>): Promise<Run> {
  app.rendering.close()
  try {
    const runId = await trigger(app, actionId)
    await app.rendering.arrival()
    await untilStatus(app, actionId, 'Started')
    await meanwhile()
    app.rendering.open()
    return await untilEnded(app, runId)
  } finally {
    app.rendering.open()
  }
}

export async function reasonsOf(app: TestApp, { id }: Run): Promise<string[]> {
  const { json } = await app.request('GET', `/v1/runs/${id}/records?state=failed&limit=100`)
  const page = z.looseObject({ results: z.array(z.looseObject({ reason: z.looseObject({ message: z.string() }) })) })
  return page.parse(json).results.map(({ reason }) => reason.message)
}

export async function runsOf(app: TestApp, actionId: string): Promise<string[]> {
  const { json } = await app.request('GET', `/v1/runs?action_id=${actionId}`)
  return z
    .looseObject({ results: z.array(withId) })
    .parse(json)
    .results.map(({ id }) => id)
}

/** Lets time pass until the action has had more runs than so many. @returns the newest, ended */
export async function nextRun(app: TestApp, actionId: string, than: number): Promise<Run> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const [newest, ...others] = await runsOf(app, actionId)
    if (newest !== undefined && others.length >= than) return untilEnded(app, newest)
    // by less than a lease while somebody looks
    app.advance(5000)
    await recoverTriggers(app.world)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no run of ${actionId} is started`)
}

const triggerShape = z.looseObject({ next_at: z.string(), error: z.null() })

/** Lets a day pass, and waits until the trigger has looked at the table anew. */
export async function lookAgain(app: TestApp, path: string): Promise<void> {
  const read = async () => triggerShape.parse((await app.request('GET', path)).json).next_at
  const before = await read()
  app.advance(25 * 3_600_000)
  await recoverTriggers(app.world)
  await until('the trigger is looked at', async () => {
    const nextAt = await read()
    const aheadMs = Date.parse(nextAt) - app.world.clock.now().getTime()
    return nextAt !== before && Math.abs(aheadMs - leaseMs) > 30_000
  })
}
