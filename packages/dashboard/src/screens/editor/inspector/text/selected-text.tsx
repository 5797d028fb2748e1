import { useMemo } from 'react'
import {
  editOfPart,
  PART_PROPERTIES,
  type PartProperty,
  shownParts,
  valueOfLayer,
  valueOfPart,
} from '#dashboard/screens/editor/canvas/text/edit-of-part.ts'
import { useText } from '#dashboard/screens/editor/canvas/text/use-text.ts'
import { PropertyRow } from '#dashboard/screens/editor/inspector/property-row.tsx'
import { Section } from '#dashboard/screens/editor/inspector/section.tsx'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

function PartRow({ editor, property, shown }: { editor: TextEditor; property: PartProperty; shown: Shown }) {
  const session = useSession()
  const edit = useMemo(() => editOfPart(session, editor, property), [session, editor, property])
  const written = valueOfPart(editor, property)
  return (
    <PropertyRow
      shown={shown}
      written={written}
      value={written ?? valueOfLayer(editor, property.name)}
      edit={edit}
      isOptional={!isMixed(written)}
    />
  )
}

/** The style of what is selected in the text that is typed into. At a bare caret, the controls of the layer are meant. */
export function SelectedText() {
  const editor = useText()
  const sizePx = editor?.base.fontSize ?? 0
  const parts = useMemo(() => shownParts(sizePx), [sizePx])
  if (!editor?.text?.markup || editor.range.from === editor.range.to) return null
  return (
    <Section title={t('inspector.selected_text')}>
      <div className="grid grid-cols-2 gap-x-2 gap-y-1.5">
        {PART_PROPERTIES.map((property) => {
          const shown = parts.get(property.name)
          return shown && <PartRow key={property.name} editor={editor} property={property} shown={shown} />
        })}
      </div>
    </Section>
  )
}
