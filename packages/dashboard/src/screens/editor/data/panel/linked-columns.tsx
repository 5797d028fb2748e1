import { layerAt } from '@pictable/editor'
import { useQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type LinkedField, linkedFields } from '#dashboard/parts/tables/linked-fields.ts'
import { layerTaking } from '#dashboard/screens/editor/data/field-actions.ts'
import type { Linking } from '#dashboard/screens/editor/data/field-link.ts'
import { placeLinked } from '#dashboard/screens/editor/data/linked-actions.ts'
import { usualColumns } from '#dashboard/screens/editor/data/linked-table.ts'
import { useDragOut } from '#dashboard/screens/editor/data/use-drag-out.ts'
import type { Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, isLocked, NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { iconOf } from './kind-icons.ts'

/** The fields of the table that a field links to: dragged onto the page one by one, or chosen for a table. */
export function LinkedColumns({ linking }: { readonly linking: Linking }) {
  const linked = useQuery(linkedFields(linking.connectionId, linking.link))
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const session = useSession()
  const table = useEditor(selectedTable)
  const { data, error, isLoadingError } = linked
  if (isLoadingError) return <Failure error={error} again={() => void linked.refetch()} />
  if (!data) return <Skeleton lines={3} />
  const fields = data.results
  if (fields.length === 0) return <p className="col-span-2 px-1.5 text-xs text-ink-soft">{t('data.linked_none')}</p>
  const ticked = chosen ?? new Set(usualColumns(fields).map(({ id }) => id))
  const columns = fields.filter(({ id }) => ticked.has(id))
  const tick = (id: string, isTicked: boolean) => {
    const others = [...ticked].filter((other) => other !== id)
    setChosen(new Set(isTicked ? [...others, id] : others))
  }
  return (
    <section
      aria-label={t('data.linked_columns', { name: linking.name })}
      className="col-span-2 mb-1.5 ms-3 grid gap-1 border-s border-line ps-2"
    >
      <p className="text-xs text-ink-soft">{t('data.linked_help')}</p>
      <ul className="grid">
        {fields.map((field) => (
          <Column
            key={field.id}
            field={field}
            linking={linking}
            isTicked={ticked.has(field.id)}
            onTick={(isTicked) => tick(field.id, isTicked)}
          />
        ))}
      </ul>
      <Button
        size="small"
        icon={<Table2 />}
        disabled={columns.length === 0}
        onClick={() => void placeLinked(session, { ...linking, columns }, { target: table })}
      >
        {t(table === undefined ? 'data.linked_insert' : 'data.linked_add', { count: columns.length })}
      </Button>
    </section>
  )
}

/** The only selected layer when it is a table that can be changed. */
function selectedTable({ document, selection: [only, ...others] }: EditorState) {
  const isTable = only !== undefined && others.length === 0 && layerAt(document, only)?.type === 'table'
  return isTable && !isLocked(document, only) ? only : undefined
}

interface ColumnProps {
  readonly field: LinkedField
  readonly linking: Linking
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
}

function Column({ field, linking, isTicked, onTick }: ColumnProps) {
  const id = useId()
  const start = useDragOut()
  const Icon = iconOf(field)
  return (
    <li
      onPointerDown={(press) =>
        start(press, {
          show: (session, pointer) => showDrop(session, pointer, field),
          drop: (session, pointer) => {
            if (!pointer) return
            const place = { target: tableAt(session, pointer), at: pointer.page }
            void placeLinked(session, { ...linking, columns: [field] }, place)
          },
        })
      }
      className="flex min-h-7 cursor-grab touch-none items-center gap-2 rounded-md px-1 select-none hover:bg-hover [&_svg]:size-3.5"
    >
      <Checkbox id={id} checked={isTicked} aria-label={field.name} onChange={onTick} />
      <label htmlFor={id} dir="auto" className="min-w-0 grow cursor-[inherit] truncate">
        {field.name}
      </label>
      <span title={t(`data.kind_${field.kind}`)} className="text-ink-soft">
        <Icon role="img" aria-label={t(`data.kind_${field.kind}`)} />
      </span>
    </li>
  )
}

const tableAt = ({ state }: EditorSession, pointer: Pointer) =>
  pointer.alt ? undefined : layerTaking(state, pointer.page, ({ type }) => type === 'table')

function showDrop(session: EditorSession, pointer: Pointer | undefined, { name }: LinkedField): void {
  if (!pointer) {
    session.set({ marks: NO_MARKS })
    return
  }
  const target = tableAt(session, pointer)
  const layer = target === undefined ? undefined : layerAt(session.state.document, target)
  const text = layer ? t('data.drop_column', { name, layer: layer.name }) : t('data.drop_table', { name })
  session.set({ marks: { ...NO_MARKS, target: target ?? null, pointerLabel: { at: pointer.screen, text } } })
}
