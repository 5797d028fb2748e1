import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { OpenTemplate } from './template.ts'

/** What follows once a template is made; the editor opens it unless something else is said. */
export type OnMade = (template: OpenTemplate) => unknown

function useMade(onMade: OnMade | undefined): OnMade {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (template) => {
    queries.invalidateQueries({ queryKey: api.templates.list.key })
    return onMade ? onMade(template) : navigate({ to: '/templates/$id/edit', params: { id: template.id } })
  }
}

/** Makes a template of a design. Its form says what is wrong. */
export function useCreate(onMade?: OnMade) {
  return useMutation({ ...api.templates.create.mutation(), meta: { form: true }, onSuccess: useMade(onMade) })
}

/** Makes a template of a starter. */
export function useStarter(onMade?: OnMade) {
  return useMutation({ ...api.starters.use.mutation(), onSuccess: useMade(onMade) })
}
