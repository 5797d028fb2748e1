import type { CallAnswer, Contract } from '@pictable/client'
import {
  ancestorsOf,
  type Box,
  type Command,
  type Distance,
  type DraftState,
  type EditorDocument,
  type LayerId,
  layerAt,
  type Point,
  pathOf,
  type Size,
  type SnapLine,
} from '@pictable/editor'
import type { Values } from '@pictable/renderer/browser'
import type { EditorSettings } from '@pictable/renderer/template'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import type { EditedText, Engine, Frame, PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import { keyOfPath } from '#dashboard/screens/editor/engine/key-of-path.ts'
import type { View } from './view.ts'

export const tools = ['select', 'hand', 'text', 'rectangle', 'ellipse', 'line', 'polygon'] as const
export type Tool = (typeof tools)[number]

type PreviewRecords = CallAnswer<Contract['templates']['records']>

/** A record that the design is looked at with; `because` says why it was chosen, such as the longest text. */
export type PreviewRecord = PreviewRecords['results'][number]

/** A name that the design can bind: of the mapping, or of a field. */
export type DataField = PreviewRecords['names'][number]

/** What the records that are looked at are of. */
export interface RecordSource {
  /** An action or a table; null: nothing is chosen, and no action uses the template. */
  readonly of: OpenTemplate['preview_source']
  /** null until they are known. */
  readonly fields: readonly DataField[] | null
  /** Names of the mapping that have lost their field. */
  readonly missing: PreviewRecords['missing']
  /** Why the records cannot be read. */
  readonly error: string | null
}

export const NO_SOURCE: RecordSource = { of: null, fields: null, missing: [], error: null }

/** A picture on its way to the server. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** From 0 to 1. */
  readonly part: number
  stop(): void
}

/** What is known of a picture that is chosen. */
interface PickedFile {
  readonly size: Size | undefined
}

/** Takes a picture that is chosen: its source, or a binding of it; of an asset also its file. */
export type PickPicture = (src: unknown, file?: PickedFile) => void

/** What the picker of pictures is open for. */
export interface Picking {
  readonly onPick: PickPicture
  /** No field can fill it. */
  readonly isFixed?: boolean
}

/** Lines, distances and words of the gesture under way, on the page. */
export interface Marks {
  readonly lines: readonly SnapLine[]
  readonly distances: readonly Distance[]
  /** The area that is being marked. */
  readonly area: Box | null
  /** Below the selection, such as its size. */
  readonly label: string | null
  /** Beside the pointer, which is at a point of the window. */
  readonly pointerLabel: { readonly at: Point; readonly text: string } | null
  /** Where in a row or column the layers would go. */
  readonly insertion: { readonly from: Point; readonly to: Point } | null
  /** The corners of layers that are dragged but not moved yet. */
  readonly ghosts: readonly (readonly Point[])[]
  /** The group into which the layers would go. */
  readonly target: LayerId | null
}

export const NO_MARKS: Marks = {
  lines: [],
  distances: [],
  area: null,
  label: null,
  pointerLabel: null,
  insertion: null,
  ghosts: [],
  target: null,
}

/** A text that is typed into on the canvas. */
export interface TextEditing {
  readonly layer: LayerId
  /** Of the record that is shown again afterwards. */
  readonly recordId?: string | undefined
  /** How it is drawn until then; undefined once it is gone. */
  drawn(state: EditorState): EditedText | undefined
  /** Gives the keyboard back to the text. */
  focus(): void
  leave(): void
}

/** A menu of what is selected, or of a guide. */
export interface OpenMenu {
  /** In the window of the browser. */
  readonly at: Point
  /** Everything under the pointer, the top-most first. */
  readonly under: readonly LayerId[]
  readonly guide?: { readonly axis: 'x' | 'y'; readonly index: number }
  /** What gets the focus back. */
  readonly from: HTMLElement
}

