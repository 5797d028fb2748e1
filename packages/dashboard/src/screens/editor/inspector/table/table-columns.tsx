import { isFilled } from '@pictable/editor'
import type { PropertySchema } from '@pictable/renderer/property-schemas'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ChevronDown,
  ChevronUp,
  GripVertical,
  Minus,
  Plus,
  Settings2,
} from 'lucide-react'
import { type PointerEvent, useId, useRef, useState } from 'react'
import { toast } from '#dashboard/api/toast.ts'
import type { OpenBinding } from '#dashboard/screens/editor/inspector/control-props.ts'
import { controlOf, startOf } from '#dashboard/screens/editor/inspector/controls.ts'
import { type Edit, editPart, holderOf, mapEdit, type Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { OwnBind, useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { PartRows } from '#dashboard/screens/editor/inspector/part-rows.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { PropertyRow } from '#dashboard/screens/editor/inspector/property-row.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { type Shown, shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { effective, isMixed, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { columnsAt, fixedColumn, type Move, movedPlaces } from '#dashboard/screens/editor/tables/column-places.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { columnsOfRows } from './columns-of-rows.ts'
import { useEntryDrag } from './use-entry-drag.ts'

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
  const binding = useOwnBinding()
  const [isBinding] = binding.open
  if (isReadOnly || isBinding || item === undefined || isMixed(written) || isFilled(written)) {
    return <Property targets={targets} shown={shown} binding={binding.open} />
  }
  const columns: readonly unknown[] = Array.isArray(written) ? written : []
  const list = listEdit(edit)
  return (
    <OwnFrame name={shown.name} binding={binding}>
      {columns.length === 0 && <p className="text-xs text-ink-soft">{t('inspector.columns_auto')}</p>}
      <ColumnList {...{ targets, columns, item, edit }} />
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

/** Changes the columns; without any the table shows its own. */
const listEdit = (edit: Edit) => (change: (columns: readonly unknown[]) => readonly unknown[]) =>
  edit.set((before) => {
    const next = change(Array.isArray(before) ? before : [])
    return next.length === 0 ? undefined : next
  })

interface ColumnListProps extends Pick<ColumnProps, 'item' | 'edit'>, Pick<TableColumnsProps, 'targets'> {
  readonly columns: readonly unknown[]
}

/** Says why the columns of the tables cannot be at some places; undefined where they can. */
function useFixedHint(targets: readonly Target[]): (places: readonly number[]) => string | undefined {
  const session = useSession()
  // Whether its place gives a column what it shows is known of what is drawn.
  useEditor(({ frame }) => frame)
  return (places) => {
    for (const target of targets) {
      const fixed = target === 'page' ? undefined : fixedColumn(session.state, target, places)
      if (fixed === 'not_drawn') return t('inspector.columns_not_drawn')
      if (fixed !== undefined) return t('inspector.column_fixed', { name: t('inspector.column', { at: fixed }) })
    }
    return undefined
  }
}

/** The columns one below the other, in the order in which they are while one is dragged. */
function ColumnList({ targets, columns, item, edit }: ColumnListProps) {
  const entries = useRef<HTMLDivElement>(null)
  const session = useSession()
  const hintOf = useFixedHint(targets)
  /** One step. Each column keeps what it shows of the rows. */
  const arrange = (at: readonly number[]) => {
    const hint = hintOf(at)
    if (hint !== undefined) return toast.failed(hint)
    edit.set((before, target) => {
      if (at.length === 0) return undefined
      return (target !== 'page' && columnsAt(session.state, target, at)) || before
    })
  }
  const move = (moved: Move) => arrange(movedPlaces(columns.length, moved))
  const without = (at: number) => [...columns.keys()].toSpliced(at, 1)
  const hintOfSwap = (from: number, to: number) => hintOf(movedPlaces(columns.length, { from, to }))
  const { drag, begin } = useEntryDrag({ list: entries, onMove: move })
  const places = drag ? movedPlaces(columns.length, drag) : [...columns.keys()]
  return (
    <div ref={entries} className="grid gap-1.5">
      {places.map((at) => (
        <Column
          key={at}
          at={at}
          count={columns.length}
          column={columns[at]}
          item={item}
          edit={editPart(edit, at)}
          isDragged={drag?.from === at}
          onDrag={(press) => begin(press, at)}
          onSwap={(by) => move({ from: at, to: at + by })}
          onRemove={() => arrange(without(at))}
          hints={{
            up: at === 0 ? undefined : hintOfSwap(at, at - 1),
            down: at === columns.length - 1 ? undefined : hintOfSwap(at, at + 1),
            remove: hintOf(without(at)),
          }}
        />
      ))}
    </div>
  )
}

interface ColumnProps {
  readonly at: number
  readonly count: number
  readonly column: unknown
  readonly item: PropertySchema
  readonly edit: Edit
  readonly isDragged: boolean
  readonly onDrag: (press: PointerEvent<HTMLElement>) => void
  readonly onSwap: (by: -1 | 1) => void
  readonly onRemove: () => void
  /** Why it cannot be moved or removed. */
  readonly hints: Readonly<Record<'up' | 'down' | 'remove', string | undefined>>
}

const inLine: ReadonlySet<string> = new Set(['title', 'width', 'align'])
const aligns = [
  ['left', AlignLeft],
  ['center', AlignCenter],
  ['right', AlignRight],
] as const

function Column(props: ColumnProps) {
  const { at, column, item, edit, isDragged, onDrag } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const name = t('inspector.column', { at: at + 1 })
  const { properties = {} } = item
  const others = Object.fromEntries(Object.entries(properties).filter(([key]) => !inLine.has(key)))
  const alignBinding = useOwnBinding()
  const align = partAt(column, 'align')
  const isAlignRow = alignBinding.open[0] || isFilled(align)
  const part = (key: string, binding?: OpenBinding) => {
    const shown = { ...shownPart('columns', key, properties[key] ?? {}), isHalf: true }
    const written = partAt(column, key)
    const label = `${name}: ${titleOf(key)}`
    const row = { id: `${id}-${key}`, label, shown, written, value: effective(shown.schema, written) }
    return <PropertyRow {...row} {...{ binding }} edit={editPart(edit, key)} isOptional isComputable isBare />
  }
  return (
    <div className={classNames('grid gap-1 rounded-md border p-1.5', isDragged ? 'border-accent' : 'border-line')}>
      <div className="grid grid-cols-[minmax(0,1fr)_100px] gap-1">
        {part('title')}
        {part('width')}
      </div>
      <div className="flex items-center justify-between">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the button does the same */}
        <span className="flex" onKeyDown={isAlignRow ? undefined : alignBinding.onKeyDown}>
          <span
            aria-hidden
            onPointerDown={onDrag}
            className="-ms-1 grid size-[24px] cursor-grab touch-none place-items-center text-ink-soft hover:text-ink [&_svg]:size-4"
          >
            <GripVertical />
          </span>
          {!isAlignRow && (
            <>
              <Aligns name={name} value={align} edit={editPart(edit, 'align')} />
              <OwnBind name={`${name}: ${titleOf('align')}`} binding={alignBinding} />
            </>
          )}
        </span>
        <ColumnButtons {...props} name={name} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />
      </div>
      {isAlignRow && part('align', alignBinding.open)}
      {isOpen && <PartRows parent="columns" properties={others} value={column} edit={edit} isComputable />}
    </div>
  )
}

interface ColumnButtonsProps extends Pick<ColumnProps, 'at' | 'count' | 'onSwap' | 'onRemove' | 'hints'> {
  readonly name: string
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** A button whose tooltip says why it cannot be pressed. */
const unless = (hint: string | undefined) =>
  hint !== undefined && { disabled: true, 'data-tooltip': hint, 'aria-description': hint }

function ColumnButtons({ name, isOpen, onOpen, at, count, onSwap, onRemove, hints }: ColumnButtonsProps) {
  return (
    <span className="flex">
      <IconButton
        size="small"
        label={t('inspector.more_of', { name })}
        aria-expanded={isOpen}
        icon={<Settings2 />}
        onClick={onOpen}
      />
      <IconButton
        size="small"
        label={t('inspector.move_up', { name })}
        icon={<ChevronUp />}
        disabled={at === 0}
        onClick={() => onSwap(-1)}
        {...unless(hints.up)}
      />
      <IconButton
        size="small"
        label={t('inspector.move_down', { name })}
        icon={<ChevronDown />}
        disabled={at === count - 1}
        onClick={() => onSwap(1)}
        {...unless(hints.down)}
      />
      <IconButton
        size="small"
        label={t('inspector.remove', { name })}
        icon={<Minus />}
        onClick={onRemove}
        {...unless(hints.remove)}
      />
    </span>
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
