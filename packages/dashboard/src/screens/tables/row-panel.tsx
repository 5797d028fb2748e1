import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isTicked, picturesOf, plainText } from '#dashboard/parts/cells/cell-value.ts'
import { previewOf } from '#dashboard/parts/images/image-words.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field, type FieldControl } from '#dashboard/ui/fields/field.tsx'
import { Input, Textarea } from '#dashboard/ui/fields/input.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { ImageTile } from '#dashboard/ui/image-tile.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import type { EditState } from './grid/edit-state.ts'
import { Pictures } from './grid/pictures.tsx'
import type { FieldJson, RowJson, TableJson } from './grid/table.ts'
import type { TableEdits } from './grid/table-edits.ts'
import { startText, typedResult } from './grid/typed-cell.ts'
import { RowLinks } from './row-links.tsx'

interface RowPanelProps {
  table: TableJson
  rowId: string
  edits: TableEdits
  state: EditState
  mayWrite: boolean
  onClose: () => void
}

interface ValueInputProps {
  control: FieldControl
  field: FieldJson
  kind: string
  value: unknown
  disabled: boolean
  onCommit: (value: unknown) => void
}

const inputTypes: Readonly<Record<string, string>> = { date: 'date', date_time: 'datetime-local', url: 'url' }

/** What is typed is saved when one leaves the box, or the box goes. */
function TextValue({ control, kind, value, disabled, onCommit }: ValueInputProps) {
  const cellWith = (typed: string | null) => ({ field: { kind }, value, typed: null, text: typed })
  const start = startText(cellWith(null))
  const [text, setText] = useState<string | null>(null)
  const typed = useRef<string | null>(null)
  const type = (changed: string | null) => {
    typed.current = changed
    setText(changed)
  }
  const keep = useHandler(() => {
    const kept = typed.current
    typed.current = null
    if (kept !== null && kept !== start) onCommit(typedResult(cellWith(kept)))
  })
  // A box that goes with its page is not left by a blur.
  useEffect(() => keep, [keep])
  const shared = {
    ...control,
    disabled,
    value: text ?? start,
    onBlur: () => {
      keep()
      setText(null)
    },
  }
  if (['rich_text', 'json'].includes(kind) || start.includes('\n') || start.length > 60)
    return (
      <Textarea
        {...shared}
        rows={kind === 'text' ? 3 : 5}
        mono={kind === 'json'}
        onChange={(event) => type(event.target.value)}
      />
    )
  return <Input {...shared} type={inputTypes[kind] ?? 'text'} onChange={(event) => type(event.target.value)} />
}

function ValueInput(props: ValueInputProps) {
  const { control, field, kind, value, disabled, onCommit } = props
  if (kind === 'checkbox')
    return <Switch id={control.id} checked={isTicked(value)} disabled={disabled} onChange={onCommit} />
  if (kind === 'attachments')
    return (
      <Pictures
        pictures={picturesOf(value)}
        disabled={disabled}
        onChange={(pictures) => onCommit(pictures.length > 0 ? pictures : null)}
      />
    )
  if (kind === 'link') return <RowLinks id={control.id} {...{ field, value, disabled, onCommit }} />
  return <TextValue {...props} />
}

function Values({ row, table, edits, state, mayWrite }: Omit<RowPanelProps, 'rowId' | 'onClose'> & { row: RowJson }) {
  const waiting = state.pending.get(row.id)
  const shownValue = ({ id, name }: FieldJson) => (waiting && id in waiting ? waiting[id] : row.fields[name])
  const commit = (field: FieldJson, after: unknown) =>
    void edits.change([
      { rowId: row.id, fieldId: field.id, kind: field.kind, before: shownValue(field), after: after ?? null },
    ])
  return (
    <div className="grid gap-4">
      {table.fields.map((field) => {
        const fault = state.faults.get(row.id)?.[field.id]
        return (
          <Field key={field.id} label={field.name} error={fault?.reason}>
            {(control) => (
              <ValueInput
                control={control}
                field={field}
                kind={field.kind}
                value={fault ? fault.tried : shownValue(field)}
                disabled={!mayWrite}
                onCommit={(value) => commit(field, value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

function ImagesOf({ rowId }: { rowId: string }) {
  const images = useQuery(api.images.list.query({ query: { record_id: rowId, limit: 12 } }))
  if (images.isLoadingError) return <Failure error={images.error} again={() => images.refetch()} />
  if (!images.data) return <Skeleton />
  if (images.data.results.length === 0) return <p className="text-ink-soft">{t('tables.row_no_images')}</p>
  return (
    <div className="grid grid-cols-2 gap-3">
      {images.data.results.map((image) => (
        <Link key={image.id} to="/gallery" search={{ image: image.id }} className="rounded-lg">
          <ImageTile state="done" url={previewOf(image)} label={new Date(image.created_at).toLocaleString()} />
        </Link>
      ))}
    </div>
  )
}

/** All of one row, and the images that were made of it. */
export function RowPanel({ table, rowId, edits, state, mayWrite, onClose }: RowPanelProps) {
  const row = useQuery(api.tables.row.query({ params: { id: table.id, row_id: rowId } }))
  const [first] = table.fields
  const label = row.data && first ? plainText(row.data.fields[first.name]) : ''
  const close = () => {
    // By Escape too a box is left, and what is typed in it saved.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }
  return (
    <Dialog open place="end" onClose={close} title={label || t('tables.row')}>
      <div className="grid gap-6">
        {row.isLoadingError && <Failure error={row.error} again={() => row.refetch()} />}
        {row.isPending && <Skeleton lines={6} />}
        {row.data && <Values row={row.data} table={table} edits={edits} state={state} mayWrite={mayWrite} />}
        <Section title={t('tables.row_images')}>
          <ImagesOf rowId={rowId} />
        </Section>
        <div>
          <CopyId id={rowId} />
        </div>
      </div>
    </Dialog>
  )
}
