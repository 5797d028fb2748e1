import { api } from './api.ts'
import { queryClient } from './query-client.ts'

/** The name under which the browser keeps something for whoever is logged in, and offers it to nobody else. */
export function personal(name: string): string {
  const me = queryClient.getQueryData(api.me.get.query().queryKey)
  return `pictable.${me?.id}.${name}`
}
