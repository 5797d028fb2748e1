import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import type { Leaving } from './cell-editor.tsx'
import type { GridCell, GridCommands } from './grid-commands.ts'
import { nextPlace, onlyAt, type Place, type Selection, type Size } from './selection.ts'
import { typedResult } from './typed-cell.ts'
import type { GridSpace } from './use-grid-space.ts'

interface CellEditingOptions {
  frame: RefObject<HTMLDivElement | null>
  space: GridSpace
  commands: GridCommands
  selection: Selection
  mayWrite: boolean
  onSelect: (selection: Selection) => void
}

interface Editing extends GridCell {
  /** Where the cell was when the grid was last drawn. */
  at: Place
  /** What was typed to begin with, in place of the value. */
  typed: string | null
  /** All that is typed; null while that is nothing. */
  text: string | null
}

const isSamePlace = (one: Place, other: Place) => one.row === other.row && one.column === other.column

function placeAfter({ at }: Selection, leaving: Leaving, size: Size): Place {
  if (leaving === 'down') return { ...at, row: Math.min(size.rows - 1, at.row + 1) }
  if (leaving === 'up') return { ...at, row: Math.max(0, at.row - 1) }
  if (leaving === 'stay') return at
  return nextPlace(at, leaving === 'next' ? 1 : -1, size) ?? at
}

/** How the editing of a cell begins, and where it leads. The cell is that of its row, wherever the row moves. */
export function useCellEditing({ frame, space, commands, selection, mayWrite, onSelect }: CellEditingOptions) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const { at } = selection
  const cell = editing && commands.newest(editing)
  const edited = editing && cell && { ...editing, ...cell, value: commands.valueOf(cell) }
  const keep = (): void => {
    if (edited !== null && edited.text !== null) void commands.commit(edited, typedResult(edited))
  }

  useLayoutEffect(() => {
    const there = commands.cellAt(at)
    if (editing === null || there === null) return
    const isThere = there.row.id === editing.row.id && there.field.id === editing.field.id
    if (isThere && isSamePlace(at, editing.at)) return
    const place = isSamePlace(at, editing.at) ? commands.placeOf(editing) : null
    if (place === null) {
      keep()
      setEditing(null)
    } else {
      setEditing({ ...editing, at: place })
      onSelect(onlyAt(place))
    }
  })
  const keepAtLast = useHandler(keep)
  useEffect(() => keepAtLast, [keepAtLast])

  const end = (): void => {
    setEditing(null)
    frame.current?.focus({ preventScroll: true })
  }
  return {
    /** What is edited; null while nothing is. */
    edited,
    end,
    begin(typed: string | null): void {
      const begun = commands.cellAt(at)
      if (begun === null || !mayWrite) return
      if (begun.field.kind === 'checkbox') void commands.toggle(at)
      else setEditing({ ...begun, at, typed, text: typed })
    },
    type(text: string): void {
      if (editing !== null) setEditing({ ...editing, text })
    },
    finish(value: unknown, leaving: Leaving): void {
      if (edited === null) return
      void commands.commit(edited, value)
      if (leaving === 'stay') {
        setEditing(null)
        return
      }
      end()
      const next = placeAfter(selection, leaving, space.size)
      onSelect(onlyAt(next))
      space.show(next)
    },
  }
}

export type CellEditing = ReturnType<typeof useCellEditing>
