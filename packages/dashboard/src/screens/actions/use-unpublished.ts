import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { useMay } from '#dashboard/api/session.ts'

/** A template that no run can use yet. */
export interface Unpublished {
  name: string
  /** The version to publish: the latest. */
  version: number
  mayPublish: boolean
  publish: () => Promise<void>
}

/** `useUnpublished(action.template_id)`: null when the template has a published version, or is not known yet. */
export function useUnpublished(templateId: string): Unpublished | null {
  const queries = useQueryClient()
  const mayPublish = useMay('write')
  const { data: template } = useQuery(api.templates.get.query({ params: { id: templateId } }))
  if (template === undefined || template.published_version !== null) return null
  const { name, latest_version: version } = template
  return {
    ...{ name, version, mayPublish },
    async publish() {
      await client.templates.publish({ params: { id: templateId }, body: { version } })
      await Promise.all(
        [api.templates.get.key, api.templates.list.key, api.actions.run.key].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  }
}
