import { type LayerId, layerAt } from '@pictable/editor'
import { isEmpty } from '@pictable/renderer/template'
import { boundNames } from '#dashboard/screens/editor/properties/values.ts'
import { shownRecordId, showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState, TextEditing } from '#dashboard/screens/editor/session/state.ts'

/** The fields whose values are the whole text of a layer: of several, those with a value, else the first. */
export function fieldsOfText(
  { document, values }: Pick<EditorState, 'document' | 'values'>,
  layer: LayerId,
): readonly string[] {
  const own = layerAt(document, layer)
  const names = [...new Set(own?.type === 'text' ? boundNames(own.text) : [])]
  const filled = names.filter((name) => Object.hasOwn(values, name) && !isEmpty(values[name]))
  return filled.length > 0 ? filled : names.slice(0, 1)
}

/** A text that fields fill as a whole: beside it the record, or the sample values once they are asked for. */
export class SampleEditing implements TextEditing {
  readonly layer: LayerId
  /** Of the fields. */
  readonly names: readonly string[]
  focus: () => void = () => {}
  /** Of the record that was looked at; its place among the records may change. */
  readonly recordId: string | undefined
  readonly #session: EditorSession

  constructor(session: EditorSession, layer: LayerId, names: readonly string[]) {
    this.layer = layer
    this.names = names
    this.#session = session
    this.recordId = shownRecordId(session.state)
  }

  /** The sample values are shown until they are typed. */
  showSample(): void {
    showRecord(this.#session, null)
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
