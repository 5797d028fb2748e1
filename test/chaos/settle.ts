import type { Installation } from '#test/chaos/installation.ts'
import { until } from '#test/until.ts'

/** Leases and backoffs of what was killed may pass first. */
const PATIENTLY = { withinMs: 300_000, everyMs: 50 }

/** Asks again, also when nobody answers, until it is so. @throws Error after five minutes */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, () => isSo().catch(() => false), PATIENTLY)
}

/** Waits until every run has ended, and nothing is left to be sent. */
export async function untilSettled({ client, shop: { actionId } }: Installation): Promise<void> {
  await eventually('every run has ended', async () => {
    const { results } = await client.runs.list({ query: { action_id: actionId, limit: 5 } })
    const { status } = await client.tablesources.get({ params: { id: actionId } })
    return status === null && results.every(({ finished_at }) => finished_at !== null)
  })
  await eventually('every event was sent', async () => {
    return (await client.deliveries.list({ query: { state: 'pending', limit: 1 } })).results.length === 0
  })
}

/** Waits until a record of a run ends that is under way, or no run is any more. */
export async function untilGettingOn({ client, shop: { actionId } }: Installation): Promise<void> {
  const ended = async () => {
    const { results } = await client.runs.list({ query: { action_id: actionId, limit: 5 } })
    const isUnderWay = results.some(({ finished_at }) => finished_at === null)
    return isUnderWay ? results.reduce((sum, { total, pending }) => sum + total - pending, 0) : null
  }
  let before: number | null | undefined
  await eventually('a run gets on', async () => {
    const now = await ended()
    before ??= now
    return now === null || now !== before
  })
}
