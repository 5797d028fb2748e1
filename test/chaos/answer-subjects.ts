import type { Client } from '@pictable/client'
import { cardDesign } from '#test/chaos/design.ts'
import { makeTraced } from '#test/chaos/traces.ts'
import { makeCards } from '#test/scenarios/whole-app.ts'

/** One request, and how often it has been done. */
export interface Target {
  path: string
  body: unknown
  count(): Promise<number>
}

/** A kind of request that must be done once, however often its process dies. */
export interface Subject {
  name: string
  /** Makes what the request of this name needs. Nothing else touches that, so that requests never wait for each other. */
  open(name: string): Promise<Target>
}

/** One of each shape: rendered and stored, run, erased, in a table, with a secret that is shown once, with work after its commit, and sent. */
export function subjectsOf(client: Client): Subject[] {
  const newest = { limit: 100 }
  return [
    {
      name: 'images',
      open: async (name) => ({
        path: '/v1/images',
        body: { template: cardDesign, values: { Name: name }, metadata: { name } },
        async count() {
          const { results } = await client.images.list({ query: newest })
          return results.filter(({ metadata }) => metadata?.name === name).length
        },
      }),
    },
    {
      name: 'runs',
      async open() {
        const { actionId } = await makeCards(client, 0)
        return {
          path: `/v1/actions/${actionId}/runs`,
          body: {},
          count: async () => (await client.runs.list({ query: { ...newest, action_id: actionId } })).results.length,
        }
      },
    },
    {
      name: 'erasures',
      async open() {
        const { actionId, rowIds, traces } = await makeTraced(client, 2)
        return {
          path: `/v1/actions/${actionId}/erase`,
          body: { record_ids: rowIds.slice(0, 1) },
          count: async () => (`${await traces()}` === '0,3' ? 1 : 0),
        }
      },
    },
    {
      name: 'rows',
      async open(name) {
        const { tableId } = await makeCards(client, 0)
        return {
          path: `/v1/tables/${tableId}/rows`,
          body: { rows: [{ Name: name }] },
          count: async () => (await client.tables.rows({ params: { id: tableId }, query: newest })).results.length,
        }
      },
    },
    {
      name: 'keys',
      open: async (name) => ({
        path: '/v1/api-keys',
        body: { name, scopes: ['read'] },
        async count() {
          const { results } = await client.apiKeys.list({ query: newest })
          return results.filter((key) => key.name === name).length
        },
      }),
    },
    {
      name: 'triggers',
      async open() {
        const { actionId } = await makeCards(client, 0)
        return {
          path: '/v1/triggers',
          body: { action_id: actionId, kind: 'incoming_hook' },
          count: async () => (await client.triggers.list({ query: { ...newest, action_id: actionId } })).results.length,
        }
      },
    },
    {
      name: 'deliveries',
      async open() {
        const { id } = await client.webhooks.create({ body: { name: 'Answers', url: 'https://receiver.invalid/' } })
        return {
          path: `/v1/webhooks/${id}/test`,
          body: {},
          async count() {
            const { results } = await client.webhooks.deliveries({ params: { id }, query: newest })
            // It receives the events of the other requests too.
            return results.filter(({ test }) => test).length
          },
        }
      },
    },
  ]
}
