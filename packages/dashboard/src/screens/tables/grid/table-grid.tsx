// biome-ignore-all lint/a11y/useSemanticElements: cells of a grid lie where they are told, which those of a table do not
import { useCallback, useEffect, useId, useRef } from 'react'
import { t } from '#dashboard/strings/tables.ts'
import { useSteady } from '#dashboard/ui/use-steady.ts'
import { type GridModel, gridCommands } from './grid-commands.ts'
import { GridDialog, GridEditor, isInFront } from './grid-editor.tsx'
import { GridHead, type HeadActions } from './grid-head.tsx'
import { GridRows } from './grid-rows.tsx'
import { type Place, rangeOf, type Selection } from './selection.ts'
import type { FieldJson } from './table.ts'
import { useCellEditing } from './use-cell-editing.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useGridSpace } from './use-grid-space.ts'

interface TableGridProps {
  label: string
  model: GridModel
  selection: Selection
  onSelect: (selection: Selection) => void
  ticked: ReadonlySet<string>
  onTick: (place: number, isRange: boolean) => unknown
  onOpen: (rowId: string) => void
  onSight: (first: number, last: number) => void
  widthOf: (field: FieldJson) => number
  head: HeadActions
}

/** The rows and fields of a table as cells: only those in sight exist. */
export function TableGrid(props: TableGridProps) {
  const { label, model, selection, onSelect, ticked, onTick, onOpen, onSight, widthOf, head } = props
  const { fields, count } = model
  const { at } = selection
  const { mayWrite } = head
  const gridId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const space = useGridSpace({ frame, fields, count, widthOf, active: at })
  const commands = gridCommands(model)
  const cellId = useCallback((place: Place) => `${gridId}-${place.row}-${place.column}`, [gridId])
  const shared = { space, commands, selection, mayWrite, onSelect }
  const editing = useCellEditing({ ...shared, frame })
  const onFocus = () => frame.current?.focus({ preventScroll: true })
  const reactions = { onEdit: editing.begin, onFocus, onTick, onOpen }
  const { filling, handlers } = useGridEvents({ ...shared, ...reactions, model, cellId })
  const [first, last] = [space.rows.range?.startIndex ?? 0, space.rows.range?.endIndex ?? 0]
  useEffect(() => onSight(first, last), [first, last, onSight])
  const rows = space.rows.getVirtualItems()
  const columns = useSteady(space.columns.getVirtualItems())
  const activeColumn = at.row < 0 ? at.column : null
  const isDialog = isInFront(editing.edited?.field.kind)
  const editor = editing.edited && !isDialog && <GridEditor model={model} editing={editing} places={rows} />
  const size = { height: space.rows.getTotalSize(), width: space.columns.getTotalSize() }
  const shownRows = { model, rows, columns, range: filling ?? rangeOf(selection), active: at, ticked, mayWrite, editor }
  return (
    <>
      <div
        ref={frame}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${gridId}-help`}
        aria-rowcount={count + 1}
        aria-colcount={fields.length + 1}
        aria-multiselectable
        aria-readonly={!mayWrite}
        aria-activedescendant={cellId(at)}
        {...handlers}
        className="relative h-[calc(100dvh-17rem)] min-h-80 overflow-auto rounded-lg border border-line bg-ground select-none"
      >
        <div role="presentation" className="relative" style={size}>
          <GridHead {...head} {...{ cellId, fields, columns, activeColumn }} />
          <div role="rowgroup">
            <GridRows {...shownRows} cellId={cellId} onTick={onTick} onOpen={onOpen} />
          </div>
        </div>
      </div>
      <p id={`${gridId}-help`} className="sr-only">
        {t('tables.grid_help')}
      </p>
      {isDialog && <GridDialog editing={editing} />}
    </>
  )
}
