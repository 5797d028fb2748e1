import { ancestorsOf, type LayerId } from '@pictable/editor'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { toggle } from '#dashboard/screens/editor/session/select-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import type { DropPlace } from './drop-place.ts'
import { INDENT_PX, LayerRow, ROW_PX, type RowHandlers } from './layer-row.tsx'
import { between, selectRow } from './tree-actions.ts'
import { rowReader, type TreeRow } from './tree-rows.ts'
import { useClosed } from './tree-store.ts'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeKeys } from './use-tree-keys.ts'

/** Rows that are there above and below those in sight: each costs a little in every frame, even while only the canvas moves. */
const OVERSCAN_ROWS = 12

/** Where dragged layers would go. */
function DropLine({ place }: { place: DropPlace }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute end-1 z-10 h-0.5 rounded-full bg-accent before:absolute before:-start-1 before:-top-[3px] before:size-2 before:rounded-full before:border-2 before:border-accent before:bg-ground"
      style={{ top: place.line * ROW_PX - 1, insetInlineStart: 10 + (place.level - 1) * INDENT_PX }}
    />
  )
}

interface Sight {
  readonly rows: readonly TreeRow[]
  readonly closed: ReadonlySet<LayerId>
  readonly setOpen: (ids: readonly LayerId[], isOpen: boolean) => void
  readonly onScroll: (at: number) => void
}

/** What is selected on the canvas is shown in the tree. */
function useSelectionInSight({ rows, closed, setOpen, onScroll }: Sight, onSelect: (id: LayerId) => void): void {
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const [first] = selection
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection opens groups
  useEffect(() => {
    if (first === undefined) return
    const around = ancestorsOf(session.state.document, first)
    if (around.some((id) => closed.has(id))) setOpen(around, true)
    onSelect(first)
  }, [selection])
  const firstAt = first === undefined ? -1 : rows.findIndex(({ id }) => id === first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place scrolls the tree
  useEffect(() => {
    if (firstAt >= 0) onScroll(firstAt)
  }, [first, firstAt])
}

/** Only the rows in sight are there, and some around them. */
function useVirtualRows(scroller: RefObject<HTMLElement | null>, rows: readonly TreeRow[], active: number) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    getItemKey: (at) => rows[at]?.id ?? at,
    // The row with the focus stays, wherever the tree is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])].sort((one, other) => one - other),
  })
}

/** The tree of layers: selected, moved, renamed, shown and locked. */
export function LayerTree({ found }: { found: ReadonlySet<LayerId> | undefined }) {
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const { closed, toggle: setOpen } = useClosed()
  const [focused, setFocused] = useState<LayerId | null>(null)
  const renamed = useEditor((state) => state.renamed)
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<LayerId>(undefined)
  const [readRows] = useState(rowReader)
  const rows = useEditor(({ document }) => readRows(document, { closed, found }))
  const activeId = [focused, ...selection].find((id) => rows.some((row) => row.id === id))
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )

  const isGone = renamed !== null && !rows.some(({ id }) => id === renamed)
  useEffect(() => {
    // Someone else removed it, or a search leaves it out.
    if (isGone) session.set({ renamed: null })
  }, [isGone, session])

  const virtual = useVirtualRows(scroller, rows, active)
  const onToggle = useHandler((id: LayerId, isOpen: boolean) => setOpen([id], isOpen))
  const drag = useTreeDrag({ scroller, rows, onToggle })
  const onPress = useHandler(drag.begin)
  const onRename = useHandler((id: LayerId | null) => session.set({ renamed: id }))
  const onRenamed: RowHandlers['onRenamed'] = useHandler((id, next) => {
    const on = 'step' in next ? rows[rows.findIndex((row) => row.id === id) + next.step] : undefined
    session.set({ renamed: on?.id ?? null })
    if (on) selectRow(session, [on.id])
    else if ('from' in next && next.from instanceof HTMLElement && next.from.isConnected) next.from.focus()
    else focusRow(id)
  })
  const onClick = useHandler((event: MouseEvent, id: LayerId) => {
    if (drag.wasDragged.current) return
    setFocused(id)
    if (event.shiftKey) selectRow(session, between(session, anchor.current, id))
    else if (event.ctrlKey || event.metaKey) toggle(session, id)
    else selectRow(session, [id])
    if (!event.shiftKey) anchor.current = id
  })
  const onMenu = useHandler((event: MouseEvent<HTMLElement>, id: LayerId) => {
    // A name that is typed has the menu of the browser.
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    if (!selection.includes(id)) selectRow(session, [id])
    session.set({ menu: { at: { x: event.clientX, y: event.clientY }, under: [], from: event.currentTarget } })
  })
  function focusRow(id: LayerId | null): void {
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus())
  }
  const onKeyDown = useTreeKeys({
    rows,
    active,
    anchor: anchor.current ?? selection[0],
    onToggle,
    onRename,
    onGo: (at) => {
      setFocused(rows[at]?.id ?? null)
      virtual.scrollToIndex(at)
      focusRow(rows[at]?.id ?? null)
    },
  })

  useSelectionInSight({ rows, closed, setOpen, onScroll: (at) => virtual.scrollToIndex(at) }, (id) => {
    if (!scroller.current?.contains(window.document.activeElement)) setFocused(id)
  })

  if (rows.length === 0) {
    return (
      <p className="px-3 py-6 text-center text-ink-soft">{t(found ? 'editor.layers_none' : 'editor.layers_empty')}</p>
    )
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={t('editor.layers')}
      aria-multiselectable
      onKeyDown={onKeyDown}
      className="overflow-y-auto overflow-x-hidden [overflow-anchor:none]"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() + ROW_PX }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                role="presentation"
                // Each row has many parts that the compositor looks at in every frame: those out of sight are left out.
                className="absolute inset-x-0 [content-visibility:auto]"
                style={{ top: start, height: ROW_PX }}
              >
                <LayerRow
                  row={row}
                  isActive={index === active}
                  isRenaming={row.id === renamed}
                  isTarget={drag.place?.into === row.id}
                  {...{ onToggle, onPress, onClick, onMenu, onRename, onRenamed, onFocus: setFocused }}
                />
              </div>
            )
          )
        })}
        {drag.place && drag.place.into === null && <DropLine place={drag.place} />}
      </div>
    </div>
  )
}
