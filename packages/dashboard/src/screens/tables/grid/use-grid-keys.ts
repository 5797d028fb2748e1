import { type KeyboardEvent, useRef } from 'react'
import { isTypedInto } from '#dashboard/ui/fields/typed-into.ts'
import type { GridCommands } from './grid-commands.ts'
import { nextPlace, onlyAt, type Place, rangeOf, type Selection, walked } from './selection.ts'
import type { FieldJson } from './table.ts'
import type { TableEdits } from './table-edits.ts'
import type { GridSpace } from './use-grid-space.ts'

interface KeyOptions {
  space: GridSpace
  fields: readonly FieldJson[]
  selection: Selection
  mayWrite: boolean
  commands: GridCommands
  edits: TableEdits
  onSelect: (selection: Selection) => void
  /** Opens the editor of the active cell, beginning with what was typed. */
  onEdit: (typed: string | null) => void
  /** Opens the menu of a column. */
  onHead: (column: number) => void
  onTick: () => void
  onRow: (place: Place) => void
}

type Act = (event: KeyboardEvent) => void

/** What keys with Ctrl or Cmd do. */
function commandKeys({
  selection,
  space,
  commands,
  edits,
  mayWrite,
  onSelect,
}: KeyOptions): Readonly<Record<string, Act>> {
  const { size } = space
  const whole = { at: { row: 0, column: 0 }, to: { row: size.rows - 1, column: size.columns - 1 } }
  const selecting = { a: () => onSelect(whole) }
  if (!mayWrite) return selecting
  const range = rangeOf(selection)
  return {
    ...selecting,
    z: ({ shiftKey }) => void (shiftKey ? edits.redo() : edits.undo()),
    y: () => void edits.redo(),
    d: () => void commands.fill({ ...range, bottom: range.top }, range),
  }
}

/** What keys alone do, beside walking. */
function plainKeys(options: KeyOptions): Readonly<Record<string, Act>> {
  const { selection, fields, commands, mayWrite, onEdit, onHead, onRow, onTick } = options
  const { at } = selection
  const open = () => (at.row < 0 ? onHead(at.column) : mayWrite ? onEdit(null) : onRow(at))
  const blank: Act = ({ shiftKey }) => {
    if (shiftKey) onTick()
    else if (mayWrite && at.row >= 0 && fields[at.column]?.kind === 'checkbox') void commands.toggle(at)
    else if (at.row >= 0) onRow(at)
  }
  const clear = () => void (mayWrite && at.row >= 0 && commands.clear(selection))
  return { Enter: open, F2: open, ' ': blank, Delete: clear, Backspace: clear }
}

/** The grid by keyboard. Tab walks through the cells; after Escape it leaves the grid. */
export function useGridKeys(options: KeyOptions) {
  const mayLeave = useRef(false)
  const { selection, space, mayWrite, onSelect, onEdit } = options
  const { at } = selection

  function go(next: Selection): void {
    onSelect(next)
    space.show(next.to)
  }
  function tab(event: KeyboardEvent): void {
    const next = mayLeave.current
      ? null
      : nextPlace({ ...at, row: Math.max(0, at.row) }, event.shiftKey ? -1 : 1, space.size)
    if (next === null) return
    go(onlyAt(next))
    event.preventDefault()
  }
  function press(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey
    const key = { key: event.key, isCommand, isShift: event.shiftKey }
    const next = event.altKey ? null : walked(selection, key, space)
    if (next) {
      go(next)
      return true
    }
    const act = isCommand ? commandKeys(options)[event.key.toLowerCase()] : plainKeys(options)[event.key]
    if (act && !event.altKey) {
      act(event)
      return true
    }
    const isTyped = event.key.length === 1 && !isCommand && !event.altKey
    // A method of writing begins: its first key must not be lost.
    if (!mayWrite || at.row < 0 || !(isTyped || event.key === 'Process')) return false
    onEdit(isTyped ? event.key : '')
    return true
  }
  /** A button has the focus after it was pressed: it keeps the keys that press it. */
  function isForButton({ target, key }: KeyboardEvent): boolean {
    return target instanceof Element && target.matches('button, [type="checkbox"]') && [' ', 'Enter'].includes(key)
  }
  return (event: KeyboardEvent): void => {
    const isInside = event.target instanceof Element && event.currentTarget.contains(event.target)
    const isTyped = event.target instanceof Element && isTypedInto(event.target)
    if (!isInside || isTyped || isForButton(event)) return
    if (event.key === 'Tab') {
      tab(event)
      return
    }
    mayLeave.current = event.key === 'Escape'
    if (event.key === 'Escape') onSelect(onlyAt(at))
    else if (press(event) && event.key !== 'Process') event.preventDefault()
  }
}
