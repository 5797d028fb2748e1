import { allows, type Scope } from '@pictable/model/access'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from './api.ts'
import { connection } from './connection.ts'
import { queryClient } from './query-client.ts'
import type { Identity } from './types.ts'

/** Who is here, asked once. @throws 401 when nobody is logged in */
export async function openSession(): Promise<Identity> {
  const me = await queryClient.ensureQueryData({ ...api.me.get.query(), staleTime: Number.POSITIVE_INFINITY })
  connection.set({ session: 'open' })
  return me
}

/** Who is logged in; inside the frame there is always somebody. */
export function useMe(): Identity {
  return useSuspenseQuery(api.me.get.query()).data
}

/** Somebody has just logged in. */
export function noteLogIn(me: Identity): void {
  queryClient.setQueryData(api.me.get.query().queryKey, me)
  connection.set({ session: 'open' })
}

export function useLogOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    ...api.session.delete.mutation(),
    meta: { form: true },
    onSuccess: async () => {
      // From here on a refusal is no surprise.
      connection.set({ session: 'unknown' })
      await navigate({ to: '/log-in', replace: true })
      queries.clear()
    },
  })
}

/** `useMay('write')`: whether whoever is logged in may do that; each scope includes those before it. */
export function useMay(scope: Scope): boolean {
  return allows(useMe().scopes, scope)
}
