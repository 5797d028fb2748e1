import { escapeBraces, writeName } from '@pictable/renderer/braces'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { labelOf } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Combobox } from '#dashboard/ui/fields/combobox.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Cell } from './cell.tsx'
import type { Entry } from './draft/action-draft.ts'
import { entryOf, type TemplateName } from './draft/auto-mapping.ts'
import type { ShownValue } from './draft/shown-value.ts'
import type { TableField } from './draft/types.ts'
import { type Filling, fillingTrouble } from './entry-words.ts'
import { LinkedColumns } from './linked-columns.tsx'

const fixed = 'value'
const empty = 'nothing'
const written = 'text'
const ofField = 'field:'

/** With the value for the record that is looked at. */
interface MappingRowProps extends ShownValue {
  name: TemplateName
  entry: Entry | undefined
  filling: Filling
  fields: readonly TableField[]
  /** Of the table. */
  connectionId: string
  hasRecord: boolean
  error: string | undefined
  mayWrite: boolean
  onChange: (entry: Entry) => void
}

function choiceOf(filling: Filling): string | null {
  if (filling.by === 'field') return ofField + filling.field.id
  if (filling.by === 'gone') return null
  if (filling.by === 'text') return written
  return filling.by === 'value' ? fixed : empty
}

interface TypedProps extends Pick<MappingRowProps, 'name' | 'filling' | 'onChange' | 'mayWrite'> {
  /** It has just been asked for: typing goes on here. */
  takesFocus: boolean
}

/** The box of a control that is typed in as soon as it is chosen. */
function useFocusBox(takesFocus: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Once the list of choices has closed, which gives the focus back to where it was opened.
    if (!takesFocus) return
    const frame = requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input, button')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])
  return box
}

const TEXT_EXAMPLE = '{{First}} {{Last}}'

/** A text with expressions. The fields that its names mean stay known by their ids while it is typed. */
function WrittenText({
  name,
  filling,
  entry,
  onChange,
  mayWrite,
  takesFocus,
}: TypedProps & { entry: Entry | undefined }) {
  const box = useFocusBox(takesFocus)
  const known = entry !== undefined && 'text' in entry ? entry : { text: '' }
  return (
    <div ref={box}>
      <Input
        aria-label={t('actions.text_of', { name: name.name })}
        disabled={!mayWrite}
        dir="auto"
        spellCheck={false}
        maxLength={5000}
        value={filling.by === 'text' ? filling.text : ''}
        placeholder={TEXT_EXAMPLE}
        onChange={({ target }) => onChange({ ...known, text: target.value })}
      />
    </div>
  )
}

function FixedValue({ name, filling, onChange, mayWrite, takesFocus }: TypedProps) {
  const value = filling.by === 'value' ? filling.value : ''
  const label = t('actions.fixed_of', { name: name.name })
  const box = useFocusBox(takesFocus)
  return (
    <div ref={box}>
      {name.kind === 'boolean' ? (
        <Select
          aria-label={label}
          disabled={!mayWrite}
          options={[
            { value: 'true', label: t('actions.yes') },
            { value: 'false', label: t('actions.no') },
          ]}
          value={String(value)}
          onChange={(chosen) => onChange({ value: chosen === 'true' })}
        />
      ) : (
        <Input
          aria-label={label}
          disabled={!mayWrite}
          value={String(value)}
          placeholder={examples[name.kind]}
          onChange={({ target }) => onChange({ value: typedValue(name.kind, target.value) })}
        />
      )}
    </div>
  )
}

/** Whether a field is formatted as in its table, where that is more than its value. */
function FormattedAsTable({ filling, mayWrite, onChange }: MappingRowProps) {
  if (!mayWrite || filling.by !== 'field' || !filling.field.format) return null
  const { field, isFormatted } = filling
  return (
    <CheckboxLine
      label={t('actions.as_table')}
      checked={isFormatted}
      onChange={(checked) => onChange({ field: field.id, ...(checked && { formatted: true }) })}
    />
  )
}

/** Whether a link passes the rows that it links to, where the table says which they are. */
function RowsOfLink({ filling, mayWrite, connectionId, onChange }: MappingRowProps) {
  if (!mayWrite || filling.by !== 'field' || !filling.field.link) return null
  const { field, columns } = filling
  return <LinkedColumns {...{ connectionId, columns, onChange }} field={{ ...field, link: filling.field.link }} />
}

/** The field that fills the value so far, as an expression. */
function startOfText(filling: Filling): string {
  if (filling.by === 'value') return escapeBraces(String(filling.value))
  if (filling.by !== 'field' || filling.field.kind === 'attachments') return ''
  const { name } = filling.field
  return `{{${writeName(name)}}}`
}

const examples: Readonly<Partial<Record<TemplateName['kind'], string>>> = { image: 'https://…', color: '#1d4ed8' }