/** All that the editor shows. Every change makes a new state; what did not change keeps its identity. */
export interface EditorState {
  readonly templateId: string
  readonly document: EditorDocument
  /** What fills the bindings. */
  readonly values: Values
  readonly recordSource: RecordSource
  /** Those that can be stepped through, the likely breaks first. */
  readonly records: readonly PreviewRecord[]
  /** Which of the records, from 0. null: the sample values. */
  readonly record: number | null
  readonly selection: readonly LayerId[]
  /** The group that was entered: a click selects among its children. null: the page. */
  readonly entered: LayerId | null
  readonly hovered: LayerId | null
  /** Alt is held: distances from the selection to what is pointed at are shown. */
  readonly isMeasuring: boolean
  readonly tool: Tool
  readonly editing: TextEditing | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly hasRulers: boolean
  /** The layer whose name is typed, in the tree. */
  readonly renamed: LayerId | null
  /** What is open above the editor. */
  readonly dialog:
    | 'keys'
    | 'angle'
    | 'guides'
    | 'page-size'
    | 'publish'
    | 'discard'
    | 'rename'
    | 'merge'
    | 'export'
    | 'versions'
    | null
  /** What the open drawer shows as text: the selected layer, or all of the design. null: it is closed. */
  readonly source: 'layer' | 'design' | null
  /** null: the picker of pictures is closed. */
  readonly picking: Picking | null
  /** The picture whose visible part is chosen. */
  readonly cropped: LayerId | null
  /** The paint that is worked on: where it is written, such as `stroke.color`, and which stop of its gradient. */
  readonly paint: { readonly path: string; readonly stop: number } | null
  /** The switch in the view menu. */
  readonly isSnapping: boolean
  /** A pointer holds something: nothing else is drawn or saved until it is released. */
  readonly isHolding: boolean
  readonly uploads: readonly Upload[]
  /** What is shown beside a gesture. */
  readonly marks: Marks
  readonly view: View
  /** Device pixels per CSS pixel; another one on another screen. */
  readonly pixelRatio: number
  /** Raised when fonts were installed: the canvas loads the list of fonts again. */
  readonly fontsRelease: number
  /** What draws; absent until it is loaded. */
  readonly engine?: Engine
  /** The contact sheet is open. */
  readonly hasSheet?: boolean
  /** Of the window of the canvas, in CSS pixels. */
  readonly window: Size
  /** What was last drawn; null until fonts and pictures are there. */
  readonly frame: Frame | null
  /** The first frame is on the screen. */
  readonly isShown: boolean
  /** Why the design as it is cannot be drawn; the frame is then that of before. */
  readonly drawError: string | null
  readonly exactness: Exactness
  /** Why the server cannot draw the design. */
  readonly exactReason: string | null
  /** A picture of the server that differs is shown for as long. */
  readonly isExactHeld: boolean
  readonly menu?: OpenMenu | null
  /** The list of layers under a point of the window, the top-most first. */
  readonly stacked: { readonly at: Point; readonly layers: readonly LayerId[] } | null
  /** Nothing can be changed, with the reason. */
  readonly readOnly: ReadOnlyReason | null
  /** Tells what became of the changes; absent until the draft is opened. */
  readonly readDraft?: () => DraftState
}

/**
 * How what is seen compares with the server's picture: it is that (`exact`), or the browser's, because none is there yet
 * (`browser`), the two differ too much (`differs`), the server is away (`stale`) or cannot draw the design (`failed`).
 */
export type Exactness = 'browser' | 'exact' | 'differs' | 'stale' | 'failed'

export type ReadOnlyReason = 'opening' | 'role' | 'other-editor' | 'conflict' | 'unreadable' | 'gone' | 'phone'

/** Why the draft as it is may not be changed; null when it may. */
export function readOnlyReason({ mode }: DraftState): ReadOnlyReason | null {
  if (mode.name === 'editing') return null
  return mode.name === 'following' ? 'other-editor' : mode.name
}

/** Where a layer is drawn. Undefined while it is invisible or not drawn yet. */
export function placeOf({ document, frame }: EditorState, id: LayerId): PlacedLayer | undefined {
  const path = pathOf(document, id)
  return path && frame?.placed.get(keyOfPath(path))
}

/** What the template keeps for its editor; renderers ignore it. */
export function editorPartOf({ design }: EditorDocument): EditorSettings {
  return design.editor ?? {}
}

/** Changes one setting of it; a template without settings has no such key. */
export function setEditorPart<Key extends keyof EditorSettings>(
  { design }: EditorDocument,
  key: Key,
  value: EditorSettings[Key],
): Command {
  const { [key]: _, ...others } = design.editor ?? {}
  const part = value === undefined ? others : { ...design.editor, [key]: value }
  return { type: 'set', target: 'page', path: ['editor'], value: Object.keys(part).length > 0 ? part : undefined }
}

/** Places of guides: `x` holds the upright ones. */
export function guidesOf(document: EditorDocument): { x: readonly number[]; y: readonly number[] } {
  const { x = [], y = [] } = editorPartOf(document).guides ?? {}
  return { x, y }
}

/** Locked layers, by name, are not selected on the canvas; nor is what is inside of them. */
export function isLocked(document: EditorDocument, id: LayerId): boolean {
  const { locked = [] } = editorPartOf(document)
  if (locked.length === 0) return false
  return [...ancestorsOf(document, id), id].some((each) => locked.includes(layerAt(document, each)?.name ?? ''))
}
