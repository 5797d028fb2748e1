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
  focus: () => void = () => {}
  readonly #session: EditorSession
  #names: readonly string[] = []
  /** What the text was filled with when its names were read; null: the sample values, which are being typed. */
  #filledWith: EditorState['values'] | null | undefined
  /** The record to which the sample values lead back; its place among the records may change. */
  #lookedAt: string | undefined

  constructor(session: EditorSession, layer: LayerId) {
    this.#session = session
    this.layer = layer
  }

  /** Of the record that is shown, or was until its sample values were asked for. */
  get recordId(): string | undefined {
    return shownRecordId(this.#session.state) ?? this.#lookedAt
  }

  /** Of the fields that fill the text as it is shown: a sample value that is being emptied stays among them. */
  get names(): readonly string[] {
    const { state } = this.#session
    const filledWith = state.record === null ? null : state.values
    if (filledWith !== this.#filledWith) {
      this.#filledWith = filledWith
      this.#names = fieldsOfText(state, this.layer)
    }
    return this.#names
  }

  /** The sample values are shown until they are typed. */
  showSample(): void {
    this.#lookedAt = this.recordId
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
    const at = records.findIndex(({ record_id }) => record_id === this.#lookedAt)
    if (at >= 0) showRecord(session, at)
  }
}

/** The sample value that is typed. */
export const sampleEditingOf = ({ editing }: Pick<EditorState, 'editing'>): SampleEditing | null =>
  editing instanceof SampleEditing ? editing : null
