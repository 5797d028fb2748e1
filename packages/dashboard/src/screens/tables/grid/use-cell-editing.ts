import { type RefObject, useState } from 'react'
import type { Leaving } from './cell-editor.tsx'
import type { GridCommands } from './grid-commands.ts'
import { nextPlace, onlyAt, type Place, type Selection, type Size } from './selection.ts'
import type { GridSpace } from './use-grid-space.ts'

interface CellEditingOptions {
  frame: RefObject<HTMLDivElement | null>
  space: GridSpace
  commands: GridCommands
  selection: Selection
  mayWrite: boolean
  onSelect: (selection: Selection) => void
}

function placeAfter({ at }: Selection, leaving: Leaving, size: Size): Place {
  if (leaving === 'down') return { ...at, row: Math.min(size.rows - 1, at.row + 1) }
  if (leaving === 'up') return { ...at, row: Math.max(0, at.row - 1) }
  if (leaving === 'stay') return at
  return nextPlace(at, leaving === 'next' ? 1 : -1, size) ?? at
}

/** How the editing of the active cell begins, and where it leads. */
export function useCellEditing({ frame, space, commands, selection, mayWrite, onSelect }: CellEditingOptions) {
  const [editing, setEditing] = useState<{ typed: string | null } | null>(null)
  const cell = commands.cellAt(selection.at)
  const end = (): void => {
    setEditing(null)
    frame.current?.focus({ preventScroll: true })
  }
  return {
    /** What is edited, and what was typed to begin with; null while nothing is. */
    edited: editing && cell && { ...cell, ...editing },
    end,
    begin(typed: string | null): void {
      if (cell === null || !mayWrite) return
      if (cell.field.kind === 'checkbox') void commands.toggle(selection.at)
      else setEditing({ typed })
    },
    finish(value: unknown, leaving: Leaving): void {
      void commands.commit(selection.at, value)
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
