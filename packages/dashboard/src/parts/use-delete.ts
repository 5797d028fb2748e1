import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '#dashboard/api/toast.ts'

interface Deletion {
  mutationFn: (input: { params: { id: string } }) => Promise<unknown>
}

interface DeleteOptions {
  /** The list that contained it: its page, and the key of its query. */
  list: { to: '/actions' | '/sources' | '/tables' | '/webhooks'; key: readonly unknown[] }
  /** Toast after the deletion. */
  done: string
}

/** `useDelete()` deletes a resource and leaves its page before its list is read again, so that nothing asks for it. */
export function useDelete(deletion: Deletion, { list, done }: DeleteOptions) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => deletion.mutationFn({ params: { id } }),
    onSuccess: async () => {
      toast.done(done)
      await navigate({ to: list.to, ignoreBlocker: true })
      queries.invalidateQueries({ queryKey: list.key })
    },
  })
  return { remove: mutate, isDeleting: isPending }
}
