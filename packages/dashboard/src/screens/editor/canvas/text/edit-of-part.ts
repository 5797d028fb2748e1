import { sizeBounds, sizeRatio, withMark } from '@pictable/editor/text'
import type { Mark } from '@pictable/renderer/markup'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { readColor } from '@pictable/renderer/template'
import { toHex } from '#dashboard/screens/editor/colors/color-text.ts'
import type { Change, Edit } from '#dashboard/screens/editor/inspector/edit.ts'
import { type Shown, shownProperties } from '#dashboard/screens/editor/properties/presentation.ts'
import { partAt, sharedValue } from '#dashboard/screens/editor/properties/values.ts'
import { LiveChange } from '#dashboard/screens/editor/session/live-change.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'

/** A property of layers that a part of a text can have for itself. */
export interface PartProperty {
  /** As properties of layers are named. */
  readonly name: string
  read(style: Mark, editor: TextEditor): unknown
  write(style: Mark, value: unknown, editor: TextEditor): Mark
}

/** A colour without parentheses, which marks cannot have. */
function hexOf(value: unknown): string | undefined {
  const read = typeof value === 'string' ? readColor(value) : undefined
  return read && toHex(read)
}

const textOf = (value: unknown) => [value].flat().find((each) => typeof each === 'string')
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

export const sizeOfPart: PartProperty = {
  name: 'fontSize',
  read: ({ size }, { base }) => (size === undefined ? undefined : size * base.fontSize),
  write(style, value, { base }) {
    const px = numberOf(value)
    return withMark(style, 'size', px === undefined ? undefined : sizeRatio(px, base.fontSize))
  },
}

/** In the order in which they are shown. */
export const PART_PROPERTIES: readonly PartProperty[] = [
  {
    name: 'fontFamily',
    read: ({ font }) => font,
    write: (style, value) => withMark(style, 'font', textOf(value)),
  },
  sizeOfPart,
  {
    name: 'fontWeight',
    read: ({ weight, bold }) => weight ?? (bold ? 700 : undefined),
    write({ bold: _, ...style }, value) {
      return withMark(style, 'weight', numberOf(value))
    },
  },
  {
    name: 'color',
    read: ({ color }) => color,
    write: (style, value) => withMark(style, 'color', hexOf(value)),
  },
  {
    name: 'highlight',
    read: ({ highlight }) => highlight,
    write: (style, value) => withMark(style, 'highlight', hexOf(value)),
  },
]

/** What all that is selected in a text has of a property; undefined where it is as in the layer. */
export const valueOfPart = (editor: TextEditor, { read }: PartProperty): unknown =>
  sharedValue(editor.styles.map((style) => read(style, editor)))

/** What each of the styles in what is selected in a text has of its own. */
export const ownOfParts = (editor: TextEditor): readonly object[] =>
  editor.styles.map((style) => {
    const own = PART_PROPERTIES.map(({ name, read }) => [name, read(style, editor)] as const)
    return Object.fromEntries(own.filter(([, value]) => value !== undefined))
  })

/** What a part has where it has nothing of its own. */
export function valueOfLayer({ base }: TextEditor, name: string): unknown {
  const { fontFamily, fontSize, weight: fontWeight, color } = base
  return partAt({ fontFamily, fontSize, fontWeight, color }, name)
}

/**
 * As the same properties of the layer are shown; they are absent where a part is as the layer, whose size bounds that of
 * the part.
 */
export function shownParts(layerSizePx: number): ReadonlyMap<string, Shown> {
  const { fontFamily = {}, fontSize = {}, fontWeight = {}, highlight = {} } = layerProperties('text')
  const ownSize = { ...fontSize, ...sizeBounds(layerSizePx) }
  const schemas = { fontFamily, fontSize: ownSize, fontWeight, color: highlight, highlight }
  const own = Object.entries(schemas).map(([name, { default: _, ...schema }]) => [name, schema])
  return new Map(shownProperties('text', Object.fromEntries(own)).map((shown) => [shown.name, shown]))
}

/** Changes a property of what is selected in a text, as an edit changes one of layers. */
export function editOfPart(session: EditorSession, editor: TextEditor, { name, read, write }: PartProperty): Edit {
  // Sums and steps are of the size that is seen.
  const present = (style: Mark) => read(style, editor) ?? valueOfLayer(editor, name)
  const styled = (change: Change) => (style: Mark) => write(style, change(present(style), editor.layer), editor)
  const step = new LiveChange(session, `${name} of part`)
  const set: Edit['set'] = (change, merging) => {
    step.done()
    editor.restyle(styled(change), merging && `${name} of part ${editor.layer}`)
  }
  const edit: Edit = {
    path: ['text', name],
    parts: () => ownOfParts(editor),
    live: (change) => editor.restyleLive(styled(change), step),
    done: () => step.done(),
    undo: () => step.undo(),
    set,
    replace: set,
    problem: () => undefined,
    replacing: () => edit,
  }
  return edit
}
