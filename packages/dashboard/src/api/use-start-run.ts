import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#dashboard/strings/t.ts'
import { api } from './api.ts'
import { errorWords, isConflict, isUnauthorized } from './error-words.ts'
import { toast } from './toast.ts'

/** Triggers an action; its images show up by themselves. */
export function useStartRun() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    ...api.actions.run.mutation(),
    meta: { form: true },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.runs.list.key })
      toast.done(t('home.generating'))
    },
    onError: (error, { params }) => {
      // A dialog asks to log in again.
      if (isUnauthorized(error)) return
      const go = () => void navigate({ to: '/actions/$id', params: { id: String(params.id) } })
      // Such as a template that is not published: the action's page has the button.
      toast.failed(errorWords(error), isConflict(error) ? { label: t('actions.open_action'), go } : undefined)
    },
  })
}
