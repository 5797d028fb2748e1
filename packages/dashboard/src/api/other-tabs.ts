import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { createRefresher } from './apply-event.ts'
import { client } from './client.ts'
import { connection } from './connection.ts'
import { otherTabs } from './tab-channel.ts'

/** What one tab of a browser has saved, its others read again: at once where it is seen, else when it comes into sight. */
export function watchOtherTabs(queries: QueryClient): () => void {
  const refresh = createRefresher(queries, () => (document.hidden ? 'none' : 'active'))
  const hear = async () => {
    // Whoever logs in in one tab is logged in in all of them.
    if (connection.get().session === 'ended') {
      const me = await client.me.get().catch(() => null)
      if (me === null) return
      queries.setQueryData(api.me.get.query().queryKey, me)
      connection.set({ session: 'open' })
    }
    refresh([])
  }
  otherTabs.addEventListener('message', hear)
  return () => otherTabs.removeEventListener('message', hear)
}
