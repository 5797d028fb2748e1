import { type RefObject, useEffect, useState } from 'react'
import { placeByKey } from '#dashboard/screens/editor/popovers/list-keys.ts'
import { optionId } from '#dashboard/screens/editor/popovers/list-option.tsx'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Field, fieldsOf, openBraces, putField } from '#dashboard/screens/editor/typing/fields.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { FieldList, LIST_ID } from './field-list.tsx'

interface FieldPickerProps {
  editor: TextEditor
  field: RefObject<HTMLTextAreaElement | null>
}

/** Lists the fields while `{{` is in front of the caret. What is typed behind it narrows the list. */
export function FieldPicker({ editor, field }: FieldPickerProps) {
  const document = useEditor((state) => state.document)
  const recordSource = useEditor((state) => state.recordSource)
  const values = useEditor((state) => state.values)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [active, setActive] = useState({ typed: '', at: 0 })
  const { text, range, isComposing: composes } = editor
  const open = text && range.from === range.to ? openBraces(text, range.from) : undefined
  const typed = open?.typed.trim().toLowerCase() ?? ''
  const isWanted = open !== undefined && !composes && dismissed !== open.from
  const fields = isWanted
    ? fieldsOf({ document, recordSource, values }).filter(({ name }) => name.toLowerCase().includes(typed))
    : []
  // Another search begins at its first field.
  const at = active.typed === typed ? Math.min(active.at, Math.max(0, fields.length - 1)) : 0
  const isOpen = fields.length > 0
  if (open === undefined && dismissed !== null) setDismissed(null)
  function choose(chosen: Field): void {
    if (open) putField(editor, chosen, { from: open.from, to: range.to })
    setActive({ typed: '', at: 0 })
  }
  useEffect(() => {
    const element = field.current
    if (!element || !isOpen) return
    element.setAttribute('aria-controls', LIST_ID)
    element.setAttribute('aria-activedescendant', optionId(LIST_ID, at))
    const onKey = (event: KeyboardEvent) => {
      if (isComposing(event)) return
      const chosen = fields[at]
      const next = placeByKey(event.key, { count: fields.length, active: at })
      if (next !== undefined) setActive({ typed, at: next })
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
      else if (event.key === 'Escape') setDismissed(open?.from ?? null)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    element.addEventListener('keydown', onKey, { capture: true })
    return () => {
      element.removeEventListener('keydown', onKey, { capture: true })
      element.removeAttribute('aria-controls')
      element.removeAttribute('aria-activedescendant')
    }
  })
  return isOpen ? <FieldList editor={editor} fields={fields} active={at} onChoose={choose} /> : null
}
