import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { AlignCenter, AlignLeft, AlignRight, ChevronDown, ChevronUp, Minus, Plus, Settings2 } from 'lucide-react'
import { useId, useState } from 'react'
import { controlOf, startOf } from '#dashboard/screens/editor/inspector/controls.ts'
import { type Edit, editPart, holderOf, mapEdit, type Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { PartRows } from '#dashboard/screens/editor/inspector/part-rows.tsx'
import { type Shown, shownPart } from '#dashboard/screens/editor/inspector/presentation.ts'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { PropertyRow } from '#dashboard/screens/editor/inspector/property-row.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { effective, isFilled, MIXED, partAt } from '#dashboard/screens/editor/inspector/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { columnsOfRows } from './columns-of-rows.ts'

interface TableColumnsProps {
  readonly targets: readonly Target[]
  readonly shown: Shown
}

/** The columns that a table shows by itself. */
const shownColumns = (table: object) => columnsOfRows(partAt(table, 'rows'), partAt(table, 'headerRow') !== false)

/** The columns of a table: their titles, widths and alignment in one line each, all else behind a button. */
export function TableColumns({ targets, shown }: TableColumnsProps) {
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const session = useSession()
  const control = controlOf(shown.schema)
  const { item, maximum = 0 } = control?.kind === 'list' ? control : {}
  const binding = useState(false)
  const [isBinding, setBinding] = binding
  if (isReadOnly || isBinding || item === undefined || written === MIXED || isFilled(written)) {
    return <Property targets={targets} shown={shown} binding={binding} />
  }
  const columns: readonly unknown[] = Array.isArray(written) ? written : []
  const list = (change: (columns: readonly unknown[]) => readonly unknown[]) =>
    edit.set((before) => {
      const next = change(Array.isArray(before) ? before : [])
      return next.length === 0 ? undefined : next
    })
  return (
    <OwnFrame name={shown.name} onBind={() => setBinding(true)}>
      {columns.length === 0 && <p className="text-xs text-ink-soft">{t('inspector.columns_auto')}</p>}
      {columns.map((column, at) => (
        <Column
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={at}
          at={at}
          count={columns.length}
          column={column}
          item={item}
          edit={editPart(edit, at)}
          onSwap={(by) => list((before) => before.with(at, before[at + by]).with(at + by, before[at]))}
          onRemove={() => list((before) => before.toSpliced(at, 1))}
        />
      ))}
      <div className="flex gap-1">
        {columns.length === 0 && (
          <Button
            size="small"
            look="quiet"
            icon={<Settings2 />}
            onClick={() => list(() => shownColumns(holderOf(session, targets[0] ?? 'page')))}
          >
            {t('inspector.set_columns')}
          </Button>
        )}
        {columns.length > 0 && (
          <Button
            size="small"
            look="quiet"
            icon={<Plus />}
            disabled={columns.length >= maximum}
            onClick={() => list((before) => [...before, startOf(item)])}
          >
            {t('inspector.add_column')}
          </Button>
        )}
      </div>
    </OwnFrame>
  )
}

interface ColumnProps {
  readonly at: number
  readonly count: number
  readonly column: unknown
  readonly item: PropertySchema
  readonly edit: Edit
  readonly onSwap: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const inLine: ReadonlySet<string> = new Set(['title', 'width', 'align'])
const aligns = [
  ['left', AlignLeft],
  ['center', AlignCenter],
  ['right', AlignRight],
] as const

function Column({ at, count, column, item, edit, onSwap, onRemove }: ColumnProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const name = t('inspector.column', { at: at + 1 })
  const { properties = {} } = item
  const others = Object.fromEntries(Object.entries(properties).filter(([key]) => !inLine.has(key)))
  const part = (key: string) => {
    const shown = shownPart('columns', key, properties[key] ?? {})
    const written = partAt(column, key)
    const label = `${name}: ${titleOf(key)}`
    const row = { id: `${id}-${key}`, label, shown, written, value: effective(shown.schema, written) }
    return <PropertyRow {...row} edit={editPart(edit, key)} isOptional isComputable isBare />
  }
  return (
    <div className="grid gap-1 rounded-md border border-line p-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_72px] gap-1">
        {part('title')}
        {part('width')}
      </div>
      <div className="flex items-center justify-between">
        <Aligns name={name} value={partAt(column, 'align')} edit={editPart(edit, 'align')} />
        <span className="flex">
          <IconButton
            size="small"
            label={t('inspector.more_of', { name })}
            aria-expanded={isOpen}
            icon={<Settings2 />}
            onClick={() => setOpen(!isOpen)}
          />
          <IconButton
            size="small"
            label={t('inspector.move_up', { name })}
            icon={<ChevronUp />}
            disabled={at === 0}
            onClick={() => onSwap(-1)}
          />
          <IconButton
            size="small"
            label={t('inspector.move_down', { name })}
            icon={<ChevronDown />}
            disabled={at === count - 1}
            onClick={() => onSwap(1)}
          />
          <IconButton size="small" label={t('inspector.remove', { name })} icon={<Minus />} onClick={onRemove} />
        </span>
      </div>
      {isOpen && <PartRows parent="columns" properties={others} value={column} edit={edit} isComputable />}
    </div>
  )
}

/** Pressed again, the one that is set is taken away. */
function Aligns({ name, value, edit }: { name: string; value: unknown; edit: Edit }) {
  const toggle = mapEdit(edit, (change) => (before, target) => {
    const wanted = change(before, target)
    return wanted === before ? undefined : wanted
  })
  return (
    <span className="flex">
      {aligns.map(([align, Icon]) => (
        <IconButton
          key={align}
          size="small"
          label={t(`inspector.align_column_${align}`, { name })}
          aria-pressed={value === align}
          icon={<Icon className={value === align ? 'text-accent-ink' : undefined} />}
          onClick={() => toggle.set(() => align)}
        />
      ))}
    </span>
  )
}
