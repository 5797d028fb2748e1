import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { direction } from '#dashboard/api/direction.ts'
import type { Image } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/images.ts'
import { GridTile } from './grid-tile.tsx'

interface ImageGridProps {
  images: readonly Image[]
  /** Which of them is open in front of the grid; -1 for none. */
  at: number
  onSight: (first: number, last: number) => void
  onOpen: (image: Image) => void
}

const gapPx = 16
const narrowestPx = 160
const widestPx = 240
const captionPx = 26
/** Of the place of a picture: wide, square and high ones are all shown whole. */
const heightPerWidth = 3 / 4
const overscanRows = 2

interface Layout {
  columns: number
  rowPx: number
  tilePx: number
  /** From the top of the page. */
  topPx: number
}

function layoutOf(widthPx: number, topPx: number): Layout {
  const wantedPx = widthPx < 3 * narrowestPx ? narrowestPx : widestPx
  const columns = Math.max(1, Math.floor((widthPx + gapPx) / (wantedPx + gapPx)))
  const tilePx = (widthPx - (columns - 1) * gapPx) / columns
  return { columns, tilePx, rowPx: Math.round(tilePx * heightPerWidth) + captionPx + gapPx, topPx }
}

function useLayout(frame: RefObject<HTMLElement | null>): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      setLayout(layoutOf(width, top + window.scrollY))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [frame])
  return layout
}

function placeOf(place: number, { columns, rowPx, tilePx }: Layout) {
  return {
    width: tilePx,
    insetBlockStart: Math.floor(place / columns) * rowPx,
    insetInlineStart: (place % columns) * (tilePx + gapPx),
  }
}

/** How many places a key leads on. */
function stepOf(key: string, columns: number): number | null {
  const ahead = direction() === 'rtl' ? -1 : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: ahead,
    ArrowLeft: -ahead,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }
  return steps[key] ?? null
}

/** The tile of an image; null when it is not in sight. */
export const tileOf = (id: string) => document.querySelector<HTMLElement>(`[data-image="${CSS.escape(id)}"]`)

/** Tiles of which only those in sight exist; arrow keys walk, Enter opens. */
export function ImageGrid({ images, at, onSight, onOpen }: ImageGridProps) {
  const frame = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const layout = useLayout(frame)
  const columns = layout?.columns ?? 1
  const rows = useWindowVirtualizer({
    count: layout ? Math.ceil(images.length / columns) : 0,
    estimateSize: () => layout?.rowPx ?? 0,
    overscan: overscanRows,
    scrollMargin: layout?.topPx ?? 0,
  })
  // The virtualizer keeps the sizes that it was told first.
  useEffect(() => {
    if (layout) rows.measure()
  }, [layout, rows])
  const visible = rows.getVirtualItems()
  const first = (visible[0]?.index ?? 0) * columns
  const last = ((visible.at(-1)?.index ?? 0) + 1) * columns - 1
  useEffect(() => onSight(first, last), [first, last, onSight])

  // The grid follows the viewer, which leads back to where it has stepped to.
  useEffect(() => {
    if (at < 0) return
    setCurrent(at)
    rows.scrollToIndex(Math.floor(at / columns))
  }, [at, columns, rows])

  const walk = (event: KeyboardEvent, place: number) => {
    const step = stepOf(event.key, columns)
    if (step === null) return
    event.preventDefault()
    const target = Math.max(0, Math.min(images.length - 1, place + step))
    setCurrent(target)
    rows.scrollToIndex(Math.floor(target / columns))
    // The tile may have to be made first.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-place="${target}"]`)?.focus())
  }
  const inTabOrder = current >= first && current <= last ? Math.min(current, images.length - 1) : first

  return (
    <ul ref={frame} aria-label={t('images.list')} className="relative" style={{ height: rows.getTotalSize() }}>
      {layout &&
        images.slice(first, last + 1).map((image, offset) => {
          const place = first + offset
          return (
            <li key={image.id} className="absolute" style={placeOf(place, layout)}>
              <GridTile
                image={image}
                data-image={image.id}
                data-place={place}
                tabIndex={place === inTabOrder ? 0 : -1}
                onFocus={() => setCurrent(place)}
                onKeyDown={(event) => walk(event, place)}
                onClick={() => onOpen(image)}
              />
            </li>
          )
        })}
    </ul>
  )
}
