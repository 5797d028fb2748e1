import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { errorWords, fieldErrors, isUnauthorized, mayPass } from './error-words.ts'
import { toast } from './toast.ts'

// By default a timer tells the page of a change: until it fires, a second click saves again, what it saw before.
notifyManager.setScheduler(queueMicrotask)

/**
 * A mutation that fails says so in a toast. A form says it itself, beside its fields:
 * `useMutation({ ...api.users.create.mutation(), meta: { form: true } })`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The server may stand on this very machine: whether there is a network says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // The event stream tells what changes; the rest may be a little old.
      staleTime: 15_000,
      retry: (count, error) => count < 2 && mayPass(error),
    },
  },
  mutationCache: new MutationCache({
    onError(error, _input, _result, mutation) {
      if (mutation.meta?.form === true) return
      // A dialog asks to log in again.
      if (isUnauthorized(error) && connection.get().session === 'ended') return
      const [detail] = fieldErrors(error).values()
      toast.failed(detail ?? errorWords(error))
    },
  }),
})
