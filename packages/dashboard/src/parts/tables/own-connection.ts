import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { queryClient } from '#dashboard/api/query-client.ts'
import { t } from '#dashboard/strings/t.ts'

/** The connection through which actions and templates read our own tables; made when there is none. */
export async function ownConnection(): Promise<string> {
  const { results } = await queryClient.fetchQuery({ ...api.connections.list.all(), staleTime: 0 })
  const own = results.find(({ source }) => source === 'table')
  if (own) return own.id
  const made = await client.connections.create({ body: { name: t('tables.own'), source: 'table', settings: {} } })
  await queryClient.invalidateQueries({ queryKey: api.connections.list.key })
  return made.id
}

/** One after the other: two at once would both make one. */
const scope = { id: 'own connection' }

export const toOwnConnection = { mutationFn: ownConnection, scope }

interface OwnTable {
  id: string
  name: string
}

export const OWN_BASE = 'built-in'

/** All records of one of our tables, as a template shows them. */
export function ownSource(connection: string, { id, name }: OwnTable) {
  return {
    connection_id: connection,
    base_id: OWN_BASE,
    table_id: id,
    table_name: name,
    view_id: null,
    view_name: null,
  }
}

/** Shows the records of one of our tables in a template. */
export const toPreview = {
  scope,
  async mutationFn({ template, table }: { template: string; table: OwnTable }) {
    const preview_source = ownSource(await ownConnection(), table)
    const changed = await client.templates.update({ params: { id: template }, body: { preview_source } })
    queryClient.setQueryData(api.templates.get.query({ params: { id: template } }).queryKey, changed)
  },
}
