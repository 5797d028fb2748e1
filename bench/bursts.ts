import { readFile } from 'node:fs/promises'
import type { App } from '@pictable/server/app.ts'
import type { Source } from '@pictable/server/core/ports/source.ts'
import type { Sources } from '@pictable/server/core/ports/sources.ts'
import { startRun } from '@pictable/server/core/run/start-run.ts'
import { createTrigger } from '@pictable/server/core/trigger/save-trigger.ts'
import { hookUrlOf } from '@pictable/server/core/trigger/trigger-call.ts'
import { type Bench, median, quantile } from '#bench/bench.ts'
import { benchAction, benchKey, withApp } from '#bench/bench-app.ts'
import { createMemoryTable } from '#bench/memory-table.ts'

/** Below the 10,000 a minute that a trigger takes. */
const CALLS_PER_SECOND = 160
const CONNECTIONS = 8
const SIZES = [10, 1000, 20_000]
const IDS_PER_CALL = 1000

/** A table that is never read to its end: its run stays active, and every call waits behind it. */
function createHeldTable(): Sources {
  const { sources } = createMemoryTable({ count: 1, fieldNames: ['Name', 'Image'], fieldsOf: () => ({}) })
  const held: Source['pages'] = async function* (_table, { signal }) {
    await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    yield { records: [], cursor: null }
  }
  const [kind] = sources.kinds
  if (kind === undefined) throw new Error('there is no table')
  const heldKind = {
    ...kind,
    open: (...given: Parameters<typeof kind.open>) => ({ ...kind.open(...given), pages: held }),
  }
  return { kinds: [heldKind], broken: [], kind: () => heldKind }
}

type Call = (recordIds: readonly string[]) => Promise<number>

/** @returns how long the answer took, in ms */
function createCall(url: string): Call {
  return async (recordIds) => {
    const startedAtMs = performance.now()
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ record_ids: recordIds }),
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    return performance.now() - startedAtMs
  }
}

function createIds() {
  let count = 0
  return (length: number) => Array.from({ length }, () => `rec_${String(++count).padStart(8, '0')}`)
}

/** Time of a call of one record while this many wait: that of the fastest tenth, since others share the machine. */
async function costBySize(call: Call, nextIds: (length: number) => string[], calls: number): Promise<number[]> {
  const costs: number[] = []
  let waiting = 0
  for (const size of SIZES) {
    for (; waiting < size; waiting += IDS_PER_CALL) await call(nextIds(Math.min(IDS_PER_CALL, size - waiting)))
    waiting = size
    const latencies: number[] = []
    for (let at = 0; at < calls; at++) latencies.push(await call(nextIds(1)))
    costs.push(quantile(latencies, 0.1))
  }
  return costs
}

async function sustain(call: Call, nextIds: (length: number) => string[], seconds: number) {
  const latencies: number[] = []
  const startedAtMs = performance.now()
  const untilMs = startedAtMs + seconds * 1000
  let sent = 0
  const connection = async () => {
    for (;;) {
      const dueMs = startedAtMs + (sent++ / CALLS_PER_SECOND) * 1000
      if (dueMs > untilMs) return
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      latencies.push(await call(nextIds(1)))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return { latencies, perSecond: latencies.length / ((performance.now() - startedAtMs) / 1000) }
}

async function measure({ world, url }: App, quick: boolean) {
  const figures: Record<string, number> = {}
  const ratios: Record<string, number> = {}
  const design = JSON.parse(await readFile('examples/templates/social-card.json', 'utf8'))
  const { signal } = new AbortController()
  for (const name of ['tablesources', 'trigger'] as const) {
    const actionId = await benchAction(world, design)
    await startRun(world, actionId, { recordIds: null, force: false, limit: null, metadata: null })
    const trigger = await createTrigger(world, { actionId, kind: 'incoming_hook' }, { signal })
    const call = createCall(name === 'trigger' ? hookUrlOf(world, trigger) : `${url}/v1/tablesources/${actionId}`)
    const nextIds = createIds()
    await call(nextIds(1))
    const costs = await costBySize(call, nextIds, quick ? 50 : 300)
    for (const [at, cost] of costs.entries()) figures[`${name}_call_while_${SIZES[at]}_wait_ms`] = cost
    ratios[`${name}_call_while_20000_wait_vs_10`] = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)
    const { latencies, perSecond } = await sustain(call, nextIds, quick ? 5 : 60)
    figures[`${name}_calls_per_second`] = perSecond
    figures[`${name}_p50_ms`] = median(latencies)
    figures[`${name}_p99_ms`] = quantile(latencies, 0.99)
  }
  return { figures, ratios }
}

/** Calls that name records while a run is active. */
export const bursts: Bench = {
  name: 'bursts',
  summary: `calls to a trigger's URL and to POST /v1/tablesources/:id, ${CALLS_PER_SECOND} per second for a minute while a run waits`,
  run: ({ quick }) => withApp({ sources: createHeldTable() }, (app) => measure(app, quick)),
}
