import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { isOwn } from './own-event.ts'
import { useHandler } from './use-handler.ts'
import { useSteady } from './use-steady.ts'

export interface Column<Item> {
  id: string
  title: string
  cell(item: Item): ReactNode
  /** A track of CSS grid, such as `8rem`; `minmax(0,1fr)` when absent. */
  width?: string
  /** Numbers stand at the end of their column. */
  end?: boolean
  /** Left out on phones. */
  wideOnly?: boolean
}

interface TableProps<Item> {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Enter, or a press on the row. */
  onOpen?: (item: Item) => void
  /** Called when the end comes into sight. */
  onEnd?: () => void
  /** Told which items are in sight, whenever that changes. */
  onSight?: (first: number, last: number) => void
  rowHeightPx?: number
}

const overscan = 8
const smallestWidth = '(min-width: 640px)'

function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(smallestWidth).matches)
  useEffect(() => {
    const media = matchMedia(smallestWidth)
    const note = () => setWide(media.matches)
    media.addEventListener('change', note)
    return () => media.removeEventListener('change', note)
  }, [])
  return isWide
}

/** Where a key leads from a row. */
function targetOf(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? null : Math.max(0, Math.min(count - 1, at + step))
}

/** The rows in sight and the current one: a dialog that it opened returns the focus to it. */
function withRow(range: Range, row: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (row >= range.count || indexes.includes(row)) return indexes
  return [...indexes, row].sort((one, other) => one - other)
}

/** The rows before, while the list has no height because its page is laid out again: the focus stays in them. */
function useKeptRows<Row>(visible: readonly Row[]): readonly Row[] {
  const before = useRef(visible)
  useEffect(() => {
    if (visible.length > 0) before.current = visible
  }, [visible])
  return visible.length > 0 ? visible : before.current
}

interface RowProps {
  item: unknown
  index: number
  columns: readonly Column<unknown>[]
  /** From the start of the list. */
  topPx: number
  heightPx: number
  tracks: string
  /** Tab leads to it. */
  isCurrent: boolean
  isOpenable: boolean
  onPress: (index: number) => void
  onCurrent: (index: number) => void
  onWalk: (event: KeyboardEvent<HTMLTableRowElement>, index: number) => void
}

/** Drawn again only when something in it changes, however the list is scrolled. */
const Row = memo(function Row(props: RowProps) {
  const { item, index, columns, topPx, heightPx, tracks, isCurrent, isOpenable, onPress, onCurrent, onWalk } = props
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onCurrent(index)}
      // What is pressed in a row leads there itself, or into another tab.
      onClick={(event) => isOwn(event) && onPress(index)}
      onKeyDown={(event) => onWalk(event, index)}
      style={{ height: heightPx, insetBlockStart: topPx, gridTemplateColumns: tracks }}
      className={classNames(rowClass, isOpenable && 'cursor-pointer hover:bg-hover')}
    >
      {columns.map((column) => (
        <td key={column.id} className={classNames('min-w-0 truncate', sideOf(column))}>
          {column.cell(item)}
        </td>
      ))}
    </tr>
  )
})

/** A list of rows of which only those in sight exist; arrow keys walk, Enter opens. */
export function Table<Item>({
  label,
  columns,
  items,
  keyOf,
  onOpen,
  onEnd,
  onSight,
  rowHeightPx = 44,
}: TableProps<Item>) {
  const frame = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const isWide = useIsWide()
  const shown = useSteady(columns.filter((column) => isWide || column.wideOnly !== true))
  const tracks = shown.map(({ width }) => width ?? 'minmax(0,1fr)').join(' ')
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeightPx,
    overscan,
    rangeExtractor: useCallback((range: Range) => withRow(range, current), [current]),
  })
  const { startIndex, endIndex } = rows.range ?? { startIndex: 0, endIndex: 0 }
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(items.length - 1, endIndex + overscan)
  const visible = useKeptRows(rows.getVirtualItems())
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 1) onEnd?.()
  }, [last, items.length, onEnd])
  useEffect(() => onSight?.(first, last), [first, last, onSight])

  // The row that a key leads to may have to be made first.
  const goal = useRef<number>(null)
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${goal.current}"]`)
    if (!row) return
    goal.current = null
    row.focus()
  })

  const press = useHandler((index: number) => {
    const item = items[index]
    if (item !== undefined) onOpen?.(item)
  })
  const walk = useHandler((event: KeyboardEvent<HTMLTableRowElement>, index: number): void => {
    if (event.target !== event.currentTarget) return
    const target = targetOf(event.key, index, items.length)
    if (event.key === 'Enter' && onOpen) press(index)
    else if (target === null) return
    else if (target !== index) {
      goal.current = target
      setCurrent(target)
      rows.scrollToIndex(target)
    }
    event.preventDefault()
  })

  return (
    <div ref={frame} className="max-h-[70vh] overflow-auto rounded-lg border border-line">
      <table aria-label={label} aria-rowcount={items.length + 1} className="block">
        <thead className="sticky top-0 z-10 block bg-sunken">
          <tr aria-rowindex={1} style={{ gridTemplateColumns: tracks }} className={headClass}>
            {shown.map((column) => (
              <th key={column.id} scope="col" className={classNames('truncate font-medium', sideOf(column))}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: rows.getTotalSize() }}>
          {visible.flatMap(({ index, start }) => {
            const item = items[index]
            if (item === undefined) return []
            return [
              <Row
                key={keyOf(item)}
                item={item}
                index={index}
                columns={shown}
                topPx={start}
                heightPx={rowHeightPx}
                tracks={tracks}
                isCurrent={index === Math.min(current, items.length - 1)}
                isOpenable={onOpen !== undefined}
                onPress={press}
                onCurrent={setCurrent}
                onWalk={walk}
              />,
            ]
          })}
        </tbody>
      </table>
    </div>
  )
}

function sideOf({ end }: { end?: boolean }): string {
  return end ? 'text-end' : 'text-start'
}

const headClass = 'grid items-center gap-4 border-b border-line px-4 py-2 text-xs font-medium text-ink-soft'

const rowClass =
  'absolute inset-x-0 grid items-center gap-4 border-b border-line px-4 -outline-offset-2 last:border-b-0'
