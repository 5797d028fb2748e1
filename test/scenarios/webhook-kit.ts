import { z } from 'zod'
import type { TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

export const webhookShape = z.looseObject({
  id: z.string(),
  secret: z.string().nullable(),
  active: z.boolean(),
  pause: z.looseObject({ reason: z.string(), message: z.string() }).nullable(),
})
export const deliveryShape = z.looseObject({
  id: z.string(),
  webhook_id: z.string(),
  message_id: z.string(),
  event: z.string(),
  state: z.string(),
  attempts: z.int(),
  last_status: z.int().nullable(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})
export type DeliveryJson = z.output<typeof deliveryShape>
const deliveryList = z.looseObject({ results: z.array(deliveryShape), next: z.string().nullable() })

export async function makeWebhook(app: TestApp, url: string, change: Record<string, unknown> = {}) {
  const answer = await app.request('POST', '/v1/webhooks', { body: { name: 'Ours', url, ...change } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return webhookShape.parse(answer.json)
}

/** Sends a test event. @returns its delivery */
export async function sendTest(app: TestApp, webhookId: string, event?: string): Promise<DeliveryJson> {
  const answer = await app.request('POST', `/v1/webhooks/${webhookId}/test`, event ? { body: { event } } : {})
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`)
  return deliveryShape.parse(answer.json)
}

export async function deliveriesOf(app: TestApp, webhookId: string, query = ''): Promise<DeliveryJson[]> {
  const answer = await app.request('GET', `/v1/webhooks/${webhookId}/deliveries?limit=100${query}`)
  return deliveryList.parse(answer.json).results
}

/** Asks until the delivery looks like this. Bounded. */
export function untilDelivery(
  app: TestApp,
  id: string,
  isSo: (delivery: DeliveryJson) => boolean,
): Promise<DeliveryJson> {
  let last: DeliveryJson | undefined
  return until(
    () => `the delivery stays ${JSON.stringify(last)}`,
    async () => {
      last = deliveryShape.parse((await app.request('GET', `/v1/deliveries/${id}`)).json)
      return isSo(last) && last
    },
  )
}

export const untilState = (app: TestApp, id: string, state: string) =>
  untilDelivery(app, id, (delivery) => delivery.state === state)
/** It may have been attempted once more by now. */
export const untilAttempts = (app: TestApp, id: string, attempts: number) =>
  untilDelivery(app, id, (delivery) => delivery.attempts >= attempts)
