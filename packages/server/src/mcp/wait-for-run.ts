import { type Client, contract } from '@pictable/client'
import { z } from 'zod'
import { contentOf, previewOf } from './content.ts'
import type { Content, Tool } from './tool.ts'

const inputShape = z.object({
  id: z.string().meta({ description: 'Id of the run' }),
  seconds: z.int().min(1).max(50).default(30).meta({ description: 'How long to wait at most' }),
})

const lookAgainMs = 500
const MOST_PICTURES = 4

type Run = Awaited<ReturnType<Client['runs']['get']>>

async function untilEnded(client: Client, input: z.output<typeof inputShape>, signal: AbortSignal): Promise<Run> {
  const untilMs = performance.now() + input.seconds * 1000
  for (;;) {
    const run = await client.runs.get({ params: { id: input.id }, signal })
    if (run.outcome !== null || performance.now() + lookAgainMs > untilMs) return run
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

/** The first images of a run, small. An image may be gone, or its file: the others are shown. */
async function picturesOf(client: Client, ids: readonly string[]): Promise<Content[]> {
  const previews = ids.slice(0, MOST_PICTURES).map((id) => previewOf(client, id).catch(() => []))
  return (await Promise.all(previews)).flat()
}

/** The end of a run and what became of its records, in one answer. */
export const waitForRun: Tool = {
  name: 'runs_wait',
  title: 'Wait until a run has ended',
  description:
    'Returns the run, the reasons of its failures, its first records and up to four of their images. If the run has not ended in time, `outcome` is null: call it again',
  scope: contract.runs.get.scope,
  isForLimitedKeys: true,
  input: z.toJSONSchema(inputShape, { io: 'input' }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async call(client, given, signal) {
    const input = inputShape.parse(given)
    const run = await untilEnded(client, input, signal)
    const params = { id: input.id }
    const [failures, records] = await Promise.all([
      client.runs.failures({ params, signal }),
      client.runs.records({ params, query: { limit: 20 }, signal }),
    ])
    const images = records.results.flatMap(({ image_id: id }) => id ?? [])
    return [
      ...contentOf({ run, failures: failures.results, records: records.results }),
      ...(await picturesOf(client, images)),
    ]
  },
}
