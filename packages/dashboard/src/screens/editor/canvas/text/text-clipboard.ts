import { CHIP, chipText, cleanText, joinText, plainText, styleForTyping } from '@pictable/editor/text'
import { hasRoomFor } from '#dashboard/screens/editor/clipboard/paste-size.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { isExpression } from '#dashboard/screens/editor/typing/fill-chip.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'

/** Copies the words that are selected, with their fields as they are written. @returns whether something was copied */
export function copyText(event: ClipboardEvent, { text, range }: TextEditor): boolean {
  event.stopPropagation()
  if (!text || range.from === range.to) return false
  event.preventDefault()
  let copied = ''
  for (let at = range.from; at < range.to; at++) copied += text.chips.get(at) ?? text.plain[at]
  event.clipboardData?.setData('text/plain', copied.replaceAll(CHIP, ''))
  return true
}

interface Pasting {
  readonly editor: TextEditor
  readonly session: EditorSession
}

const BRACED = /(\{\{[^{}\n]+\}\})/

/** Puts in the words of what was copied elsewhere, whatever their looks; what is between braces is a field. */
export function pasteText(event: ClipboardEvent, { editor, session }: Pasting): void {
  event.preventDefault()
  event.stopPropagation()
  const { text, range } = editor
  const words = cleanText(event.clipboardData?.getData('text/plain') ?? '')
  if (!text || words === '' || !hasRoomFor(words, session)) return
  const style = styleForTyping(text, range)
  const parts = words.split(BRACED)
  const made = parts.map((part) => (BRACED.test(part) && isExpression(part) ? chipText : plainText)(part, style))
  editor.insert(joinText(made), range, 'alone')
}
