import { type PointerEvent, useRef, useState } from 'react'
import { isOwn } from '#dashboard/ui/own-event.ts'
import { onlyAt, type Place, type Range, rangeOf, type Selection } from './selection.ts'
import type { GridSpace } from './use-grid-space.ts'

interface PointerOptions {
  space: GridSpace
  selection: Selection
  onSelect: (selection: Selection) => void
  onFill: (from: Range, to: Range) => void
}

/** The chosen range, made longer in one direction. */
function stretched(from: Range, { row, column }: Place): Range {
  const down = Math.max(row - from.bottom, from.top - row, 0)
  const aside = Math.max(column - from.end, from.start - column, 0)
  if (down >= aside) return { ...from, top: Math.min(from.top, row), bottom: Math.max(from.bottom, row) }
  return { ...from, start: Math.min(from.start, column), end: Math.max(from.end, column) }
}

/** Choosing cells by mouse or pen, and filling by the handle of what is chosen. A finger scrolls, and taps. */
export function useGridPointer({ space, selection, onSelect, onFill }: PointerOptions) {
  const drag = useRef<'select' | 'fill' | null>(null)
  const [filling, setFilling] = useState<Range | null>(null)
  return {
    filling,
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0 || !isOwn(event)) return
      const isFill = event.target instanceof Element && event.target.closest('[data-fill]') !== null
      const place = isFill ? null : space.placeAt(event, false)
      if (!isFill && place === null) return
      drag.current = isFill ? 'fill' : 'select'
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
      if (place) onSelect(event.shiftKey ? { at: selection.at, to: place } : onlyAt(place))
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      if (drag.current === null || event.pointerType === 'touch') return
      const place = space.placeAt(event, true)
      if (place === null) return
      space.show(place)
      if (drag.current === 'fill') setFilling(stretched(rangeOf(selection), place))
      else if (place.row !== selection.to.row || place.column !== selection.to.column)
        onSelect({ at: selection.at, to: place })
    },
    onPointerUp(): void {
      if (drag.current === 'fill' && filling) {
        onFill(rangeOf(selection), filling)
        onSelect({
          at: { row: filling.top, column: filling.start },
          to: { row: filling.bottom, column: filling.end },
        })
      }
      drag.current = null
      setFilling(null)
    },
  }
}
