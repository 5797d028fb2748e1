import { ChevronDown, ChevronRight, MoreHorizontal, TextCursorInput } from 'lucide-react'
import { useId, useState } from 'react'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { thumbnailOf } from '#dashboard/parts/cells/cell-value.ts'
import {
  addToText,
  bindLayers,
  canBind,
  insertField,
  textLayerOf,
} from '#dashboard/screens/editor/data/field-actions.ts'
import { type Linking, useLinking } from '#dashboard/screens/editor/data/field-link.ts'
import { placeRows, useFieldDrag } from '#dashboard/screens/editor/data/use-field-drag.ts'
import { SampleControl } from '#dashboard/screens/editor/inspector/sample-control.tsx'
import type { DataField } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { fieldWords } from '#dashboard/screens/editor/typing/field-words.ts'
import type { Field } from '#dashboard/screens/editor/typing/fields.ts'
import type { SampleKind } from '#dashboard/screens/editor/typing/sample-kinds.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem } from '#dashboard/ui/menu.tsx'
import { iconOf } from './kind-icons.ts'

const LinkedColumns = whenOpened(() => import('./linked-columns.tsx'), 'LinkedColumns')

/** Shown only in the open menu: what is possible changes with every change of the editor. */
function FieldActions({ field, linking }: FieldMenuProps) {
  const session = useSession()
  const mayBind = useEditor((state) => canBind(state, state.selection, field))
  const mayWrite = useEditor((state) => textLayerOf(state) !== undefined)
  return (
    <>
      {linking && <MenuItem onSelect={() => void placeRows(session, linking, {})}>{t('data.insert_table')}</MenuItem>}
      <MenuItem onSelect={() => insertField(session, field)}>{t('data.insert')}</MenuItem>
      <MenuItem disabled={!mayBind} onSelect={() => void bindLayers(session, session.state.selection, field)}>
        {t('data.bind')}
      </MenuItem>
      <MenuItem disabled={!mayWrite} icon={<TextCursorInput />} onSelect={() => void addToText(session, field)}>
        {t('data.into_text')}
      </MenuItem>
    </>
  )
}

interface FieldMenuProps {
  readonly field: Field
  /** Of a field whose linked rows a table shows. */
  readonly linking: Linking | undefined
}

/** What can be done with a field, for those who do not drag. */
function FieldMenu({ field, linking }: FieldMenuProps) {
  return (
    <Menu
      trigger={<IconButton size="small" label={t('data.field_menu', { name: field.name })} icon={<MoreHorizontal />} />}
    >
      <FieldActions field={field} linking={linking} />
    </Menu>
  )
}

interface FieldButtonsProps {
  readonly field: Field
  readonly linking: Linking | undefined
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function FieldButtons({ field, linking, isOpen, onOpen }: FieldButtonsProps) {
  return (
    <span className="flex">
      {linking && (
        <IconButton
          size="small"
          label={t('data.linked_columns', { name: field.name })}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDown /> : <ChevronRight />}
          onClick={onOpen}
        />
      )}
      <FieldMenu field={field} linking={linking} />
    </span>
  )
}

interface FieldRowProps {
  readonly field: DataField
  readonly value: unknown
  /** What the sample value of the field fills; undefined where the value of a record is shown. */
  readonly sampleKind?: SampleKind | undefined
}

/** A field with its value: that of the record that is shown, or the sample value, which is edited here. It can be dragged onto the canvas. */
export function FieldRow({ field, value, sampleKind }: FieldRowProps) {
  const id = useId()
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const filled = { name: field.name, kind: field.kind, format: field.format, value }
  const linking = useLinking(field)
  const [isOpen, setOpen] = useState(false)
  const onPointerDown = useFieldDrag({ field: filled, linking })
  const Icon = iconOf(field)
  const small = typeof value === 'string' ? thumbnailOf({ url: value }) : null
  const isSample = sampleKind !== undefined
  const isMissing = isSample && value === undefined
  const isEdited = isSample && !isReadOnly
  // Other controls say it themselves.
  const saysMissing = isMissing && (sampleKind === 'boolean' || sampleKind === 'list')
  const text = isMissing ? t('data.no_sample') : small === null ? fieldWords(filled) : t(`data.kind_${field.kind}`)
  return (
    <li className="group/row grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 rounded-md pe-1 hover:bg-hover">
      <div
        {...(!isReadOnly && { onPointerDown })}
        className={`flex min-w-0 grow items-center gap-2 px-1.5 py-1 select-none [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft ${isReadOnly ? '' : 'cursor-grab touch-none'}`}
      >
        <span title={t(`data.kind_${field.kind}`)}>
          {small === null ? (
            <Icon role="img" aria-label={t(`data.kind_${field.kind}`)} />
          ) : (
            <img alt={t(`data.kind_${field.kind}`)} src={small} className="size-6 rounded-sm object-cover" />
          )}
        </span>
        <span className="min-w-0">
          {isEdited ? (
            <label htmlFor={id} dir="auto" className="block truncate font-medium">
              {field.name}
            </label>
          ) : (
            <span dir="auto" className="block truncate font-medium">
              {field.name}
            </span>
          )}
          {(!isEdited || saysMissing) && (
            <span dir="auto" className="block truncate text-xs text-ink-soft" title={text}>
              {text}
            </span>
          )}
        </span>
      </div>
      {!isReadOnly && <FieldButtons field={filled} linking={linking} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />}
      {linking && isOpen && !isReadOnly && <LinkedColumns linking={linking} />}
      {isEdited && (
        <div className="col-span-2 ps-1.5 pb-1.5">
          <SampleControl id={id} name={field.name} kind={sampleKind} />
        </div>
      )}
    </li>
  )
}
