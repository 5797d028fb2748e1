import type { Box } from '@pictable/editor'
import { type CSSProperties, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { messageLooks } from '#dashboard/screens/editor/messages/message-looks.ts'
import { select, selectNone } from '#dashboard/screens/editor/session/select-actions.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { pageOf } from '#dashboard/screens/editor/session/view-actions.ts'
import { textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { eachFrame } from './each-frame.ts'
import { atPixel } from './region.ts'
import { overlayClass } from './stage.tsx'

/** A design that is wrong everywhere would cover itself with notes. */
const MAX_NOTES = 40
/** In CSS pixels: a smaller layer has only the icon. */
const ROOM_PX = 96
/** Widest note of a layer that is not chosen: as wide as its layer, and not narrower than its words in two lines. */
const WORDS_PX = 190
const REST_MS = 120
/** Height of a note of one line. */
const NOTE_PX = 24
/** From a note to its layer. */
const GAP_PX = 6
const INSET_PX = 4

/** What the places of notes count with. */
interface Rest {
  readonly zoom: number
  /** Where the window begins, from the upper edge of the page; at most as far above as a note has room. */
  readonly windowY: number
}

interface Placed extends Rest {
  readonly box: Box
  /** Where the window begins, from the left edge of the page: what is chosen is told beside it. null: it is not chosen. */
  readonly windowX: number | null
}

const ICON_PX = 30
/** What two lines of that width do not hold, and an icon without words, is told by a tooltip. */
const isCut = (text: string | undefined) => text === undefined || text.length > 40

const isOnPlaceholder = ({ kind }: LayerMessage) => kind === 'error' || kind === 'loading'

/**
 * The page is drawn, and so is a layer with a warning. Their notes are outside of them: as icons at the upper right, and
 * with words below, away from the handle that rotates. Other layers show a placeholder, on which there is room.
 */
function placeOn(isPlaceholder: boolean, { box, zoom, windowX, windowY }: Placed): CSSProperties {
  const [x, y] = [box.x * zoom, box.y * zoom]
  const [endX, endY] = [x + box.width * zoom, y + box.height * zoom]
  const at = (left: number, top: number) => ({ left: Math.round(left), top: Math.round(top) })
  // What is beyond the page is not seen.
  if (isPlaceholder) return at(Math.max(0, x) + INSET_PX, Math.max(0, y) + INSET_PX)
  if (windowX !== null) return at(Math.max(windowX + INSET_PX, x), endY + GAP_PX)
  // Where a layer begins above the window, its note is at the part that is seen.
  const lowest = Math.max(y - GAP_PX, Math.min(endY, windowY + NOTE_PX))
  return { right: -Math.round(endX), bottom: -Math.round(lowest) }
}

interface NoteProps {
  readonly kind: LayerMessage['kind']
  /** Without words, only the icon is seen. */
  readonly text?: string | undefined
  /** All of its words. */
  readonly isWhole?: boolean
}

/** What is said about a layer, beside it. Its place changes with each frame of a zoom, its words do not. */
export const Note = memo(function Note({ kind, text, isWhole = false }: NoteProps) {
  const { icon: Icon, ink, panel } = messageLooks[kind]
  return (
    <span
      className={`flex w-fit text-start items-start gap-1 rounded-md border px-1.5 py-0.5 text-xs shadow-float [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0 ${panel} ${ink}`}
    >
      <Icon />
      {text !== undefined && (
        <span dir="auto" className={isWhole ? 'wrap-anywhere' : 'line-clamp-2 wrap-anywhere'}>
          {text}
        </span>
      )}
    </span>
  )
})

interface NotesProps {
  readonly layer: LayerMessage['layer']
  readonly messages: readonly LayerMessage[]
  readonly rest: Rest
}

function NotesOfLayer({ layer, messages, rest }: NotesProps) {
  const session = useSession()
  const { zoom } = rest
  const isSelected = useEditor(({ selection }) => selection.includes(layer))
  const isChosen = useEditor(({ hovered }) => isSelected || hovered === layer)
  const windowX = useEditor(({ view }) => (isChosen ? -view.x : null))
  const isPage = layer === 'page'
  const bounds = isPage ? pageOf(session.state) : placeOf(session.state, layer)?.bounds
  if (!bounds) return null
  const width = bounds.width * zoom
  // What has room only for an icon needs no note.
  const shown = isChosen || width >= ROOM_PX ? messages : messages.filter(({ kind }) => kind !== 'note')
  if (shown.length === 0) return null
  const isPlaceholder = !isPage && shown.some(isOnPlaceholder)
  const isPressed = isSelected && !isPlaceholder
  const isPhone = session.state.readOnly === 'phone'
  const isTold = ({ topic }: LayerMessage) => isPage || isPlaceholder || topic === 'cut' || topic === 'shrunk'
  // Several would leave each other no room for their words.
  const told = isPhone || width < ROOM_PX ? undefined : shown.find(isTold)
  // On a placeholder, what is pressed beside its note is the layer.
  const least = isPlaceholder ? 0 : WORDS_PX + ICON_PX * (shown.length - 1)
  const widest = told ? Math.max(least, width - 8) : ICON_PX * shown.length
  return (
    <div
      // A press on what is said about the selection is not one on what is below.
      data-panel={isPressed || undefined}
      className={`absolute flex w-max gap-1 ${isChosen ? 'flex-col' : ''} ${isPressed ? 'pointer-events-auto' : ''}`}
      style={{
        ...placeOn(isPlaceholder, { ...rest, box: bounds, windowX }),
        maxWidth: isChosen ? 320 : widest,
      }}
    >
      {shown.map((message) => {
        const text = isChosen || message === told ? message.text : undefined
        const note = <Note key={message.text} kind={message.kind} text={text} isWhole={isChosen} />
        return isChosen ? (
          note
        ) : (
          // For the pointer: the keyboard has the layer in the tree.
          <button
            key={message.text}
            type="button"
            tabIndex={-1}
            onClick={() => (isPage ? selectNone(session) : select(session, [layer]))}
            data-tooltip={isCut(text) ? message.text : undefined}
            className={`pointer-events-auto ${text === undefined ? 'shrink-0' : 'min-w-0'}`}
          >
            {note}
          </button>
        )
      })}
    </div>
  )
}

const restOf = ({ view: { zoom, y } }: EditorState): Rest => ({ zoom, windowY: Math.max(-NOTE_PX - GAP_PX, -y) })

/**
 * Moves with the page, by the compositor: places in it count from the corner of the page. At another zoom they are other
 * places: while it changes, nothing is seen, as while something is dragged.
 */
function OnPage({ children }: { children: (rest: Rest) => ReactNode }) {
  const session = useSession()
  const element = useRef<HTMLDivElement>(null)
  const [rest, setRest] = useState(() => restOf(session.state))
  useLayoutEffect(() => {
    const part = element.current
    if (!part) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = eachFrame(session, () => {
      const { state } = session
      const now = restOf(state)
      part.style.transform = atPixel(state.view, state)
      part.style.visibility = now.zoom === rest.zoom ? '' : 'hidden'
      clearTimeout(timer)
      if (now.zoom !== rest.zoom || now.windowY !== rest.windowY) timer = setTimeout(() => setRest(now), REST_MS)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [session, rest])
  return (
    <div ref={element} className="absolute start-0 top-0 will-change-transform">
      {children(rest)}
    </div>
  )
}

/** Whether nothing is dragged, and has not just been: the frame in which a drag ends has enough to draw. */
function useRest(): boolean {
  const isHolding = useEditor((state) => state.isHolding)
  const [isResting, setResting] = useState(!isHolding)
  useEffect(() => {
    if (isHolding) return setResting(false)
    const timer = setTimeout(() => setResting(true), REST_MS)
    return () => clearTimeout(timer)
  }, [isHolding])
  return isResting && !isHolding
}

/** On each layer what is wrong with it, or on its way. That of a text that is typed into is beside its style. */
export function LayerNotes() {
  const messages = useEditor(layerMessages)
  const isResting = useRest()
  const typedInto = useEditor((state) => textEditorOf(state)?.layer)
  const byLayer = Map.groupBy(messages, ({ layer }) => layer)
  if (typedInto !== undefined) byLayer.delete(typedInto)
  if (!isResting || byLayer.size === 0) return null
  return (
    <div aria-hidden className={overlayClass}>
      <OnPage>
        {(rest) =>
          [...byLayer]
            .slice(0, MAX_NOTES)
            .map(([layer, ofLayer]) => <NotesOfLayer key={layer} layer={layer} messages={ofLayer} rest={rest} />)
        }
      </OnPage>
    </div>
  )
}
