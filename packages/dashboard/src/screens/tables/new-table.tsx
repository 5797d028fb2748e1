import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { ownConnection, ownSource, toOwnConnection } from '#dashboard/parts/tables/own-connection.ts'
import { toPreview } from '#dashboard/parts/tables/to-preview.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { Tabs } from '#dashboard/ui/fields/tabs.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { DialogForm } from '#dashboard/ui/form-dialog.tsx'
import { blockText, parseBlock } from './grid/clipboard.ts'
import { FileChoice, ImportDone, ImportProgress, Mistakes, SheetField } from './import-parts.tsx'
import { type ImportAnswer, useImport } from './use-import.ts'

type Way = 'empty' | 'paste' | 'file'

interface WayProps {
  name: string
  onMade: (id: string, answer: ImportAnswer | null) => void
  onClose: () => void
  /** A name for the table, while nobody has given one. */
  onName: (name: string) => void
}

function EmptyTable({ name, onMade, onClose }: WayProps) {
  const connect = useMutation(toOwnConnection)
  const create = useMutation({
    ...api.tables.create.mutation(),
    meta: { form: true },
    onSuccess({ id }) {
      connect.mutate()
      onMade(id, null)
    },
  })
  const fields = [
    { name: t('tables.first_field'), kind: 'text' as const },
    { name: t('tables.second_field'), kind: 'text' as const },
    { name: t('tables.third_field'), kind: 'attachments' as const },
  ]
  return (
    <DialogForm
      submit={t('tables.create')}
      isSending={create.isPending}
      isIncomplete={name.trim() === ''}
      error={create.error}
      onSubmit={() => create.mutate({ body: { name: name.trim(), fields } })}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t('tables.empty_way')}</p>
    </DialogForm>
  )
}

/** Tabs or the separators of a CSV file: the server tells which. */
function PastedTable({ name, onMade, onClose }: WayProps) {
  const [text, setText] = useState('')
  const [skips, setSkips] = useState(false)
  const { run, part } = useImport({ onDone: (answer) => onMade(answer.table.id, answer), onLater: onClose })
  const block = parseBlock(text)
  const submit = () => {
    const query = { name: name.trim(), mistakes: skips ? ('skip' as const) : ('refuse' as const) }
    run.mutate({ to: 'new', content: text.includes('\t') ? blockText(block) : text, query })
  }
  return (
    <DialogForm
      submit={t('tables.create')}
      isSending={run.isPending}
      isIncomplete={name.trim() === '' || text.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('tables.paste_label')} help={t('tables.paste_help')}>
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={8}
            spellCheck={false}
            placeholder={t('tables.paste_example')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Mistakes error={run.error} skips={skips} onSkips={setSkips} />
      {run.isPending && <ImportProgress part={part} />}
    </DialogForm>
  )
}

function TableFromFile({ name, onMade, onClose, onName }: WayProps) {
  const [file, setFile] = useState<File | null>(null)
  const [sheet, setSheet] = useState('')
  const [skips, setSkips] = useState(false)
  const { run, part } = useImport({ onDone: (answer) => onMade(answer.table.id, answer), onLater: onClose })
  const choose = (chosen: File) => {
    setFile(chosen)
    setSkips(false)
    run.reset()
    onName(chosen.name.replace(/\.[^.]+$/, ''))
  }
  const submit = () => {
    const query = { name: name.trim(), mistakes: skips ? ('skip' as const) : ('refuse' as const) }
    if (file)
      run.mutate({ to: 'new', content: file, query: sheet.trim() === '' ? query : { ...query, sheet: sheet.trim() } })
  }
  return (
    <DialogForm
      submit={t('tables.create')}
      isSending={run.isPending}
      isIncomplete={name.trim() === '' || file === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileChoice file={file} onChoose={choose} />
      <SheetField file={file} error={run.error} value={sheet} onChange={setSheet} />
      <Mistakes error={run.error} skips={skips} onSkips={setSkips} />
      {run.isPending && <ImportProgress part={part} />}
    </DialogForm>
  )
}

interface NewTableProps {
  way: Way
  /** The template that it is made for, which shows its records then. */
  template: string | undefined
  onWay: (way: Way) => void
  onClose: () => void
}

/** A new table: empty, from what was copied out of a spreadsheet, or from a file. */
export function NewTable({ way, template, onWay, onClose }: NewTableProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<string | null>(null)
  const [fileName, setFileName] = useState<string | null>(null)
  const [done, setDone] = useState<ImportAnswer | null>(null)
  const preview = useMutation(toPreview)
  const open = (id: string) => {
    const openTable = () => void navigate({ to: '/tables/$id', params: { id } })
    if (template === undefined) return openTable()
    const onSuccess = () => void navigate({ to: '/templates/$id/edit', params: { id: template } })
    const source = async () => ownSource(await ownConnection(), { id, name: name.trim() })
    preview.mutate({ template, source }, { onSuccess, onError: openTable })
  }
  const onMade = (id: string, answer: ImportAnswer | null) => {
    queries.invalidateQueries({ queryKey: api.tables.list.key })
    const isWorthTelling = answer && (answer.skipped > 0 || answer.emptied_cells > 0 || answer.sheets.length > 1)
    if (isWorthTelling) setDone(answer)
    else open(id)
  }
  const name = typed ?? (way === 'file' ? fileName : null) ?? t('tables.usual_name')
  if (done) return <ImportDone answer={done} onClose={() => open(done.table.id)} />
  const shared = { name, onMade, onClose, onName: setFileName }
  return (
    <Dialog open stays onClose={onClose} title={t('tables.new')}>
      <div className="grid gap-4">
        <TextField label={t('tables.name')} required maxLength={200} value={name} onChange={setTyped} />
        <Tabs
          label={t('tables.new')}
          value={way}
          onChange={(value) => onWay(value === 'paste' || value === 'file' ? value : 'empty')}
          tabs={[
            { value: 'empty', label: t('tables.way_empty'), content: <EmptyTable {...shared} /> },
            { value: 'paste', label: t('tables.way_paste'), content: <PastedTable {...shared} /> },
            { value: 'file', label: t('tables.way_file'), content: <TableFromFile {...shared} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}
