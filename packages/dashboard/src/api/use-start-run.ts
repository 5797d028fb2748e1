import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#dashboard/strings/t.ts'
import { toast } from '#dashboard/ui/toast.ts'
import { api } from './api.ts'

/** Triggers an action; its images show up by themselves. */
export function useStartRun() {
  const queries = useQueryClient()
  return useMutation({
    ...api.actions.run.mutation(),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.runs.list.key })
      toast.done(t('home.generating'))
    },
  })
}
