import { mapEdit, type Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { cellText } from '#dashboard/screens/editor/inspector/grid/cell-text.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { SmallGrid } from '#dashboard/screens/editor/inspector/grid/small-grid.tsx'
import { useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { type Shown, shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { Button } from '#dashboard/ui/button.tsx'
import {
  type Cells,
  gridCells,
  MAX_COLUMNS,
  MAX_ROWS,
  withoutTableColumn,
  withTableBlock,
  withTableCell,
  withTableColumn,
  withTableRow,
} from './table-cells.ts'

interface TableRowsProps {
  readonly targets: readonly Target[]
  readonly shown: Shown
}

const cellShown = shownPart('rows', 'cell', { type: 'string' })

/** The cells of a table that is written; as text where it is large, and as a property where a record fills it. */
export function TableRows({ targets, shown }: TableRowsProps) {
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const binding = useOwnBinding()
  const [isBinding] = binding.open
  const cells = gridCells(written)
  if (isReadOnly || isBinding || cells === undefined) {
    return <Property targets={targets} shown={shown} binding={binding.open} />
  }
  const width = cells[0]?.length ?? 1

  /** @returns why the change cannot be made */
  function change(next: Cells, merge?: string): string | undefined {
    const problem = edit.problem(() => next)
    if (problem === undefined) edit.set(() => next, merge)
    return problem
  }

  return (
    <OwnFrame name={shown.name} binding={binding}>
      <SmallGrid
        label={titleOf(shown.name)}
        columns={Array.from({ length: width }, (_, at) => t('inspector.column', { at: at + 1 }))}
        rows={cells.map((line) => line.map(cellText))}
        maxRows={MAX_ROWS}
        onCell={(place, text) => change(withTableCell(cells, place, text), `cell ${place.row} ${place.column}`)}
        onPaste={(place, block) => change(withTableBlock(cells, place, block))}
        onAdd={() => change(withTableRow(cells))}
        onRemove={(row) => change(cells.toSpliced(row, 1))}
        onMove={(row, by) => {
          const [own, other] = [cells[row], cells[row + by]]
          if (own && other) change(cells.with(row, other).with(row + by, own))
        }}
        bindingAt={({ row, column }) => ({
          shown: cellShown,
          written: cells[row]?.[column],
          edit: mapEdit(
            edit,
            (make) => (_, target) =>
              cells.map((line, at) => (at === row ? line.with(column, make(line[column], target) ?? '') : line)),
            [...edit.path, row, column],
          ),
        })}
      />
      <div className="flex gap-1">
        <Button
          size="small"
          look="quiet"
          disabled={width >= MAX_COLUMNS || cells.length === 0}
          onClick={() => change(withTableColumn(cells))}
        >
          {t('inspector.add_column')}
        </Button>
        <Button
          size="small"
          look="quiet"
          disabled={width <= 1}
          onClick={() => change(withoutTableColumn(cells, width - 1))}
        >
          {t('inspector.remove_column')}
        </Button>
      </div>
    </OwnFrame>
  )
}
