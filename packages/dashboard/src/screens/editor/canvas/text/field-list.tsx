import { transform } from '@pictable/editor'
import { placeOfCaret } from '@pictable/editor/text'
import { useRef } from 'react'
import { ListOption, useOptionInView } from '#dashboard/screens/editor/popovers/list-option.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import { fieldWords } from '#dashboard/screens/editor/typing/field-words.ts'
import type { Field } from '#dashboard/screens/editor/typing/fields.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

export const LIST_ID = 'text-fields'

interface FieldListProps {
  editor: TextEditor
  fields: readonly Field[]
  active: number
  onChoose: (field: Field) => void
}

const SIZE_PX = { width: 288, height: 260 }

/** The fields that can be put in place of `{{`, below the caret. */
export function FieldList({ editor, fields, active, onChoose }: FieldListProps) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  useOptionInView(LIST_ID, active)
  const place = placeOf(session.state, editor.layer)
  const caret = editor.lines && placeOfCaret(editor.lines, editor.selection.caret)
  const last = useRef({ x: 0, y: 0, above: 0 })
  if (place && caret) {
    const below = toScreen(view, transform(place.matrix, { x: caret.x, y: caret.y + caret.height }))
    const above = toScreen(view, transform(place.matrix, { x: caret.x, y: caret.y }))
    last.current = { ...below, above: above.y }
  }
  const x = Math.max(8, Math.min(window.width - SIZE_PX.width - 8, last.current.x))
  const hasRoom = last.current.y + SIZE_PX.height + 8 <= window.height
  return (
    <div
      id={LIST_ID}
      role="listbox"
      aria-label={t('editor.fields')}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      className={`${popupClass} absolute start-0 z-10 w-72 text-[13px] ${hasRoom ? 'top-0' : 'bottom-0'}`}
      style={{
        maxHeight: SIZE_PX.height,
        transform: `translate(${Math.round(x)}px, ${Math.round(hasRoom ? last.current.y + 4 : last.current.above - 4 - window.height)}px)`,
      }}
    >
      {fields.map((field, at) => (
        <ListOption
          key={field.name}
          listId={LIST_ID}
          at={at}
          isActive={at === active}
          isChosen={at === active}
          onChoose={() => onChoose(field)}
          className={`${itemClass} justify-between gap-3`}
        >
          <span dir="auto" className="min-w-0 shrink-0 max-w-36 truncate font-medium">
            {field.name}
          </span>
          <span dir="auto" className="min-w-0 truncate text-ink-soft">
            {fieldWords(field)}
          </span>
        </ListOption>
      ))}
    </div>
  )
}
