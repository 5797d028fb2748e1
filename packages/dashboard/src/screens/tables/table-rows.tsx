import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/tables.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { useColumnWidths } from './grid/column-widths.ts'
import { type GridModel, gridCommands } from './grid/grid-commands.ts'
import type { HeadActions } from './grid/grid-head.tsx'
import { clamped, onlyAt, type Selection } from './grid/selection.ts'
import type { FieldJson, TableJson } from './grid/table.ts'
import { TableGrid } from './grid/table-grid.tsx'
import { type AskedChange, useGridRows } from './grid/use-grid-rows.ts'
import { useTableEdits } from './grid/use-table-edits.ts'
import { GridToolbar } from './grid-toolbar.tsx'
import { KeptNotice } from './kept-edits.tsx'
import { NoRows } from './no-rows.tsx'
import { StatusLine } from './status-line.tsx'
import { draftFields, useTableChange } from './use-table-change.ts'
import { useTicks } from './use-ticks.ts'

const FieldDialog = whenOpened(() => import('./field-dialog.tsx'), 'FieldDialog')
const DeleteField = whenOpened(() => import('./delete-field.tsx'), 'DeleteField')
const RowPanel = whenOpened(() => import('./row-panel.tsx'), 'RowPanel')

const here = getRouteApi('/frame/tables/$id')

/** What the address says of the rows, and how it is changed. */
function useAddress() {
  const { view, search, sort, row } = here.useSearch()
  const navigate = here.useNavigate()
  const ask = useCallback(
    (change: AskedChange) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const open = useCallback(
    (rowId: string | undefined) => void navigate({ search: (before) => ({ ...before, row: rowId }) }),
    [navigate],
  )
  return { asked: { view, search, sort }, row, ask, open }
}

/** Which rows are in sight. */
function useSight() {
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const onSight = useCallback(
    (first: number, last: number) =>
      setSight((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  )
  return { sight, onSight }
}

/** What can be done to a field, and the dialog that asks for it. */
function useFieldActions(table: TableJson, mayWrite: boolean) {
  const [edited, setEdited] = useState<{ field: FieldJson | null } | null>(null)
  const [deleted, setDeleted] = useState<FieldJson | null>(null)
  const moving = useTableChange(table, () => {}, { isForm: false })
  const onMove = useHandler((field: FieldJson, places: number) => {
    const before = draftFields(table)
    const [moved] = before.filter(({ id }) => id === field.id)
    const others = before.filter(({ id }) => id !== field.id)
    if (moved) moving.save({ fields: others.toSpliced(before.indexOf(moved) + places, 0, moved) })
  })
  const actions: Pick<HeadActions, 'mayWrite' | 'count' | 'onEdit' | 'onMove' | 'onDelete'> = {
    mayWrite,
    count: table.fields.length,
    onEdit: useCallback((field) => setEdited({ field }), []),
    onMove,
    onDelete: setDeleted,
  }
  const dialogs = (
    <>
      {edited && <FieldDialog table={table} field={edited.field} onClose={() => setEdited(null)} />}
      {deleted && <DeleteField table={table} field={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
  return { actions, dialogs, add: useCallback(() => setEdited({ field: null }), []) }
}

/** Rows and fields may have gone since it was made. */
function within({ at, to }: Selection, size: { rows: number; columns: number }): Selection {
  return { at: clamped(at, size), to: clamped(to, size) }
}

/** The rows of a table, to be read and changed. */
export function TableRows({ table, mayWrite }: { table: TableJson; mayWrite: boolean }) {
  const { asked: written, row: looked, ask, open } = useAddress()
  // The address may name a field that has another name now, or is gone.
  const isSorted = table.fields.some(({ name }) => name === written.sort?.replace(/^-/, ''))
  const asked = { ...written, sort: isSorted ? written.sort : undefined }
  const isFiltered = asked.view !== undefined || asked.search !== undefined
  const { sight, onSight } = useSight()
  const [chosenCells, setChosenCells] = useState<Selection>(() => onlyAt({ row: 0, column: 0 }))
  const { edits, state } = useTableEdits(table.id)
  const rows = useGridRows({ tableId: table.id, ...asked }, sight)
  const { widthOf, resize } = useColumnWidths(table.id)
  const { ticked, tick, untick } = useTicks({ rows })
  const field = useFieldActions(table, mayWrite)
  const count = rows.count ?? 0
  const selection = within(chosenCells, { rows: count, columns: table.fields.length })
  const model: GridModel = { fields: table.fields, rows, count, edits, state }
  const addRow = useHandler(async () => {
    const id = await gridCommands(model).addRow()
    if (id === undefined) return
    // An empty row is not where a view, a search or an order would show it.
    if (isFiltered || asked.sort !== undefined) open(id)
    else setChosenCells(onlyAt({ row: count, column: 0 }))
  })
  const deleteTicked = useHandler(async () => {
    const ids = [...ticked]
    untick()
    if (!(await edits.deleteRows(ids))) return
    toast.undoable(t('tables.rows_deleted', { count: ids.length }), () => void edits.restoreRows(ids))
  })
  const toolbar = { table, mayWrite, edits, state, ...asked, tickedCount: ticked.size, onUntick: untick }
  const chosen = { model, selection, onSelect: setChosenCells, ticked, onTick: tick }
  const head: HeadActions = { ...field.actions, sort: asked.sort, onAsk: ask, onResize: resize }
  return (
    <div className="grid min-w-0 gap-2">
      <GridToolbar {...toolbar} onAsk={ask} onDeleteTicked={deleteTicked} onAddRow={addRow} onAddField={field.add} />
      {mayWrite && <KeptNotice tableId={table.id} edits={edits} />}
      {rows.error && <Failure error={rows.error} again={rows.again} />}
      {rows.count === undefined && !rows.error && <Skeleton lines={10} />}
      {rows.count === 0 && (
        <NoRows
          isFiltered={isFiltered}
          mayWrite={mayWrite}
          onAdd={addRow}
          onAll={() => ask({ view: undefined, search: undefined })}
        />
      )}
      {count > 0 && (
        <TableGrid {...chosen} label={table.name} onOpen={open} onSight={onSight} widthOf={widthOf} head={head} />
      )}
      {count > 0 && <StatusLine model={model} selection={selection} />}
      {field.dialogs}
      {looked !== undefined && (
        <RowPanel {...{ table, edits, state, mayWrite }} rowId={looked} onClose={() => open(undefined)} />
      )}
    </div>
  )
}
