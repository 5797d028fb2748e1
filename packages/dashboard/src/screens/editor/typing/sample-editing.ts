import { isBound, type LayerId, layerAt } from '@pictable/editor'
import { shownRecordId, showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState, TextEditing } from '#dashboard/screens/editor/session/state.ts'

/** The field that fills the whole text of a layer: of several, the first that is shown. Undefined where none does. */
export function fieldOfText(
  { document, values }: Pick<EditorState, 'document' | 'values'>,
  layer: LayerId,
): string | undefined {
  const own = layerAt(document, layer)
  const text: unknown = own?.type === 'text' ? own.text : undefined
  const bind: unknown =
    isBound(text) && typeof text === 'object' && text !== null ? Reflect.get(text, 'bind') : undefined
  const names = [bind].flat().filter((name) => typeof name === 'string')
  return names.find((name) => hasWords(values[name])) ?? names[0]
}

/** Whether something of a value is seen. */
const hasWords = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(hasWords) : String(value ?? '').trim() !== ''

/** A text that a field fills as a whole: its sample value is typed beside it, and shown until then. */
export class SampleEditing implements TextEditing {
  readonly layer: LayerId
  readonly name: string
  focus: () => void = () => {}
  /** Of the record that was looked at; its place among the records may change. */
  readonly recordId: string | undefined
  readonly #session: EditorSession

  constructor(session: EditorSession, layer: LayerId, name: string) {
    this.layer = layer
    this.name = name
    this.#session = session
    this.recordId = shownRecordId(session.state)
    showRecord(session, null)
  }

  drawn(): undefined {
    return undefined
  }

  leave(): void {
    const session = this.#session
    if (session.state.editing !== this) return
    session.set({ editing: null })
    const { records, record } = session.state
    if (record !== null) return
    const at = records.findIndex(({ record_id }) => record_id === this.recordId)
    if (at >= 0) showRecord(session, at)
  }
}

/** The sample value that is typed. */
export const sampleEditingOf = ({ editing }: Pick<EditorState, 'editing'>): SampleEditing | null =>
  editing instanceof SampleEditing ? editing : null
