import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { messageLooks } from '#dashboard/screens/editor/messages/message-looks.ts'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/sheet.ts'
import { usePassOnFocus } from './pass-on-focus.ts'
import type { Sheet } from './sheet.ts'
import { countWarnings, isShrunk } from './sort-by-fit.ts'
import type { TileFacts } from './tile-facts.ts'
import { NAME_PX, type TileLayout } from './tile-size.ts'

/** A design that is wrong everywhere would fill the window. */
const MAX_LINES = 5

export interface TileProps {
  readonly sheet: Sheet
  readonly record: PreviewRecord
  readonly layout: TileLayout
  readonly isCurrent: boolean
  /** Tab stops at it. */
  readonly isStop: boolean
  readonly onFocus: () => void
  readonly onOpen: () => void
}

/** Shown on hover and focus: what is wrong with it, and its name, for which there may be no room. */
function wordsOf(name: string, lines: readonly string[]): string {
  const more = lines.length - MAX_LINES
  const shown = more > 1 ? [...lines.slice(0, MAX_LINES), t('sheet.more_lines', { count: more })] : lines
  return [name, ...shown].join(' · ')
}

/** In few words, for the name of the tile. */
function briefly({ fit }: TileFacts): string | undefined {
  const count = countWarnings(fit)
  if (count > 0) return t('sheet.warnings', { count })
  return isShrunk(fit) ? t('sheet.text_shrunk', { percent: Math.round(fit.scale * 100) }) : undefined
}

/** How many warnings, or how small the text became. The name of the tile says it in words, so the figure is no text. */
function Mark({ fit }: TileFacts) {
  const count = countWarnings(fit)
  if (count === 0 && !isShrunk(fit)) return null
  const { icon: Icon, ink, panel } = messageLooks[fit.failed > 0 ? 'error' : count > 0 ? 'warning' : 'note']
  return (
    <span
      aria-hidden
      data-text={count > 0 ? count : `${Math.round(fit.scale * 100)} %`}
      className={`absolute end-1 top-1 flex items-center gap-1 rounded-md border px-1 text-xs tabular-nums shadow-float after:content-[attr(data-text)] ${panel} ${ink}`}
    >
      {count > 0 && <Icon className="size-3.5" />}
    </span>
  )
}

/** Draws the record on the canvas, and says when that is in sight. */
function useTile({ sheet, record }: TileProps, canvas: RefObject<HTMLCanvasElement | null>): TileFacts | undefined {
  const id = record.record_id
  useLayoutEffect(() => (canvas.current ? sheet.register(id, canvas.current) : undefined), [sheet, id, canvas])
  useEffect(() => {
    if (!canvas.current) return
    const observer = new IntersectionObserver((entries) => sheet.setSeen(id, entries.at(-1)?.isIntersecting === true))
    observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [sheet, id, canvas])
  return useSyncExternalStore(sheet.subscribe, () => sheet.factsOf(id))
}

/** Which leads on to another tile. */
const toList = (gone: Element) => gone.closest('ul')

/** One record as the design shows it. */
export function Tile(props: TileProps) {
  const { record, layout, isCurrent, isStop, onFocus, onOpen } = props
  const { tile } = layout
  const canvas = useRef<HTMLCanvasElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const facts = useTile(props, canvas)
  usePassOnFocus(button, toList)
  const name = recordName(record)
  const brief = facts && briefly(facts)
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li className="flex justify-center">
      <button
        ref={button}
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent || undefined}
        aria-label={brief === undefined ? name : `${name}, ${brief}`}
        data-tooltip={wordsOf(name, facts?.lines ?? [])}
        onFocus={onFocus}
        onClick={onOpen}
        className="relative grid content-start rounded-md"
      >
        <span
          className={`-m-px block overflow-hidden rounded-sm border bg-raised ${isCurrent ? 'border-accent outline-2 outline-accent' : 'border-line'}`}
        >
          <canvas ref={canvas} aria-hidden style={{ width: tile.width, height: tile.height }} className="block" />
        </span>
        {facts && <Mark {...facts} />}
        <span
          dir="auto"
          style={{ height: NAME_PX, maxWidth: layout.widthPx }}
          className={`truncate pt-1 text-center text-xs ${isCurrent ? 'font-medium text-accent-ink' : 'text-ink-soft'}`}
        >
          {name}
        </span>
      </button>
    </li>
  )
}
