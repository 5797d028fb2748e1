// biome-ignore-all lint/a11y/useSemanticElements: cells of a grid lie where they are told, which those of a table do not
import type { VirtualItem } from '@tanstack/react-virtual'
import {
  ArrowDownAZ,
  ArrowLeft,
  ArrowRight,
  ArrowUpAZ,
  Braces,
  Calendar,
  ChevronDown,
  Clock,
  Hash,
  Image,
  Link2,
  List,
  ListChecks,
  type LucideIcon,
  MoveHorizontal,
  Pencil,
  SquareCheck,
  TextInitial,
  Trash2,
  Type,
} from 'lucide-react'
import { memo, type PointerEvent } from 'react'
import { t } from '#dashboard/strings/tables.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import type { Place } from './selection.ts'
import type { FieldJson } from './table.ts'
import type { AskedChange } from './use-grid-rows.ts'
import { numberWidthPx, rowHeightPx } from './use-grid-space.ts'

export interface HeadActions {
  mayWrite: boolean
  /** How many fields there are: the last one stays. */
  count: number
  sort: string | undefined
  onAsk: (change: AskedChange) => void
  onEdit: (field: FieldJson) => void
  onDelete: (field: FieldJson) => void
  /** By so many places towards the end. */
  onMove: (field: FieldJson, places: number) => void
  onResize: (field: FieldJson, widthPx: number) => void
}

const icons: Readonly<Record<string, LucideIcon>> = {
  text: Type,
  rich_text: TextInitial,
  number: Hash,
  date: Calendar,
  date_time: Clock,
  checkbox: SquareCheck,
  single_select: List,
  multi_select: ListChecks,
  attachments: Image,
  link: ArrowRight,
  url: Link2,
  json: Braces,
}

const stepPx = 60

interface HeadMenuProps {
  field: FieldJson
  /** From 0. */
  place: number
  width: number
  actions: HeadActions
}

function SortMark({ name, sort }: { name: string; sort: string | undefined }) {
  if (sort === name) return <ArrowUpAZ aria-hidden className="ms-auto text-accent-ink" />
  if (sort === `-${name}`) return <ArrowDownAZ aria-hidden className="ms-auto text-accent-ink" />
  return <ChevronDown aria-hidden className="ms-auto text-ink-soft opacity-0 group-hover/head:opacity-100" />
}

/** For whoever may write: another name and kind, and another place. */
function ChangeItems({ field, place, actions: { count, onEdit, onMove } }: HeadMenuProps) {
  return (
    <>
      <MenuItem icon={<Pencil />} onSelect={() => onEdit(field)}>
        {t('tables.field_edit')}
      </MenuItem>
      <MenuItem
        icon={<ArrowLeft className="rtl:rotate-180" />}
        disabled={place === 0}
        onSelect={() => onMove(field, -1)}
      >
        {t('tables.field_before')}
      </MenuItem>
      <MenuItem
        icon={<ArrowRight className="rtl:rotate-180" />}
        disabled={place === count - 1}
        onSelect={() => onMove(field, 1)}
      >
        {t('tables.field_behind')}
      </MenuItem>
      <MenuLine />
    </>
  )
}

function HeadMenu(props: HeadMenuProps) {
  const { field, width, actions } = props
  const { mayWrite, count, sort, onAsk, onDelete, onResize } = actions
  const Icon = icons[field.kind] ?? Type
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      className="flex h-full min-w-0 grow items-center gap-1.5 px-2 text-start hover:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      <Icon aria-hidden className="text-ink-soft" />
      <span dir="auto" className="truncate">
        {field.name}
      </span>
      <SortMark name={field.name} sort={sort} />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      {mayWrite && <ChangeItems {...props} />}
      <MenuItem icon={<ArrowUpAZ />} onSelect={() => onAsk({ sort: field.name })}>
        {t('tables.sort_up')}
      </MenuItem>
      <MenuItem icon={<ArrowDownAZ />} onSelect={() => onAsk({ sort: `-${field.name}` })}>
        {t('tables.sort_down')}
      </MenuItem>
      {sort !== undefined && <MenuItem onSelect={() => onAsk({ sort: undefined })}>{t('tables.sort_none')}</MenuItem>}
      <MenuLine />
      <MenuItem icon={<MoveHorizontal />} onSelect={() => onResize(field, width + stepPx)}>
        {t('tables.wider')}
      </MenuItem>
      <MenuItem icon={<MoveHorizontal />} onSelect={() => onResize(field, width - stepPx)}>
        {t('tables.narrower')}
      </MenuItem>
      {mayWrite && (
        <>
          <MenuLine />
          <MenuItem danger icon={<Trash2 />} disabled={count === 1} onSelect={() => onDelete(field)}>
            {t('tables.field_delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The border of a column, which can be dragged. */
function ResizeHandle({
  field,
  width,
  onResize,
}: {
  field: FieldJson
  width: number
  onResize: HeadActions['onResize']
}) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget
    const from = event.clientX
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: { clientX: number }) => onResize(field, width + sign * (clientX - from))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
    event.stopPropagation()
    event.preventDefault()
  }
  return (
    <span
      data-own
      aria-hidden
      onPointerDown={begin}
      className="absolute inset-y-0 -end-1 z-10 w-2 cursor-col-resize hover:bg-accent"
    />
  )
}

function ariaSort(field: FieldJson, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sort === field.name) return 'ascending'
  return sort === `-${field.name}` ? 'descending' : undefined
}

interface GridHeadProps extends HeadActions {
  cellId: (place: Place) => string
  fields: readonly FieldJson[]
  columns: readonly VirtualItem[]
  /** While a head is the active cell. */
  activeColumn: number | null
}

function HeadCells({ cellId, fields, columns, activeColumn, ...actions }: GridHeadProps) {
  return columns.map(({ index, start, size }) => {
    const field = fields[index]
    if (field === undefined) return null
    return (
      <div
        key={field.id}
        id={cellId({ row: -1, column: index })}
        role="columnheader"
        tabIndex={-1}
        aria-colindex={index + 2}
        aria-sort={ariaSort(field, actions.sort)}
        style={{ insetInlineStart: start, width: size }}
        className={classNames(
          'group/head absolute inset-y-0 flex border-e border-line bg-sunken font-medium',
          activeColumn === index && 'outline-2 -outline-offset-2 outline-accent',
        )}
      >
        <HeadMenu field={field} place={index} width={size} actions={actions} />
        <ResizeHandle field={field} width={size} onResize={actions.onResize} />
      </div>
    )
  })
}

/** The fields, each with what can be done to it, above the rows wherever these are. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  return (
    <div role="rowgroup" className="sticky top-0 z-20">
      <div
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
        style={{ height: rowHeightPx }}
        className="relative border-b border-line bg-sunken text-[13px]"
      >
        <div
          role="columnheader"
          tabIndex={-1}
          aria-colindex={1}
          style={{ width: numberWidthPx }}
          className="sticky start-0 z-20 flex h-full items-center border-e border-line bg-sunken ps-2 font-medium text-ink-soft"
        >
          {t('tables.number')}
        </div>
        <HeadCells {...props} />
      </div>
    </div>
  )
})
