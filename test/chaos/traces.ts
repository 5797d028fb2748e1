import type { Client } from '@pictable/client'
import { type MadeAction, makeCards, trigger, untilEnded } from '#test/scenarios/whole-app.ts'

/** An action with a rendered card of each record. */
interface Traced extends MadeAction {
  runId: string
  /** For each record, how many there are of its image, the delivery of its event, and its name in the run. */
  traces(): Promise<number[]>
}

/** Creates records with everything that is stored of a record. */
export async function makeTraced(client: Client, records: number): Promise<Traced> {
  const made = await makeCards(client, records)
  const { actionId, rowIds } = made
  const events = ['image.created' as const]
  const hook = { name: 'Traces', url: 'https://receiver.invalid/', events, actions: [actionId] }
  const { id: webhookId } = await client.webhooks.create({ body: hook })
  const { id: runId } = await untilEnded(client, await trigger(client, actionId))
  return {
    ...made,
    runId,
    async traces() {
      const pages = [
        await client.images.list({ query: { action_id: actionId } }),
        await client.webhooks.deliveries({ params: { id: webhookId }, query: {} }),
        await client.runs.records({ params: { id: runId } }),
      ]
      const kept = pages.flatMap(({ results }) => results.map((each) => JSON.stringify(each)))
      return rowIds.map((id, n) => kept.filter((each) => each.includes(id) || each.includes(`Record ${n}`)).length)
    },
  }
}
