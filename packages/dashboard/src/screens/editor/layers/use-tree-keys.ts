import { type LayerId, layerAt } from '@pictable/editor'
import { type KeyboardEvent, useRef } from 'react'
import { selectOut } from '#dashboard/screens/editor/session/select-actions.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { keyPlace } from './drop-place.ts'
import { between, dropLayers, selectRow } from './tree-actions.ts'
import { rowByName, type TreeRow } from './tree-rows.ts'

/** Letters that follow each other more slowly begin another name. */
const TYPING_MS = 700

interface TreeKeys {
  readonly rows: readonly TreeRow[]
  readonly active: number
  readonly anchor: LayerId | undefined
  readonly onToggle: (id: LayerId, isOpen: boolean) => void
  readonly onRename: (id: LayerId) => void
  /** The row that gets the focus. */
  readonly onGo: (at: number) => void
}

/** The keys of a tree: arrows, Home and End, the beginning of a name; and what is done with a layer. */
export function useTreeKeys({ rows, active, anchor, onToggle, onRename, onGo }: TreeKeys) {
  const session = useSession()
  const typed = useRef({ text: '', atMs: 0 })
  const row = rows[active]

  function go(at: number, isAdding = false): boolean {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at))]
    if (!next) return false
    selectRow(session, isAdding ? between(session, anchor, next.id) : [next.id])
    onGo(rows.indexOf(next))
    return true
  }

  /** Opens a group or goes into it; closes it or goes out of it. */
  function sideways(isInwards: boolean): boolean {
    if (!row) return false
    if (isInwards && row.isGroup && !row.isOpen) onToggle(row.id, true)
    else if (isInwards) return row.isGroup && rows[active + 1]?.parent === row.id && go(active + 1)
    else if (row.isOpen) onToggle(row.id, false)
    else return row.parent !== null && go(rows.findIndex(({ id }) => id === row.parent))
    return true
  }

  /** Alt and an arrow. */
  function move(key: string): boolean {
    const { selection, document, readOnly } = session.state
    if (readOnly !== null || !row) return false
    const moved = selection.includes(row.id) ? selection : [row.id]
    const place = keyPlace(document, moved, key)
    if (!place) return true
    if (place.into !== null) onToggle(place.into, true)
    dropLayers(session, moved, place)
    return true
  }

  function type(letter: string): boolean {
    const atMs = performance.now()
    const isGoingOn = atMs - typed.current.atMs < TYPING_MS
    if (!isGoingOn && !/\p{L}/u.test(letter)) return false
    typed.current = { text: (isGoingOn ? typed.current.text : '') + letter, atMs }
    const names = rows.map(({ id }) => layerAt(session.state.document, id)?.name ?? '')
    const at = rowByName(names, typed.current.text, active)
    if (at >= 0) go(at)
    return true
  }

  function isDone(event: KeyboardEvent): boolean {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (ctrlKey || metaKey) return false
    if (altKey) return key.startsWith('Arrow') && move(key)
    const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl'
    switch (key) {
      case 'ArrowUp':
        return go(active - 1, shiftKey)
      case 'ArrowDown':
        return go(active + 1, shiftKey)
      case 'Home':
        return go(0)
      case 'End':
        return go(rows.length - 1)
      case 'ArrowRight':
        return sideways(!isTurned)
      case 'ArrowLeft':
        return sideways(isTurned)
      case 'Enter':
        return row !== undefined && go(active)
      case 'F2':
        if (row && session.state.readOnly === null) onRename(row.id)
        return true
      case 'Escape':
        selectOut(session)
        return true
      default:
        return key.length === 1 && !shiftKey && type(key)
    }
  }

  return (event: KeyboardEvent) => {
    if (!isDone(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
