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
export const scope = { id: 'own connection' }

export const toOwnConnection = { mutationFn: ownConnection, scope }

interface OwnTable {
  id: string
  name: string
}

export const OWN_BASE = 'built-in'

export interface TableSource {
  connection_id: string
  base_id: string
  table_id: string
  table_name: string
  view_id: string | null
  view_name: string | null
}

/** All records of one of our tables, as a template shows them. */
export function ownSource(connection: string, { id, name }: OwnTable): TableSource {
  return {
    connection_id: connection,
    base_id: OWN_BASE,
    table_id: id,
    table_name: name,
    view_id: null,
    view_name: null,
  }
}
