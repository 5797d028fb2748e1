import { whenOpened } from '#dashboard/api/lazily.ts'
import { choicesOf, linksOf, picturesOf } from '#dashboard/parts/cells/cell-value.ts'
import { CellEditor } from './cell-editor.tsx'
import type { GridModel } from './grid-commands.ts'
import type { FieldJson } from './table.ts'
import type { CellEditing } from './use-cell-editing.ts'

const LinksDialog = whenOpened(() => import('./links-dialog.tsx'), 'LinksDialog')
const PicturesDialog = whenOpened(() => import('./pictures-dialog.tsx'), 'PicturesDialog')

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
  const { editing } = props
  if (editing.edited === null) return null
  return (
    <CellEditor
      cell={editing.edited}
      known={knownChoices(editing.edited.field, props)}
      onType={editing.type}
      onDone={editing.finish}
      onCancel={editing.end}
    />
  )
}

/** Whether cells of a kind are edited in front of the grid. */
export const isInFront = (kind: string | undefined): boolean => kind === 'attachments' || kind === 'link'

/** Edits pictures, and links to rows, in front of the grid. */
export function GridDialog({ editing: { edited, end, finish } }: Pick<GridEditorProps, 'editing'>) {
  if (edited === null) return null
  const { kind, linked_table_id: tableId } = edited.field
  if (kind === 'link')
    return (
      <LinksDialog
        title={edited.field.name}
        tableId={tableId ?? ''}
        links={linksOf(edited.value)}
        typed={edited.typed ?? ''}
        onSave={(links) => {
          end()
          finish(links.length > 0 ? links : null, 'stay')
        }}
        onClose={end}
      />
    )
  return (
    <PicturesDialog
      title={edited.field.name}
      pictures={picturesOf(edited.value)}
      onSave={(pictures) => {
        end()
        finish(pictures.length > 0 ? pictures : null, 'stay')
      }}
      onClose={end}
    />
  )
}
