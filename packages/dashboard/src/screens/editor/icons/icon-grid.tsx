import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { boxFor, insertOne } from '#dashboard/screens/editor/clipboard/place.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/icons.ts'
import { ICON_PX, type Icon, iconLayer, titleOfIcon } from './icons.ts'

const COLUMNS = 5
const CELL_PX = 42

interface CellProps {
  readonly icon: Icon
  readonly at: number
  /** The tab key goes to this one of them. */
  readonly isEntry: boolean
  readonly onInsert: (icon: Icon) => void
}

const Cell = memo(function Cell({ icon, at, isEntry, onInsert }: CellProps) {
  const title = titleOfIcon(icon)
  return (
    <button
      type="button"
      data-at={at}
      tabIndex={isEntry ? 0 : -1}
      aria-label={title}
      data-tooltip={title}
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'copy'
        dataTransfer.setData('text/plain', JSON.stringify(iconLayer(icon)))
      }}
      onClick={() => onInsert(icon)}
      className="grid place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
      style={{ height: CELL_PX }}
    >
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        className="size-5 fill-none stroke-current"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes of a package of ours
        dangerouslySetInnerHTML={{ __html: icon.markup }}
      />
    </button>
  )
})

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
  PageDown: 6 * COLUMNS,
  PageUp: -6 * COLUMNS,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The icons in rows, of which those are there that are seen. Arrow keys move, Enter inserts, dragging places. */
export function IconGrid({ icons }: { icons: readonly Icon[] }) {
  const session = useSession()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const entry = Math.min(active, Math.max(0, icons.length - 1))
  const rows = Math.ceil(icons.length / COLUMNS)
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => CELL_PX,
    overscan: 3,
    // The icon with the focus stays, wherever the grid is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([Math.floor(entry / COLUMNS), ...defaultRangeExtractor(range)])].sort((one, other) => one - other),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its top
  useEffect(() => {
    setActive(0)
    scroller.current?.scrollTo({ top: 0 })
  }, [icons])

  function onKeyDown(event: KeyboardEvent): void {
    const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl' && /Left|Right/.test(event.key)
    const by = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (by === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.min(icons.length - 1, Math.max(0, entry + (isTurned ? -by : by)))
    setActive(next)
    virtual.scrollToIndex(Math.floor(next / COLUMNS))
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus())
  }

  function insert(icon: Icon): void {
    insertOne(session, { ...iconLayer(icon), ...boxFor(session, { width: ICON_PX, height: ICON_PX }, null) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the icons inside
    <div ref={scroller} onKeyDown={onKeyDown} className="h-80 overflow-y-auto">
      <ul aria-label={t('icons.title')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <li key={key} className="absolute inset-x-0 grid grid-cols-5" style={{ transform: `translateY(${start}px)` }}>
            {icons.slice(index * COLUMNS, (index + 1) * COLUMNS).map((icon, column) => (
              <Cell
                key={icon.name}
                icon={icon}
                at={index * COLUMNS + column}
                isEntry={index * COLUMNS + column === entry}
                onInsert={insert}
              />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
