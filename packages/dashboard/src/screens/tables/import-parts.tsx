import { FileSpreadsheet, Upload } from 'lucide-react'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { FileDrop } from '#dashboard/ui/fields/file-drop.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { countWords } from './count-words.ts'
import type { ImportAnswer } from './use-import.ts'

interface FileChoiceProps {
  file: File | null
  onChoose: (file: File) => void
}

/** A file from this computer, dropped or chosen. */
export function FileChoice({ file, onChoose }: FileChoiceProps) {
  const choose = ([first]: readonly File[]) => first && onChoose(first)
  return (
    <FileDrop onFiles={choose}>
      <FileSpreadsheet aria-hidden className="size-7 text-ink-soft" />
      {file ? (
        <p className="min-w-0 max-w-full">
          <span dir="auto" className="block truncate font-medium">
            {file.name}
          </span>
          <span className="text-[13px] text-ink-soft">
            <Quantity value={file.size} unit="bytes" />
          </span>
        </p>
      ) : (
        <p className="text-ink-soft">{t('tables.file_drop')}</p>
      )}
      <FileButton size="small" accept=".csv,.tsv,.txt,.xlsx,text/csv" icon={<Upload />} onFiles={choose}>
        {file ? t('tables.file_other') : t('tables.file_choose')}
      </FileButton>
    </FileDrop>
  )
}

interface SheetFieldProps {
  file: File | null
  error: unknown
  value: string
  onChange: (sheet: string) => void
}

/** Asked for only where the file can have several. */
export function SheetField({ file, error, value, onChange }: SheetFieldProps) {
  if (file === null || !/\.xls[xm]$/i.test(file.name)) return null
  return (
    <TextField
      label={t('tables.sheet')}
      help={t('tables.sheet_help')}
      optional
      error={fieldErrors(error).get('/query/sheet')}
      value={value}
      onChange={onChange}
    />
  )
}

/** How far a file is. */
export function ImportProgress({ part }: { part: number | null }) {
  return (
    <div role="status" className="grid gap-1.5">
      <p className="text-[13px] text-ink-soft">
        {part === null ? t('tables.import_reading') : t('tables.import_sending', { percent: Math.round(part * 100) })}
      </p>
      <Progress label={t('tables.import_progress')} done={part === null ? null : part * 100} total={100} />
    </div>
  )
}

/** What is wrong, line by line. */
export function MistakeLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="max-h-40 list-disc overflow-y-auto ps-5 text-[13px]">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

interface MistakesProps {
  error: unknown
  skips: boolean
  onSkips: (skips: boolean) => void
}

/** Why a file was refused, line by line, and the way on without these lines. */
export function Mistakes({ error, skips, onSkips }: MistakesProps) {
  if (!error) return null
  const errors = fieldErrors(error)
  const lines = [...errors.values()]
  const isOfRows = errors.keys().some((pointer) => pointer.startsWith('/rows/'))
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-bad-soft p-3 text-bad">
      <p className="wrap-anywhere">{errorWords(error)}</p>
      <MistakeLines lines={lines} />
      {isOfRows && (
        <div className="text-ink">
          <CheckboxLine label={t('tables.import_skip')} checked={skips} onChange={onSkips} />
        </div>
      )}
    </div>
  )
}

type Counts = Omit<ImportAnswer, 'table'>

/** What became of a file. */
export function ImportDone({ answer, onClose }: { answer: Counts; onClose: () => void }) {
  const { skipped, skipped_rows: rows, emptied_cells: emptied, sheet, sheets } = answer
  const others = sheets.filter((name) => name !== sheet)
  return (
    <Dialog open onClose={onClose} title={t('tables.import_done')}>
      <div className="grid gap-3">
        <p>{countWords(answer)}</p>
        {sheet !== null && others.length > 0 && (
          <p className="text-ink-soft">{t('tables.import_sheet', { sheet, others: others.join(', ') })}</p>
        )}
        {emptied > 0 && <p className="text-warn">{t('tables.import_emptied', { count: emptied })}</p>}
        {skipped > 0 && (
          <>
            <p className="text-warn">{t('tables.import_skipped', { count: skipped })}</p>
            <ul className="max-h-52 list-disc overflow-y-auto ps-5 text-[13px]">
              {rows.map(({ line, reason }) => (
                <li key={`${line} ${reason}`}>{t('tables.import_line', { line, reason })}</li>
              ))}
            </ul>
          </>
        )}
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t('tables.import_close')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
