import { idOfName, layerAt } from '@pictable/editor'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { connection } from '#dashboard/api/connection.ts'
import { select } from './select-actions.ts'
import type { EditorState } from './state.ts'
import { useSession } from './use-editor.ts'

const route = getRouteApi('/frame/templates/$id/edit')

/** The address follows once nothing changed for this time: a navigation costs more than a frame. */
const REST_MS = 250

/** What the address says of a state; several selected layers are no place to link to. */
function searchOf({ document, selection, records, record }: EditorState) {
  const [only, ...others] = selection
  const layer = only === undefined || others.length > 0 ? undefined : layerAt(document, only)?.name
  // The first one is shown without being named.
  const shown = record === null ? 'sample' : record === 0 ? undefined : records[record]?.record_id
  return { layer, ...(records.length > 0 && { record: shown }) }
}

/** Selects the layer of the address once the draft is open; from then on the address follows, without steps for "Back". */
export function useAddress(): void {
  const session = useSession()
  const { layer } = route.useSearch()
  const navigate = useNavigate({ from: '/templates/$id/edit' })
  const router = useRouter()
  const wanted = useRef(layer)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = JSON.stringify({ layer: wanted.current })
    function follow(): void {
      // A navigation would take the session for open again, in front of its log-in dialog.
      if (session.state.readOnly === 'opening' || connection.get().session === 'ended') return
      if (wanted.current !== undefined) {
        const id = idOfName(session.state.document, wanted.current)
        wanted.current = undefined
        if (id !== undefined && session.state.selection.length === 0) select(session, [id])
      }
      const search = searchOf(session.state)
      const text = JSON.stringify(search)
      if (text === written) return
      written = text
      clearTimeout(timer)
      const write = () => {
        // A page that is on its way, such as by "Back", is not to be left again.
        if (router.state.isLoading) timer = setTimeout(write, REST_MS)
        else void navigate({ search: (before) => ({ ...before, ...search }), replace: true, resetScroll: false })
      }
      timer = setTimeout(write, REST_MS)
    }
    follow()
    const unsubscribe = session.subscribe(follow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [session, navigate, router])
}
