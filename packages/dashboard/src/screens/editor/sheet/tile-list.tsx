import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { toCanvas, usePassOnFocus } from './pass-on-focus.ts'
import type { Sheet } from './sheet.ts'
import { Tile } from './tile.tsx'
import { GAP_PX, layOutTiles } from './tile-size.ts'

const NO_ROOM = { width: 0, height: 0 }

/** The inner size of an element, in CSS pixels. */
function useRoom(element: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState(NO_ROOM)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new ResizeObserver(() => setRoom({ width: target.clientWidth, height: target.clientHeight }))
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return room
}

/** How far a key goes in a list that is wrapped into columns. */
function stepOf(key: string, columns: number, isRightToLeft: boolean): number | undefined {
  const right = isRightToLeft ? -1 : 1
  const steps = { ArrowRight: right, ArrowLeft: -right, ArrowDown: columns, ArrowUp: -columns }
  const ends = { Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }
  return new Map(Object.entries({ ...steps, ...ends })).get(key)
}

interface TileListProps {
  sheet: Sheet
  records: readonly PreviewRecord[]
}

/** The records side by side. One of them is a stop of Tab; arrows lead to the others. */
export function TileList({ sheet, records }: TileListProps) {
  const session = useSession()
  const list = useRef<HTMLUListElement>(null)
  const room = useRoom(list)
  const width = useEditor(({ document }) => document.design.width)
  const height = useEditor(({ document }) => document.design.height)
  const current = useEditor((state) => (state.record === null ? null : state.records[state.record]?.record_id))
  const [focused, setFocused] = useState<string | null>(null)
  const layout = layOutTiles({ width, height }, room, records.length)
  const ids = records.map(({ record_id }) => record_id)
  const stop = [focused, current].find((id) => id != null && ids.includes(id)) ?? ids[0]
  const tileAt = (at: number) => list.current?.querySelectorAll('button')[at]
  usePassOnFocus(list, toCanvas)
  useLayoutEffect(() => {
    // The tile that had it is gone.
    if (document.activeElement === list.current) tileAt(ids.indexOf(stop ?? ''))?.focus({ preventScroll: true })
  })
  const tileWidth = room.width > 0 ? layout.tile.width : 0
  const shown = JSON.stringify(ids.toSorted())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same records in another order are the same tiles
  useEffect(() => sheet.show(records, tileWidth), [sheet, records, tileWidth, shown])

  const open = (record: PreviewRecord) => showRecord(session, session.state.records.indexOf(record))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = stepOf(event.key, layout.columns, isRightToLeft)
    const at = ids.indexOf(stop ?? '')
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = at + step
    const isColumn = Math.abs(step) === layout.columns && layout.columns > 1
    // Below the last row there is nothing to go to.
    if (isColumn && (next < 0 || next >= ids.length)) return
    const to = Math.min(ids.length - 1, Math.max(0, next))
    tileAt(to)?.focus()
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      data-arrows
      aria-label={t('data.sheet')}
      onKeyDown={onKeyDown}
      style={{
        gap: GAP_PX,
        padding: GAP_PX,
        gridTemplateColumns: `repeat(${layout.columns}, ${layout.widthPx}px)`,
        justifyContent: 'safe center',
        // Its tiles decide whether there is a scrollbar, and have the room beside it.
        scrollbarGutter: 'stable',
      }}
      className="grid min-h-0 content-start overflow-y-auto"
    >
      {records.map((record) => (
        <Tile
          key={record.record_id}
          sheet={sheet}
          record={record}
          layout={layout}
          isCurrent={record.record_id === current}
          isStop={record.record_id === stop}
          onFocus={() => setFocused(record.record_id)}
          onOpen={() => open(record)}
        />
      ))}
    </ul>
  )
}
