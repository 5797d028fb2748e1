import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@pictable/client'
import { tokenOf } from '#test/scenarios/people-kit.ts'
import { cardDesign } from '#test/scenarios/seed.ts'

const fields: Parameters<Client['tables']['create']>[0]['body']['fields'] = [
  { name: 'Name', kind: 'text' },
  { name: 'Image', kind: 'url' },
]

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Makes one of everything that requests may then name, change and delete. The hook of the trigger goes nowhere.
 * @returns the token by which somebody who is invited gets in
 */
export async function stock({ url, key }: { url: string; key: string }): Promise<string> {
  const client = createClient({ baseUrl: url, apiKey: key })
  const table = await client.tables.create({ body: { name: 'Products', fields, views: [{ name: 'All' }] } })
  const rows = ['Teapot', 'Kettle', 'Cup'].map((Name) => ({ Name }))
  await client.tables.addRows({ params: { id: table.id }, body: { rows } })
  const template = await client.templates.create({ body: { name: 'Card', design: cardDesign, publish: true } })
  const connection = await client.connections.create({ body: { name: 'Ours', source: 'table', settings: {} } })
  const action = await client.actions.create({
    body: {
      title: 'Cards',
      connection_id: connection.id,
      base_id: 'built-in',
      table: table.id,
      template_id: template.id,
      write_back: { url: 'Image' },
    },
  })
  await client.triggers.create({ body: { action_id: action.id, kind: 'schedule', settings: { cron: '0 9 1 1 *' } } })
  await client.triggers.create({ body: { action_id: action.id, kind: 'incoming_hook' } })
  const webhook = await client.webhooks.create({ body: { name: 'Shop', url: 'https://127.0.0.1/hook' } })
  await client.webhooks.test({ params: { id: webhook.id }, body: {} })
  await client.webhooks.pause({ params: { id: webhook.id } })
  const slack = { name: 'Team', format: 'slack', url: 'https://127.0.0.1/slack', events: null } as const
  await client.webhooks.create({ body: slack })
  const questions = [{ variable: 'Name', kind: 'text', label: 'Name', required: false } as const]
  await client.forms.create({ body: { template_id: template.id, title: 'Cards', questions } })
  await client.assets.upload({ query: { filename: 'pixel.png' }, body: onePixel })
  await client.urlKeys.create({ body: { name: 'Blog', template_ids: [template.id] } })
  await client.apiKeys.create({ body: { name: 'Reader', scopes: ['read'] } })
  await client.images.create({ body: { template_id: template.id, values: { Name: 'Cup' } } })
  await client.imageBatches.create({ body: { items: [{ template_id: template.id, values: { Name: 'Cup' } }] } })
  await client.tablesources.trigger({ params: { id: action.id } })
  const email = `ada-${randomUUID()}@example.com`
  return tokenOf((await client.users.create({ body: { name: 'Ada', email, role: 'owner' } })).link)
}
