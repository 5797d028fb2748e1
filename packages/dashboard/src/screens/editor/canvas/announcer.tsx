import { type LayerId, layerAt } from '@pictable/editor'
import { useEffect, useState } from 'react'
import { commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { describeSelection } from '#dashboard/screens/editor/session/describe-selection.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState, Tool } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

/** What follows closely, such as arrow keys, is said once. */
const SETTLED_MS = 150

/** Says what changed since it last spoke: the tool, the selection, its place, what was deleted, what is wrong with layers. */
class Narrator {
  #selection: readonly LayerId[] = []
  #names = new Map<LayerId, string>()
  #place = ''
  #tool: Tool
  readonly #told = new Set<string>()

  constructor({ selection, tool }: EditorState) {
    this.#selection = selection
    this.#tool = tool
  }

  news(state: EditorState): string {
    const ofSelection = this.#ofSelection(state)
    const ofTool = this.#ofTool(state)
    // Once something is drawn it is selected: that says enough.
    const isDrawn = state.tool === 'select' && ofSelection.length > 0
    return [...(isDrawn ? [] : ofTool), ...ofSelection, ...this.#ofLayers(state)].join('. ')
  }

  #ofTool({ tool }: EditorState): readonly string[] {
    if (tool === this.#tool) return []
    this.#tool = tool
    return [t('editor.said_tool', { tool: t(commandOf(tool).title) })]
  }

  #ofSelection(state: EditorState): readonly string[] {
    const { document, selection } = state
    const described = describeSelection(state)
    if (!described) return []
    const { who, place, kind } = described
    const gone = this.#selection.flatMap((id) => (layerAt(document, id) ? [] : (this.#names.get(id) ?? [])))
    const isSame = selection.length === this.#selection.length && selection.every((id) => this.#selection.includes(id))
    const hasMoved = place !== this.#place
    this.#selection = selection
    this.#place = place
    this.#names = new Map(selection.map((id) => [id, layerAt(document, id)?.name ?? '']))
    if (gone.length > 0) return [t('editor.said_deleted', { names: gone.join(', ') })]
    if (isSame) return hasMoved ? [`${who}, ${place}`] : []
    if (selection.length === 0) return [who]
    return [[t('editor.said_selected', { who, place }), kind].filter((part) => part !== '').join(', ')]
  }

  /** Each once, however often it is drawn. */
  #ofLayers(state: EditorState): readonly string[] {
    const isTold = ({ kind }: LayerMessage) => kind === 'error' || kind === 'warning'
    const subjectOf = ({ layer, topic, text }: LayerMessage) => `${layer} ${topic ?? text}`
    const fresh = layerMessages(state).filter((message) => isTold(message) && !this.#told.has(subjectOf(message)))
    for (const message of fresh) this.#told.add(subjectOf(message))
    const nameOf = (layer: string) => (layer === 'page' ? t('editor.page') : layerAt(state.document, layer)?.name)
    return fresh.map(({ layer, text }) => `${nameOf(layer)}: ${text}`)
  }
}

function narrate(session: EditorSession, say: (words: string) => void): () => void {
  const narrator = new Narrator(session.state)
  let timer: ReturnType<typeof setTimeout> | undefined
  const speak = () => {
    const { state } = session
    // A gesture is told by its result; a new document once it is laid out.
    if (state.isHolding || state.frame?.design !== state.document.design) return
    const words = narrator.news(state)
    if (words !== '') say(words)
  }
  let last: readonly unknown[] = []
  const unsubscribe = session.subscribe(() => {
    const { selection, frame, isHolding, tool } = session.state
    const parts = [selection, frame, isHolding, tool]
    if (parts.every((part, at) => part === last[at])) return
    last = parts
    clearTimeout(timer)
    timer = setTimeout(speak, SETTLED_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/** For those who do not see the canvas. */
export function Announcer() {
  const session = useSession()
  const [words, setWords] = useState('')
  useEffect(() => narrate(session, setWords), [session])
  return (
    <p role="status" aria-live="polite" aria-label={t('editor.announcements')} className="sr-only">
      {words}
    </p>
  )
}
