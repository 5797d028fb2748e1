import type { Box } from '@pictable/editor'
import { memo } from 'react'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { messageLooks } from '#dashboard/screens/editor/messages/message-looks.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen, type View } from '#dashboard/screens/editor/session/view.ts'
import { pageOf } from '#dashboard/screens/editor/session/view-actions.ts'
import { textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { overlayClass } from './stage.tsx'

/** A design that is wrong everywhere would cover itself with notes. */
const MAX_NOTES = 40
/** In CSS pixels: on a smaller layer only the icon fits. */
const ROOM_PX = 96
/** Height of a note of one line, and its distance from the layer below it. */
const NOTE_PX = 24
const GAP_PX = 6
const INSET_PX = 4

interface Placed {
  readonly box: Box
  readonly isChosen: boolean
  readonly view: View
}

const isOnPlaceholder = ({ kind }: LayerMessage) => kind === 'error' || kind === 'loading'

/**
 * The page is drawn, and so is a layer with a warning. Their notes are outside of them: as icons at the upper right, and
 * with words below, away from the handle that rotates. Other layers show a placeholder, on which there is room.
 */
function placeOn(isPlaceholder: boolean, { box, isChosen, view }: Placed): string {
  const start = toScreen(view, box)
  const page = toScreen(view, { x: 0, y: 0 })
  const end = toScreen(view, { x: box.x + box.width, y: box.y + box.height })
  const at = (x: number, y: number) => `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  // What is beyond the page is not seen.
  if (isPlaceholder) return at(Math.max(page.x, start.x) + INSET_PX, Math.max(page.y, start.y) + INSET_PX)
  if (isChosen) return at(Math.max(INSET_PX, start.x), end.y + GAP_PX)
  return `${at(end.x, Math.max(NOTE_PX, start.y - GAP_PX))} translate(-100%, -100%)`
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
        <span dir="auto" className={isWhole ? undefined : 'line-clamp-2'}>
          {text}
        </span>
      )}
    </span>
  )
})

function NotesOfLayer({ layer, messages }: { layer: LayerMessage['layer']; messages: readonly LayerMessage[] }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const isChosen = useEditor(({ selection, hovered }) => selection.includes(layer) || hovered === layer)
  const isPage = layer === 'page'
  const bounds = isPage ? pageOf(session.state) : placeOf(session.state, layer)?.bounds
  if (!bounds) return null
  const width = bounds.width * view.zoom
  // What has room only for an icon needs no note.
  const shown = isChosen || width >= ROOM_PX ? messages : messages.filter(({ kind }) => kind !== 'note')
  if (shown.length === 0) return null
  const isPlaceholder = !isPage && shown.some(isOnPlaceholder)
  const isPhone = session.state.readOnly === 'phone'
  const hasWords = ({ topic }: LayerMessage) =>
    isChosen || (!isPhone && width >= ROOM_PX && (isPage || isPlaceholder || topic === 'cut' || topic === 'shrunk'))
  return (
    <div
      className={`absolute start-0 top-0 flex gap-1 ${isChosen ? 'flex-col' : ''}`}
      style={{
        transform: placeOn(isPlaceholder, { box: bounds, isChosen, view }),
        maxWidth: isChosen ? 320 : Math.max(24 * shown.length, width - 8),
      }}
    >
      {shown.map((message) => {
        const text = hasWords(message) ? message.text : undefined
        const note = <Note key={message.text} kind={message.kind} text={text} isWhole={isChosen} />
        return isChosen || isPage ? (
          note
        ) : (
          // For the pointer: the keyboard has the layer in the tree.
          <button
            key={message.text}
            type="button"
            tabIndex={-1}
            onClick={() => select(session, [layer])}
            className="pointer-events-auto min-w-0"
          >
            {note}
          </button>
        )
      })}
    </div>
  )
}

/** On each layer what is wrong with it, or on its way. That of a text that is typed into is beside its style. */
export function LayerNotes() {
  const messages = useEditor(layerMessages)
  const isHolding = useEditor((state) => state.isHolding)
  const typedInto = useEditor((state) => textEditorOf(state)?.layer)
  const byLayer = Map.groupBy(messages, ({ layer }) => layer)
  if (typedInto !== undefined) byLayer.delete(typedInto)
  if (isHolding || byLayer.size === 0) return null
  return (
    <div aria-hidden className={overlayClass}>
      {[...byLayer].slice(0, MAX_NOTES).map(([layer, ofLayer]) => (
        <NotesOfLayer key={layer} layer={layer} messages={ofLayer} />
      ))}
    </div>
  )
}
