import { layerAt } from '@pictable/editor'
import type { Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { type Fit, fitOf } from './sort-by-fit.ts'

/** What is said about a record as it is drawn. */
export interface TileFacts {
  readonly fit: Fit
  /** As on the canvas, each with its layer. */
  readonly lines: readonly string[]
}

/** The same words as on the canvas, of a frame of the document as it is. */
export function factsOf(state: EditorState, frame: Frame): TileFacts {
  const messages = layerMessages({ ...state, frame }).filter(({ kind }) => kind !== 'loading')
  const nameOf = (layer: LayerMessage['layer']) =>
    layer === 'page' ? t('editor.page') : (layerAt(state.document, layer)?.name ?? '')
  const scales = Object.values(frame.report).flatMap(({ fit }) => fit ?? [])
  return {
    fit: fitOf(messages, scales),
    lines: messages.map(({ layer, text }) => `${nameOf(layer)}: ${text}`),
  }
}

/** Of a record with which the design cannot be drawn. */
export function factsOfError(error: unknown): TileFacts {
  const reason = error instanceof Error ? error.message : String(error)
  return { fit: fitOf([{ kind: 'error' }], []), lines: [reason] }
}
