import { useConnection } from '#dashboard/api/connection.ts'
import { plainText } from '#dashboard/parts/cells/cell-value.ts'
import { t } from '#dashboard/strings/tables.ts'
import { type GridModel, gridCommands } from './grid/grid-commands.ts'
import { rangeOf, type Selection, sizeOf } from './grid/selection.ts'

function Saving() {
  const { server } = useConnection()
  return server === 'gone' ? <span className="text-warn">{t('tables.waits')}</span> : <span>{t('tables.saving')}</span>
}

/** What happens below the grid: how many rows, what is chosen, what is on its way, why a cell was refused. */
export function StatusLine({ model, selection }: { model: GridModel; selection: Selection }) {
  const { count, state } = model
  const cell = gridCommands(model).cellAt(selection.at)
  const fault = cell && state.faults.get(cell.row.id)?.[cell.field.id]
  const size = sizeOf(rangeOf(selection))
  const faults = [...state.faults.values()].reduce((sum, cells) => sum + Object.keys(cells).length, 0)
  return (
    <div role="status" className="flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-[13px] text-ink-soft">
      <span>{t('tables.row_count', { count })}</span>
      {size.rows * size.columns > 1 && <span>{t('tables.chosen', size)}</span>}
      {state.isSaving && <Saving />}
      {faults > 0 && <span className="text-bad">{t('tables.fault_count', { count: faults })}</span>}
      {fault && (
        <span className="text-bad">{t('tables.fault', { value: plainText(fault.tried), reason: fault.reason })}</span>
      )}
    </div>
  )
}
