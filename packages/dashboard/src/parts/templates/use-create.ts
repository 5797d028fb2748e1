import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { OpenTemplate } from './template.ts'

/** What follows once a template is made; the editor opens it unless something else is said. */
export type OnMade = (template: OpenTemplate) => unknown

/** Goes with each call: a dialog that was closed applies nothing later. */
function useMade(onMade: OnMade | undefined): { onSuccess: OnMade } {
  const navigate = useNavigate()
  const open: OnMade = ({ id }) => navigate({ to: '/templates/$id/edit', params: { id } })
  return { onSuccess: onMade ?? open }
}

function useListRefresh(): { onSuccess: () => unknown } {
  const queries = useQueryClient()
  // What follows does not wait for the list.
  return { onSuccess: () => void queries.invalidateQueries({ queryKey: api.templates.list.key }) }
}

/** Makes a template of a design. Its form says what is wrong. */
export function useCreate(onMade?: OnMade) {
  const made = useMade(onMade)
  const create = useMutation({ ...api.templates.create.mutation(), meta: { form: true }, ...useListRefresh() })
  return { ...create, mutate: (input: Parameters<typeof create.mutate>[0]) => create.mutate(input, made) }
}

/** Makes a template of a starter. */
export function useStarter(onMade?: OnMade) {
  const made = useMade(onMade)
  const use = useMutation({ ...api.starters.use.mutation(), ...useListRefresh() })
  return { ...use, mutate: (input: Parameters<typeof use.mutate>[0]) => use.mutate(input, made) }
}
