import type { Box } from '@pictable/editor'
import { CircleAlert, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen, type View } from '#dashboard/screens/editor/session/view.ts'

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

const looks = {
  error: { icon: CircleAlert, className: 'border-bad/40 bg-bad-soft text-bad' },
  warning: { icon: TriangleAlert, className: 'border-warn/40 bg-warn-soft text-warn' },
  loading: { icon: LoaderCircle, className: 'border-line bg-raised text-ink-soft [&_svg]:motion-safe:animate-spin' },
} as const

/**
 * A layer with a warning is drawn: its note is outside of it, as an icon at its upper right, and with words below it, away
 * from the handle that rotates it. Other layers show a placeholder, on which there is room.
 */
function placeOn(kind: LayerMessage['kind'], { box, isChosen, view }: Placed): string {
  const start = toScreen(view, box)
  const end = toScreen(view, { x: box.x + box.width, y: box.y + box.height })
  const at = (x: number, y: number) => `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  if (kind !== 'warning') return at(start.x + INSET_PX, start.y + INSET_PX)
  if (isChosen) return at(Math.max(INSET_PX, start.x), end.y + GAP_PX)
  return `${at(end.x, Math.max(NOTE_PX, start.y - GAP_PX))} translate(-100%, -100%)`
}

function Note({ message }: { message: LayerMessage }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const isChosen = useEditor(({ selection, hovered }) => selection.includes(message.layer) || hovered === message.layer)
  const bounds = placeOf(session.state, message.layer)?.bounds
  if (!bounds) return null
  const { icon: Icon, className } = looks[message.kind]
  const width = bounds.width * view.zoom
  const hasWords = isChosen || (message.kind !== 'warning' && width >= ROOM_PX)
  return (
    <p
      className={`absolute start-0 top-0 flex items-start gap-1 rounded-md border px-1.5 py-0.5 text-xs shadow-float [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0 ${className}`}
      style={{
        transform: placeOn(message.kind, { box: bounds, isChosen, view }),
        maxWidth: isChosen ? 320 : Math.max(24, width - 8),
      }}
    >
      <Icon />
      {hasWords && (
        <span dir="auto" className={isChosen ? undefined : 'line-clamp-2'}>
          {message.text}
        </span>
      )}
    </p>
  )
}

/** On each layer what is wrong with it, or on its way. */
export function LayerNotes() {
  const messages = useEditor(layerMessages)
  const isHolding = useEditor((state) => state.isHolding)
  if (isHolding) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {messages.slice(0, MAX_NOTES).map((message) => (
        <Note key={`${message.layer} ${message.text}`} message={message} />
      ))}
    </div>
  )
}
