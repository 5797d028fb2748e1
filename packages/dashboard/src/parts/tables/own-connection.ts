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