/** A number once it reads as one: what is half typed stays as it is. */
function typedValue(kind: TemplateName['kind'], text: string): string | number {
  const isNumber = kind === 'number' && text.trim() !== '' && String(Number(text)) === text
  return isNumber ? Number(text) : text
}

/** One value that the template asks for: what fills it, and what that is for the record that is looked at. */
export function MappingRow(props: MappingRowProps) {
  const { name, filling, fields, value, error, mayWrite, onChange } = props
  const [focused, setFocused] = useState<string | null>(null)
  const trouble = fillingTrouble(name, filling, value)
  const isWrong = error !== undefined || trouble?.tone === 'bad'
  const choose = (choice: string | null) => {
    setFocused(choice)
    if (choice === written) onChange({ text: startOfText(filling) })
    else if (choice === fixed) onChange({ value: name.kind === 'boolean' ? true : '' })
    else if (choice?.startsWith(ofField)) {
      const field = fields.find(({ id }) => id === choice.slice(ofField.length))
      if (field) onChange(entryOf(field))
    } else if (choice === empty) onChange({ value: null })
  }
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
      <WantedValue name={name} />
      <div className="grid min-w-0 content-start gap-1.5">
        {mayWrite ? (
          <FillingChoice {...props} isWrong={isWrong} onChoose={choose} />
        ) : (
          <p dir="auto" className="truncate py-1.5">
            {fillingWords(filling)}
          </p>
        )}
        {filling.by === 'value' && <FixedValue {...props} takesFocus={focused === fixed} />}
        <FormattedAsTable {...props} />
        <RowsOfLink {...props} />
        {filling.by === 'text' && <WrittenText {...props} takesFocus={focused === written} />}
        <FillingNotes {...props} />
        {error !== undefined ? (
          <p role="alert" className="flex gap-1.5 text-[13px] text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 break-words">{error}</span>
          </p>
        ) : (
          trouble && (
            <p className={classNames('flex gap-1.5 text-[13px]', trouble.tone === 'bad' ? 'text-bad' : 'text-warn')}>
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              <span className="min-w-0 break-words">{trouble.words}</span>
            </p>
          )
        )}
      </div>
    </li>
  )
}

/** What the template calls it, of which kind it is, and where it shows. */
function WantedValue({ name: { name, kind, uses } }: { name: TemplateName }) {
  const layers = [...new Set(uses.map(({ layer }) => layer ?? t('actions.the_page')))].join(', ')
  return (
    <div className="min-w-0 sm:pt-1.5">
      <p className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="truncate font-medium" title={name}>
          {name}
        </span>
        <Badge>{labelOf(kind, {})}</Badge>
      </p>
      <p dir="auto" className="truncate text-[13px] text-ink-soft" title={layers}>
        {layers}
      </p>
    </div>
  )
}

interface FillingChoiceProps extends Pick<MappingRowProps, 'name' | 'filling' | 'fields'> {
  isWrong: boolean
  onChoose: (choice: string | null) => void
}

function FillingChoice({ name, filling, fields, isWrong, onChoose }: FillingChoiceProps) {
  return (
    <Combobox
      aria-label={t('actions.fills', { name: name.name })}
      aria-invalid={isWrong ? true : undefined}
      options={[
        ...fields.map((field) => ({ value: ofField + field.id, label: field.name })),
        { value: written, label: t('actions.written') },
        { value: fixed, label: t('actions.fixed') },
        { value: empty, label: t('actions.leave_empty') },
      ]}
      value={choiceOf(filling)}
      onChange={onChoose}
    />
  )
}

function fillingWords(filling: Filling): string {
  if (filling.by === 'field') return filling.field.name
  if (filling.by === 'gone') return filling.name
  if (filling.by === 'text') return filling.text
  return t(filling.by === 'value' ? 'actions.fixed' : 'actions.leave_empty')
}

type NotesProps = Pick<MappingRowProps, 'filling' | 'value' | 'format' | 'hasRecord'>

/** What it is for the record that is looked at, and what one may wonder about. */
function FillingNotes({ filling, value, format, hasRecord }: NotesProps) {
  if (filling.by === 'nothing') return <p className="text-[13px] text-ink-soft">{t('actions.nothing_help')}</p>
  if (filling.by === 'text')
    return (
      <>
        {value !== undefined && (
          <p className="flex min-w-0 text-[13px]">
            <Cell value={value} />
          </p>
        )}
        {filling.renamed.map(({ from, to }) => (
          <p key={from} className="text-[13px] text-ink-soft">
            {t('actions.renamed_part', { from, to })}
          </p>
        ))}
      </>
    )
  if (filling.by !== 'field') return null
  return (
    <>
      {hasRecord && (
        <p className="flex min-w-0 text-[13px]">
          <Cell value={value} format={format} />
        </p>
      )}
      {filling.wasNamed !== null && (
        <p className="text-[13px] text-ink-soft">{t('actions.renamed', { name: filling.wasNamed })}</p>
      )}
    </>
  )
}
