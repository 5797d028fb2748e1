import { defaultRangeExtractor, type Range as Sight, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { clamped, type Place, type Size } from './selection.ts'
import type { FieldJson } from './table.ts'

export const rowHeightPx = 36
export const numberWidthPx = 76

/** What is worked on exists also while it is out of sight. */
function keeping(place: number) {
  return (sight: Sight): number[] => {
    const seen = defaultRangeExtractor(sight)
    return place < 0 || place >= sight.count || seen.includes(place) ? seen : [...seen, place].sort((a, b) => a - b)
  }
}

interface SpaceOptions {
  frame: RefObject<HTMLDivElement | null>
  fields: readonly FieldJson[]
  count: number
  widthOf: (field: FieldJson) => number
  active: Place
}

/** Where the cells of a grid lie, and which of them are in sight. */
export function useGridSpace({ frame, fields, count, widthOf, active }: SpaceOptions) {
  const isRtl = document.documentElement.dir === 'rtl'
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeightPx,
    paddingStart: rowHeightPx,
    scrollPaddingStart: rowHeightPx,
    overscan: 6,
    rangeExtractor: keeping(active.row),
  })
  const columns = useVirtualizer({
    horizontal: true,
    isRtl,
    count: fields.length,
    getScrollElement: () => frame.current,
    estimateSize: (at) => {
      const field = fields[at]
      return field ? widthOf(field) : 0
    },
    paddingStart: numberWidthPx,
    scrollPaddingStart: numberWidthPx,
    overscan: 2,
    rangeExtractor: keeping(active.column),
  })
  const widths = fields.map(widthOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has to measure again when a width changes
  useEffect(() => columns.measure(), [widths, columns])
  const size: Size = { rows: count, columns: fields.length }

  return {
    rows,
    columns,
    size,
    isRtl,
    /** So many rows are in sight. */
    page: Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeightPx) - 2),
    show({ row, column }: Place): void {
      if (row >= 0) rows.scrollToIndex(row)
      columns.scrollToIndex(column)
    },
    /** The cell under a point of the window, or the nearest; null above the rows and on their numbers. */
    placeAt({ clientX, clientY }: { clientX: number; clientY: number }, isDragged: boolean): Place | null {
      const box = frame.current?.getBoundingClientRect()
      if (!box || !frame.current) return null
      const aside = isRtl ? box.right - clientX : clientX - box.left
      const below = clientY - box.top
      if (!isDragged && (below < rowHeightPx || aside < numberWidthPx)) return null
      const across = columns.getVirtualItemForOffset(aside + Math.abs(frame.current.scrollLeft))
      const row = Math.floor((below + frame.current.scrollTop - rowHeightPx) / rowHeightPx)
      if (!isDragged && (row >= count || (across && aside + Math.abs(frame.current.scrollLeft) > across.end)))
        return null
      return clamped({ row: Math.max(0, row), column: across?.index ?? 0 }, size)
    },
  }
}

export type GridSpace = ReturnType<typeof useGridSpace>
