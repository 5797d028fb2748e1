import { type ChildProcess, fork } from 'node:child_process'
import type { World } from '@pictable/server/core/ports/world.ts'
import type { EventFact } from '@pictable/server/core/webhook/build-body.ts'
import { recordEvents } from '@pictable/server/core/webhook/record-events.ts'
import { createWebhook } from '@pictable/server/core/webhook/save-webhook.ts'
import { z } from 'zod'
import { type Bench, median, quantile } from '#bench/bench.ts'
import { withApp } from '#bench/bench-app.ts'

const readyShape = z.object({ port: z.int() })
const reportShape = z.object({ count: z.int(), distinct: z.int(), latencies: z.array(z.number()) })

/** As many as a run writes with one flush. */
const factsPerTransaction = 25
const webhookCount = 8
const mostBehind = 2000
const perSecond = 200

interface Receivers {
  origin: string
  /** What has come since it was asked last. */
  report(): Promise<z.output<typeof reportShape>>
  stop(): void
}

const messageOf = (child: ChildProcess) => new Promise<unknown>((resolve) => child.once('message', resolve))

async function startReceivers(): Promise<Receivers> {
  const child = fork(new URL('./webhook-receiver.ts', import.meta.url))
  const { port } = readyShape.parse(await messageOf(child))
  return {
    origin: `http://127.0.0.1:${port}`,
    async report() {
      const answer = messageOf(child)
      child.send('report')
      return reportShape.parse(await answer)
    },
    stop: () => child.disconnect(),
  }
}

const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))

/** Signed webhooks with a custom header, each for an action of its own; the first ones never answer. @returns the actions */
async function makeWebhooks(world: World, { origin }: Receivers, hanging: number): Promise<string[]> {
  const actions = Array.from({ length: webhookCount }, (_, index) => `act_bench_${index}`)
  for (const [index, actionId] of actions.entries()) {
    const url = `${origin}/${index < hanging ? 'hang' : 'hook'}/${index}`
    const headers = { Authorization: 'Bearer <TOKEN>' }
    const { webhook } = await createWebhook(world, {
      name: actionId,
      url,
      headers,
      secret: 'generate',
      userDefined: { shop: 7 },
    })
    await world.data.webhooks.update({ ...webhook, actionIds: [actionId] })
  }
  return actions
}

async function clear(world: World): Promise<void> {
  const { results } = await world.data.webhooks.list({ limit: 100 })
  for (const { id } of results) await world.data.webhooks.delete(id)
}

function factOf(world: World, actionId: string): EventFact {
  const at = world.clock.now()
  const file = { format: 'png' as const, hash: 'a'.repeat(64), sizeBytes: 48_000, widthPx: 1200, heightPx: 630 }
  const inputs = {
    templateId: 'tpl_bench',
    templateVersion: 1,
    values: {},
    modifications: [],
    metadata: null,
    report: {},
    webhookIds: [],
    fileName: null,
  }
  const image = {
    id: 'img_bench',
    ...inputs,
    actionId,
    runId: 'run_bench',
    recordId: 'rec_bench',
    output: null,
    files: [file],
    design: null,
    sequence: null,
    thumbnail: null,
    preview: null,
    createdAt: at,
  }
  const modifications = [
    { name: 'title', text: 'A teapot with a spout' },
    { name: 'price', text: '24.50' },
  ]
  const picture = {
    recordId: 'rec_bench',
    output: null,
    image,
    template: { id: 'tpl_bench', version: 1 },
    modifications,
    fields: {},
  }
  return {
    event: 'image.created',
    at,
    action: { id: actionId, title: 'Bench' },
    runId: 'run_bench',
    metadata: null,
    error: null,
    picture,
  }
}

function record(world: World, actionId: string, count: number): Promise<void> {
  return world.data.transaction((data) =>
    recordEvents(world, data, {
      actionId,
      events: ['image.created'],
      webhookIds: [],
      factsOf: () => Array.from({ length: count }, () => factOf(world, actionId)),
    }),
  )
}

/** Events are written as fast as they go out, in transactions like those of a run. */
async function throughput(world: World, receivers: Receivers, seconds: number): Promise<number> {
  const actions = await makeWebhooks(world, receivers, 0)
  let written = 0
  let received = 0
  const goOn = async (untilMs: number) => {
    while (performance.now() < untilMs) {
      for (const actionId of actions) {
        await record(world, actionId, factsPerTransaction)
        written += factsPerTransaction
      }
      while (written - received > mostBehind && performance.now() < untilMs) {
        await pause(20)
        received += (await receivers.report()).count
      }
    }
  }
  await goOn(performance.now() + 2000)
  received += (await receivers.report()).count
  const before = received
  const startedAt = performance.now()
  await goOn(startedAt + seconds * 1000)
  received += (await receivers.report()).count
  const rate = ((received - before) * 1000) / (performance.now() - startedAt)
  for (let look = 0; received < written && look < 1000; look++) {
    await pause(20)
    received += (await receivers.report()).count
  }
  if (received < written) throw new Error(`only ${received} of ${written} deliveries have come`)
  await clear(world)
  return rate
}

/** Single events at a steady rate. @returns milliseconds from event to receiver */
async function latencies(
  world: World,
  receivers: Receivers,
  options: { seconds: number; hanging: number },
): Promise<number[]> {
  const actions = await makeWebhooks(world, receivers, options.hanging)
  for (const actionId of actions) await record(world, actionId, 1)
  await pause(500)
  await receivers.report()
  const startedAt = performance.now()
  const count = options.seconds * perSecond
  const writing: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    await pause(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()))
    writing.push(record(world, actions[index % actions.length] ?? '', 1))
  }
  await Promise.all(writing)
  await pause(1500)
  const report = await receivers.report()
  const expected = (count * (webhookCount - options.hanging)) / webhookCount
  if (report.distinct !== expected) throw new Error(`${report.distinct} of ${expected} deliveries have come`)
  await clear(world)
  return report.latencies
}

/** Durable, signed, guarded deliveries to a receiver in another process. */
export const webhooks: Bench = {
  name: 'webhooks',
  summary: 'deliveries per second, and from event to receiver at 200/s, without and with hanging receivers',
  async run({ quick }) {
    const receivers = await startReceivers()
    const settings = { PICTABLE_EGRESS_ALLOW: '127.0.0.0/8', PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true' }
    try {
      return await withApp(
        {},
        async ({ world }) => {
          const rate = await throughput(world, receivers, quick ? 6 : 30)
          console.log(`  ${Math.round(rate)} deliveries/s`)
          const seconds = quick ? 6 : 30
          const clean = await latencies(world, receivers, { seconds, hanging: 0 })
          const troubled = await latencies(world, receivers, { seconds, hanging: webhookCount / 4 })
          const cleanP99 = quantile(clean, 0.99)
          const troubledP99 = quantile(troubled, 0.99)
          return {
            figures: {
              deliveries_per_second: rate,
              event_to_receiver_p50_ms: median(clean),
              event_to_receiver_p99_ms: cleanP99,
              healthy_p99_beside_hanging_ms: troubledP99,
            },
            ratios: { healthy_p99_beside_hanging_vs_clean: troubledP99 / cleanP99 },
          }
        },
        settings,
      )
    } finally {
      receivers.stop()
    }
  },
}
