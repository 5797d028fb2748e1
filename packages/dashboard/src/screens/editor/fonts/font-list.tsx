import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#dashboard/strings/fonts.ts'
import { type FamilyRow, hasSample, type FontRow as Row } from './font-rows.ts'

const HEADING_PX = 30
const FAMILY_PX = 56
const ABSENT_PX = 34
/** With a line that says why there is no sample. */
const GOOGLE_PX = 48

function heightOf(row: Row | undefined): number {
  if (row?.kind === 'heading') return HEADING_PX
  if (row?.section === 'google') return GOOGLE_PX
  return row && hasSample(row) ? FAMILY_PX : ABSENT_PX
}

interface FontListProps {
  readonly id: string
  readonly rows: readonly Row[]
  readonly active: number
  readonly children: (row: FamilyRow, at: number) => ReactNode
}

/** The lines that are seen; the others come when they are scrolled to. */
export function FontList({ id, rows, active, children }: FontListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => heightOf(rows[at]),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 4,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights belong to the rows
  useEffect(() => virtual.measure(), [rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another line is active
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active)
  }, [active])
  return (
    <div ref={scroller} className="min-h-0 overflow-y-auto px-1">
      <div
        id={id}
        role="listbox"
        aria-label={t('fonts.list')}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <div
              key={key}
              role="presentation"
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)`, height: size }}
            >
              {row.kind === 'heading' ? (
                <div
                  role="presentation"
                  className="flex h-full items-end px-2.5 pb-1 text-xs font-medium text-ink-soft"
                >
                  {t(`fonts.${row.section}`)}
                </div>
              ) : (
                children(row, index)
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
