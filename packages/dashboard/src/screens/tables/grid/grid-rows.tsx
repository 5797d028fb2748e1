import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import type { GridModel } from './grid-commands.ts'
import { GridRow } from './grid-row.tsx'
import { isWithin, type Place, type Range } from './selection.ts'

interface GridRowsProps {
  model: GridModel
  /** Those in sight. */
  rows: readonly VirtualItem[]
  columns: readonly VirtualItem[]
  range: Range
  active: Place
  ticked: ReadonlySet<string>
  mayWrite: boolean
  cellId: (place: Place) => string
  onTick: (place: number, isRange: boolean) => unknown
  onOpen: (rowId: string) => void
  /** In place of the active cell's content. */
  editor: ReactNode
}

/** The rows in sight: each is told only what touches it, so that the others are not drawn again. */
export function GridRows(props: GridRowsProps) {
  const { model, rows, columns, range, active, ticked, mayWrite, cellId, onTick, onOpen, editor } = props
  const { fields, state } = model
  return rows.map(({ index, start }) => {
    const row = model.rows.rowAt(index)
    const isTouched = isWithin(range, { row: index, column: range.start })
    return (
      <GridRow
        key={index}
        id={cellId}
        place={index}
        start={start}
        row={row}
        fields={fields}
        columns={columns}
        range={isTouched ? range : null}
        active={active.row === index ? active : null}
        pending={row && state.pending.get(row.id)}
        faults={row && state.faults.get(row.id)}
        isTicked={row !== undefined && ticked.has(row.id)}
        mayWrite={mayWrite}
        onTick={onTick}
        onOpen={onOpen}
        editor={active.row === index ? editor : null}
      />
    )
  })
}
