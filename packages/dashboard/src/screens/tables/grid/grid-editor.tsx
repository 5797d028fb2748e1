import { choicesOf, picturesOf } from '#dashboard/parts/cells/cell-value.ts'
import { CellEditor } from './cell-editor.tsx'
import { type GridModel, shownValue } from './grid-commands.ts'
import { PicturesDialog } from './pictures-dialog.tsx'
import type { FieldJson } from './table.ts'
import type { CellEditing } from './use-cell-editing.ts'

interface GridEditorProps {
  model: GridModel
  editing: CellEditing
  /** The places of the rows in sight. */
  places: readonly { index: number }[]
}

/** Values of a column of choices that are in sight: what one may want again. */
function knownChoices(field: FieldJson, { model: { rows }, places }: GridEditorProps): string[] {
  if (!['single_select', 'multi_select'].includes(field.kind)) return []
  const values = places.flatMap(({ index }) => rows.rowAt(index)?.fields[field.name] ?? [])
  return [...new Set(values.flatMap((value) => (typeof value === 'string' ? [value] : choicesOf(value))))].sort()
}

/** Stands in the cell that is edited. */
export function GridEditor(props: GridEditorProps) {
  const { model, editing } = props
  if (editing.edited === null) return null
  const { row, field, typed } = editing.edited
  const fault = model.state.faults.get(row.id)?.[field.id]
  return (
    <CellEditor
      field={field}
      value={fault ? fault.tried : shownValue(row, field, model.state)}
      typed={typed}
      known={knownChoices(field, props)}
      onDone={editing.finish}
      onCancel={editing.end}
    />
  )
}

/** Pictures are edited in front of the grid. */
export function GridPictures({ model, editing: { edited, end, finish } }: Omit<GridEditorProps, 'places'>) {
  if (edited === null) return null
  return (
    <PicturesDialog
      title={edited.field.name}
      pictures={picturesOf(shownValue(edited.row, edited.field, model.state))}
      onSave={(pictures) => {
        end()
        finish(pictures.length > 0 ? pictures : null, 'stay')
      }}
      onClose={end}
    />
  )
}
