import type { Client } from '@pictable/client'
import { cardDesign } from '#test/chaos/design.ts'
import { makeCards } from '#test/scenarios/whole-app.ts'

/** A kind of request that must be done once, however often its process dies. */
export interface Subject {
  name: string
  /** What asks for the one of this name. */
  call(name: string): { path: string; body: unknown }
  /** How many of this name there are. */
  count(name: string): Promise<number>
  /** Takes it away, where only a few may be there. */
  clear?(name: string): Promise<void>
  /** Only one at a time can be told from the others. */
  isAlone?: boolean
}

/** One of each shape: rendered and stored, run, in a table, with a secret that is shown once, with work after its commit, and sent. */
export async function subjectsOf(client: Client): Promise<Subject[]> {
  const { actionId, tableId } = await makeCards(client, 1)
  const addWebhook = () => client.webhooks.create({ body: { name: 'Answers', url: 'https://receiver.invalid/' } })
  let webhook = await addWebhook()
  const newest = { limit: 100 }
  return [
    {
      name: 'images',
      call: (name) => ({
        path: '/v1/images',
        body: { template: cardDesign, values: { Name: name }, metadata: { name } },
      }),
      async count(name) {
        const { results } = await client.images.list({ query: newest })
        return results.filter(({ metadata }) => metadata?.name === name).length
      },
    },
    {
      name: 'runs',
      isAlone: true,
      call: (name) => ({ path: `/v1/actions/${actionId}/runs`, body: { metadata: { name } } }),
      async count(name) {
        const { results } = await client.runs.list({ query: newest })
        return results.filter(({ trigger }) => trigger.metadata?.name === name).length
      },
    },
    {
      name: 'rows',
      call: (name) => ({ path: `/v1/tables/${tableId}/rows`, body: { rows: [{ Name: name }] } }),
      async count(name) {
        const { results } = await client.tables.rows({ params: { id: tableId }, query: { search: name, limit: 100 } })
        return results.filter(({ fields }) => fields.Name === name).length
      },
    },
    {
      name: 'keys',
      call: (name) => ({ path: '/v1/api-keys', body: { name, scopes: ['read'] } }),
      async count(name) {
        const { results } = await client.apiKeys.list({ query: newest })
        return results.filter((key) => key.name === name).length
      },
    },
    {
      name: 'triggers',
      isAlone: true,
      call: () => ({ path: '/v1/triggers', body: { action_id: actionId, kind: 'incoming_hook' } }),
      async count() {
        return (await client.triggers.list({ query: newest })).results.length
      },
      async clear() {
        const { results } = await client.triggers.list({ query: newest })
        for (const { id } of results) await client.triggers.delete({ params: { id } })
      },
    },
    {
      name: 'deliveries',
      isAlone: true,
      call: () => ({ path: `/v1/webhooks/${webhook.id}/test`, body: {} }),
      async count() {
        return (await client.webhooks.deliveries({ params: { id: webhook.id }, query: newest })).results.length
      },
      async clear() {
        await client.webhooks.delete({ params: { id: webhook.id } })
        webhook = await addWebhook()
      },
    },
  ]
}
