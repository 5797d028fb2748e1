import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { queryClient } from '#dashboard/api/query-client.ts'
import { scope, type TableSource } from './own-connection.ts'

interface Preview {
  template: string
  source: () => TableSource | Promise<TableSource>
}

/** Shows the records of a table in a template. */
export const toPreview = {
  scope,
  async mutationFn({ template, source }: Preview) {
    const preview_source = await source()
    const changed = await client.templates.update({ params: { id: template }, body: { preview_source } })
    queryClient.setQueryData(api.templates.get.query({ params: { id: template } }).queryKey, changed)
  },
}
