import { useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { TableJson } from './grid/table.ts'
import { FileChoice, ImportDone, ImportProgress, Mistakes, SheetField } from './import-parts.tsx'
import { useImport } from './use-import.ts'

const modes = ['append', 'upsert', 'replace'] as const
type Mode = (typeof modes)[number]

const modeOptions = modes.map((mode) => ({ value: mode, label: t(`tables.mode_${mode}`) }))
const noKey = ' '

interface ModeProps {
  table: TableJson
  mode: Mode
  keyField: string
  error: string | undefined
  onMode: (mode: Mode) => void
  onKey: (field: string) => void
}

/** What becomes of the rows that are there, and how they are known again. */
function ModeFields({ table, mode, keyField, error, onMode, onKey }: ModeProps) {
  const fields = table.fields.map(({ name }) => ({ value: name, label: name }))
  const none = { value: noKey, label: t('tables.key_none') }
  return (
    <>
      <Field label={t('tables.mode')} help={t(`tables.mode_${mode}_help`)}>
        {(control) => (
          <Select
            {...control}
            options={modeOptions}
            value={mode}
            onChange={(chosen) => onMode(modes.find((one) => one === chosen) ?? 'append')}
          />
        )}
      </Field>
      {mode !== 'append' && (
        <Field label={t('tables.key')} help={t('tables.key_help')} optional={mode === 'replace'} error={error}>
          {(control) => (
            <Select
              {...control}
              options={mode === 'replace' ? [none, ...fields] : fields}
              value={keyField === noKey && mode === 'upsert' ? null : keyField}
              onChange={onKey}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** The rows of a file into a table: behind the others, over them, or in their place. */
export function ImportInto({ table, onClose }: { table: TableJson; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<Mode>('append')
  const [key, setKey] = useState<string>(noKey)
  const [sheet, setSheet] = useState('')
  const [skips, setSkips] = useState(false)
  const { run, part } = useImport({ onLater: onClose })
  if (run.data && 'table' in run.data) return <ImportDone answer={run.data} onClose={onClose} />
  const submit = () => {
    if (file === null) return
    const query = {
      mode,
      mistakes: skips ? ('skip' as const) : ('refuse' as const),
      ...(mode !== 'append' && key !== noKey ? { key } : {}),
      ...(sheet.trim() === '' ? {} : { sheet: sheet.trim() }),
    }
    run.mutate({ to: 'table', id: table.id, content: file, query })
  }
  return (
    <FormDialog
      title={t('tables.import_title', { name: table.name })}
      submit={t('tables.import_start')}
      isSending={run.isPending}
      isIncomplete={file === null}
      // `<Mistakes>` shows it, with the rows concerned.
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileChoice
        file={file}
        onChoose={(chosen) => {
          setFile(chosen)
          setSkips(false)
          run.reset()
        }}
      />
      <SheetField file={file} error={run.error} value={sheet} onChange={setSheet} />
      <ModeFields
        table={table}
        mode={mode}
        keyField={key}
        error={fieldErrors(run.error).get('/query/key')}
        onMode={setMode}
        onKey={setKey}
      />
      <Mistakes error={run.error} skips={skips} onSkips={setSkips} />
      {run.isPending && <ImportProgress part={part} />}
    </FormDialog>
  )
}
