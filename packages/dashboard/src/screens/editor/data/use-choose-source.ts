import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { RecordSource } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

export const route = getRouteApi('/frame/templates/$id/edit')

export type Of = NonNullable<RecordSource['of']>

/** Those who may write keep the choice with the template; for others it is in the address. */
export function useChooseSource(): (of: Of) => void {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role' || readOnly === 'phone')
  const { mutate } = useMutation({
    ...api.templates.update.mutation(),
    // Of two choices the later one holds.
    scope: { id: `preview source of ${id}` },
    onSuccess(template) {
      queries.setQueryData(api.templates.get.query({ params: { id } }).queryKey, template)
      // The dialog that it was chosen in is closed by now, and perhaps the editor too.
      if (router.matchRoute({ to: '/templates/$id/edit', params: { id } })) show(undefined)
    },
  })
  const show = (action: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, action, record: undefined }), replace: true })
  return (of) => {
    if (!isViewer) mutate({ params: { id }, body: { preview_source: of } })
    else if ('action_id' in of) show(of.action_id)
  }
}
