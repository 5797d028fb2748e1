import type { Client } from '@pictable/client'
import { cardDesign } from '#test/chaos/design.ts'
import { makeTraced } from '#test/chaos/traces.ts'
import { idsIn } from '#test/scenarios/forms-kit.ts'
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

/** A form with one question, as strangers find it. */
async function makeForm(client: Client, name: string) {
  const fields = [{ name: 'Name', kind: 'text' as const }]
  const { id: tableId } = await client.tables.create({ body: { name, fields } })
  const { id: templateId } = await client.templates.create({ body: { name, design: cardDesign, publish: true } })
  const questions = [{ variable: 'Name', kind: 'text' as const, label: 'Name', field: 'Name' }]
  const form = { template_id: templateId, title: name, questions, table_id: tableId, submissions_per_hour: 1000 }
  const { id, url } = await client.forms.create({ body: form })
  if (url === null) throw new Error('the form has no link')
  const [question = ''] = idsIn(await (await fetch(url)).text())
  return { id, tableId, path: new URL(url).pathname, question }
}

/** One of each shape: rendered and stored, run, erased, sent by a form, in a table, with a secret that is shown once, with work after its commit, and sent. */
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
      name: 'submissions',
      async open(name) {
        const { id, tableId, path, question } = await makeForm(client, name)
        return {
          path: `${path}/submissions`,
          body: { answers: { [question]: name } },
          async count() {
            const { results } = await client.tables.rows({ params: { id: tableId }, query: newest })
            const { submission_count: counted } = await client.forms.get({ params: { id } })
            if (results.length !== counted) throw new Error(`${results.length} rows of ${counted} submissions`)
            return counted
          },
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
