// biome-ignore-all lint/a11y/useSemanticElements: cells of a grid lie where they are told, which those of a table do not
import type { VirtualItem } from '@tanstack/react-virtual'
import { Maximize2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { CellContent } from '#dashboard/parts/cells/cell-content.tsx'
import { t } from '#dashboard/strings/tables.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import type { Fault } from './edit-state.ts'
import { isWithin, type Place, type Range } from './selection.ts'
import type { FieldJson, RowJson } from './table.ts'
import { numberWidthPx, rowHeightPx } from './use-grid-space.ts'

export interface GridRowProps {
  id: (place: Place) => string
  place: number
  start: number
  row: RowJson | undefined
  fields: readonly FieldJson[]
  columns: readonly VirtualItem[]
  /** Only of rows that it touches. */
  range: Range | null
  active: Place | null
  pending: Readonly<Record<string, unknown>> | undefined
  faults: Readonly<Record<string, Fault>> | undefined
  isTicked: boolean
  mayWrite: boolean
  onTick: (place: number, isRange: boolean) => unknown
  onOpen: (id: string) => void
  /** In place of the active cell's content. */
  editor: ReactNode
}

function RowNumber({ place, row, isTicked, mayWrite, onTick, onOpen }: GridRowProps) {
  const number = place + 1
  return (
    <div
      role="rowheader"
      tabIndex={-1}
      aria-colindex={1}
      data-own
      onClickCapture={(event) => {
        if (event.shiftKey) {
          event.stopPropagation()
          onTick(place, true)
        }
      }}
      style={{ width: numberWidthPx }}
      className={classNames(
        'sticky start-0 z-10 flex h-full items-center justify-between border-e border-line ps-2 pe-1 text-[13px] text-ink-soft',
        isTicked ? 'bg-accent-soft' : 'bg-ground group-hover/row:bg-sunken',
      )}
    >
      {mayWrite && row !== undefined && (
        <span className={classNames(!isTicked && 'sr-only group-hover/row:not-sr-only has-focus-visible:not-sr-only')}>
          <Checkbox
            aria-label={t('tables.tick', { number })}
            checked={isTicked}
            onChange={() => onTick(place, false)}
          />
        </span>
      )}
      <span className={classNames('truncate', mayWrite && (isTicked ? 'hidden' : 'group-hover/row:hidden'))}>
        <Quantity value={number} />
      </span>
      {row !== undefined && (
        <span className="pointer-coarse:block hidden group-hover/row:block group-data-active/row:block">
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('tables.open_row', { number })}
            icon={<Maximize2 />}
            onClick={() => onOpen(row.id)}
          />
        </span>
      )}
    </div>
  )
}

function cellClass({
  isActive,
  isChosen,
  isCorner,
  hasFault,
  kind,
}: Readonly<Record<'isActive' | 'isChosen' | 'isCorner' | 'hasFault', boolean>> & { kind: string }) {
  return classNames(
    'absolute inset-y-0 flex items-center gap-1 border-e border-line px-2',
    kind === 'checkbox' && 'justify-center',
    isChosen && !isActive && 'bg-accent-soft',
    hasFault && 'bg-bad-soft',
    isActive && 'z-1 outline-2 -outline-offset-2 outline-accent',
    !isActive && !isCorner && 'overflow-hidden',
  )
}

function Cells({ id, place, row, fields, columns, range, active, pending, faults, editor }: GridRowProps) {
  return columns.map(({ index, start, size }) => {
    const field = fields[index]
    if (field === undefined) return null
    const at = { row: place, column: index }
    const isActive = active?.column === index
    const fault = faults?.[field.id]
    const isWaiting = pending !== undefined && field.id in pending
    const isCorner = range !== null && range.bottom === place && range.end === index
    return (
      <div
        key={field.id}
        id={id(at)}
        role="gridcell"
        tabIndex={-1}
        aria-colindex={index + 2}
        aria-selected={range !== null && isWithin(range, at)}
        aria-invalid={fault ? true : undefined}
        data-tooltip={fault?.reason}
        style={{ insetInlineStart: start, width: size }}
        className={cellClass({
          isActive,
          isCorner,
          isChosen: range !== null && isWithin(range, at),
          hasFault: fault !== undefined,
          kind: field.kind,
        })}
      >
        {isActive && editor ? (
          editor
        ) : (
          <span
            className={classNames('flex max-w-full min-w-0 items-center gap-1', field.kind === 'number' && 'w-full')}
          >
            <CellContent field={field} value={isWaiting ? pending[field.id] : row?.fields[field.name]} />
          </span>
        )}
        {fault && (
          <span aria-hidden className="absolute end-0 top-0 size-2 bg-bad [clip-path:polygon(0_0,100%_0,100%_100%)]" />
        )}
        {isCorner && !editor && (
          <span
            data-fill
            aria-hidden
            className="absolute -end-1 -bottom-1 z-2 size-2.5 cursor-crosshair rounded-xs border border-ground bg-accent"
          />
        )}
      </div>
    )
  })
}

/** One row of the grid; drawn again only when something in it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { place, start, row, isTicked, active } = props
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={place + 2}
      aria-busy={row === undefined}
      data-active={active ? '' : undefined}
      style={{ top: start, height: rowHeightPx }}
      className={classNames(
        'group/row absolute inset-x-0 border-b border-line',
        isTicked && 'bg-accent-soft',
        row === undefined && 'animate-pulse bg-sunken',
      )}
    >
      <RowNumber {...props} />
      <Cells {...props} />
    </div>
  )
})
