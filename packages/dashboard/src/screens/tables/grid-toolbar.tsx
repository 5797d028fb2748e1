import { Plus, Redo2, Rows3, Search, Trash2, Undo2, X } from 'lucide-react'
import { memo } from 'react'
import { t } from '#dashboard/strings/tables.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import type { EditState } from './grid/edit-state.ts'
import type { TableJson } from './grid/table.ts'
import type { TableEdits } from './grid/table-edits.ts'
import type { AskedChange } from './grid/use-grid-rows.ts'
import { ViewMenu } from './view-menu.tsx'

interface GridToolbarProps {
  table: TableJson
  mayWrite: boolean
  view: string | undefined
  search: string | undefined
  sort: string | undefined
  onAsk: (change: AskedChange) => void
  edits: TableEdits
  state: EditState
  tickedCount: number
  onUntick: () => void
  onDeleteTicked: () => void
  onAddRow: () => void
  onAddField: () => void
}

/** Above the grid: which rows, and what can be done with them. */
export const GridToolbar = memo(function GridToolbar(props: GridToolbarProps) {
  const { table, mayWrite, view, search, sort, onAsk, edits, state, tickedCount } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ViewMenu table={table} view={view} sort={sort} mayWrite={mayWrite} onView={(other) => onAsk({ view: other })} />
      <div className="relative w-full sm:w-56 [&_input]:px-8">
        <Search aria-hidden className="pointer-events-none absolute start-2.5 top-2.5 size-4 text-ink-soft" />
        <SearchBox
          label={t('tables.search')}
          maxLength={200}
          afterMs={300}
          value={search ?? ''}
          onChange={(sought) => onAsk({ search: sought || undefined })}
        />
      </div>
      {mayWrite && (
        <div className="flex flex-wrap items-center gap-2 sm:ms-auto">
          {tickedCount > 0 && (
            <span className="flex items-center gap-2">
              <span className="text-ink-soft">{t('tables.ticked', { count: tickedCount })}</span>
              <Button look="danger" icon={<Trash2 />} onClick={props.onDeleteTicked}>
                {t('tables.rows_delete')}
              </Button>
              <IconButton label={t('tables.untick')} icon={<X />} onClick={props.onUntick} />
            </span>
          )}
          <IconButton
            label={t('tables.undo')}
            icon={<Undo2 />}
            disabled={state.undoable === 0}
            onClick={() => void edits.undo()}
          />
          <IconButton
            label={t('tables.redo')}
            icon={<Redo2 />}
            disabled={state.redoable === 0}
            onClick={() => void edits.redo()}
          />
          <Button icon={<Plus />} onClick={props.onAddField}>
            {t('tables.field_new')}
          </Button>
          <Button icon={<Rows3 />} onClick={props.onAddRow}>
            {t('tables.row_add')}
          </Button>
        </div>
      )}
    </div>
  )
})
