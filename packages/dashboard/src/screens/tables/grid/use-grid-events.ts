import type { MouseEvent } from 'react'
import { isOwn } from '#dashboard/ui/own-event.ts'
import { gridClipboard } from './grid-clipboard.ts'
import type { GridCommands, GridModel } from './grid-commands.ts'
import type { Place, Selection } from './selection.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import type { GridSpace } from './use-grid-space.ts'

interface GridEventsOptions {
  model: GridModel
  space: GridSpace
  commands: GridCommands
  selection: Selection
  mayWrite: boolean
  cellId: (place: Place) => string
  onSelect: (selection: Selection) => void
  onEdit: (typed: string | null) => void
  onFocus: () => void
  onTick: (place: number, isRange: boolean) => unknown
  onOpen: (rowId: string) => void
}

/** What keys, pointers and the clipboard do to a grid; `filling`: what is about to be filled. */
export function useGridEvents(options: GridEventsOptions) {
  const { model, space, commands, selection, mayWrite, cellId, onSelect, onEdit, onFocus, onTick, onOpen } = options
  const { at } = selection
  const { filling, onPointerDown, onPointerMove, onPointerUp } = useGridPointer({
    space,
    selection,
    onSelect: (next) => {
      onFocus()
      onSelect(next)
    },
    onFill: (from, to) => void (mayWrite && commands.fill(from, to)),
  })
  const onKeyDown = useGridKeys({
    space,
    fields: model.fields,
    selection,
    mayWrite,
    commands,
    edits: model.edits,
    onSelect,
    onEdit,
    onHead: (column) => {
      const head = document.getElementById(cellId({ row: -1, column }))
      head?.querySelector('button')?.click()
    },
    onTick: () => onTick(at.row, false),
    onRow: (place) => {
      const row = model.rows.rowAt(place.row)
      if (row) onOpen(row.id)
    },
  })
  const handlers = {
    ...gridClipboard({ selection, mayWrite, commands, onSelect }),
    onKeyDown,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onLostPointerCapture: onPointerUp,
    onMouseDown(event: MouseEvent): void {
      // The focus stays with the grid: cells come and go.
      if (isOwn(event)) event.preventDefault()
    },
    onClick({ target }: MouseEvent): void {
      const isBox = target instanceof Element && target.closest('[data-box]') !== null
      if (isBox && mayWrite) void commands.toggle(at)
    },
    onDoubleClick(event: MouseEvent): void {
      if (isOwn(event) && space.placeAt(event, false)) onEdit(null)
    },
  }
  return { filling, handlers }
}
