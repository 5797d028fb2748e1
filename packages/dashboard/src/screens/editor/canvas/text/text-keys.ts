import { caretAtEdge, caretByLines, placeOfCaret } from '@pictable/editor/text'
import { partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { isMac } from '#dashboard/ui/fields/is-mac.ts'
import { isPressed, type Keys } from '#dashboard/ui/fields/keys.ts'

interface Typing {
  readonly session: EditorSession
  readonly editor: TextEditor
}

/** How many lines a page is. */
const PAGE = 10

const LINES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE }

const { leave, undo, redo, bold, italic, underline, link } = partKeys.text

const commands: readonly (readonly [{ readonly keys: readonly Keys[] }, (typing: Typing) => void])[] = [
  [leave, ({ editor }) => editor.leave()],
  [undo, ({ session }) => session.undo()],
  [redo, ({ session }) => session.redo()],
  [bold, ({ editor }) => editor.toggle('bold')],
  [italic, ({ editor }) => editor.toggle('italic')],
  [underline, ({ editor }) => editor.toggle('underline')],
  [link, ({ editor }) => editor.editLink()],
]

/** What a key does in a text; false where the field itself does it. */
export function handleTextKey(event: KeyboardEvent, typing: Typing): boolean {
  const command = commands.find(([{ keys }]) => keys.some((each) => isPressed(event, each)))
  if (command) {
    command[1](typing)
    return true
  }
  return moveCaret(event, typing.editor)
}

/** Lines are broken by the renderer: the field knows nothing of them. */
function moveCaret(event: KeyboardEvent, editor: TextEditor): boolean {
  const { lines, selection } = editor
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event
  if (!lines || altKey || ctrlKey || (metaKey && !isMac)) return false
  const edge = edgeOf(key, metaKey)
  const by = metaKey ? undefined : LINES[key]
  // At the end of a text the caret stays, and what is typed next is no part of its link.
  if (!edge && (key === 'ArrowLeft' || key === 'ArrowRight')) editor.select(selection)
  const go = (caret: typeof selection.caret, column?: number) =>
    editor.select({ anchor: shiftKey ? selection.anchor : caret.at, caret }, { column })
  if (edge) {
    const isLeftwards = placeOfCaret(lines, selection.caret)?.direction === 'rtl'
    const isLeftKey = key === 'ArrowLeft' || key === 'ArrowRight'
    go(caretAtEdge(lines, selection.caret, isLeftKey && isLeftwards ? otherEdge(edge) : edge))
    return true
  }
  if (by === undefined) return false
  const column = editor.column ?? placeOfCaret(lines, selection.caret)?.x ?? 0
  go(caretByLines(lines, selection.caret, { by, column }), column)
  return true
}

function edgeOf(key: string, withMeta: boolean): 'start' | 'end' | undefined {
  if (!withMeta) return key === 'Home' ? 'start' : key === 'End' ? 'end' : undefined
  return key === 'ArrowLeft' ? 'start' : key === 'ArrowRight' ? 'end' : undefined
}

const otherEdge = (edge: 'start' | 'end') => (edge === 'start' ? 'end' : 'start')
