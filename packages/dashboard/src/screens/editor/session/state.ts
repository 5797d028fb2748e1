import { type EditorDocument, type LayerId, pathOf, type Size } from '@pictable/editor'
import type { Values } from '@pictable/renderer/browser'
import type { Frame, PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import { keyOfPath } from '#dashboard/screens/editor/engine/engine.ts'
import type { View } from './view.ts'

export const tools = ['select', 'text', 'rectangle', 'ellipse', 'line', 'polygon'] as const
export type Tool = (typeof tools)[number]

/** A record that the design is looked at with. */
export interface PreviewRecord {
  readonly id: string
  readonly label: string
  readonly values: Values
  /** Why it was chosen, such as the longest text. */
  readonly because: readonly string[]
}

/** All that the editor shows. Every change makes a new state; what did not change keeps its identity. */
export interface EditorState {
  readonly document: EditorDocument
  /** What fills the bindings. */
  readonly values: Values
  /** The sample values of the template. */
  readonly sample: Values
  /** Of the action whose records are looked at. */
  readonly records: readonly PreviewRecord[]
  /** Which of the records, from 0. null: the sample values. */
  readonly record: number | null
  readonly selection: readonly LayerId[]
  /** The group that was entered: a click selects among its children. null: the page. */
  readonly entered: LayerId | null
  readonly hovered: LayerId | null
  readonly tool: Tool
  readonly view: View
  /** Of the window of the canvas, in CSS pixels. */
  readonly window: Size
  /** What was last drawn; null until fonts and pictures are there. */
  readonly frame: Frame | null
  /** Why the design as it is cannot be drawn; the frame is then that of before. */
  readonly drawError: string | null
  /** Nothing can be changed, with the reason. */
  readonly readOnly: ReadOnlyReason | null
}

export type ReadOnlyReason = 'role' | 'other-editor' | 'newer-release' | 'phone'

/** Where a layer is drawn. Undefined while it is invisible or not drawn yet. */
export function placeOf({ document, frame }: EditorState, id: LayerId): PlacedLayer | undefined {
  const path = pathOf(document, id)
  return path && frame?.placed.get(keyOfPath(path))
}
