import type { CallAnswer, Contract } from '@pictable/client'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { countWords } from './count-words.ts'
import { ImportDone, MistakeLines } from './import-parts.tsx'

export type LaterImport = CallAnswer<Contract['tables']['getImport']>

interface ImportStateProps {
  of: LaterImport
  onDismiss: () => void
}

function Active({ table_name: name, done, rows }: LaterImport) {
  return (
    <div className="grid gap-1.5">
      <p>{t('tables.later_active', { name, done, total: rows })}</p>
      <Progress label={t('tables.import_progress')} done={done} total={rows} />
      <p className="text-[13px] text-ink-soft">{t('tables.later_help')}</p>
    </div>
  )
}

function Ended({ of, onDismiss }: ImportStateProps) {
  const { table_name: name, result, error } = of
  const [isOpen, setOpen] = useState(false)
  const dismiss = (
    <Button size="small" look="quiet" onClick={onDismiss}>
      {t('tables.later_dismiss')}
    </Button>
  )
  if (error !== null)
    return (
      <div role="alert" className="flex flex-wrap items-start gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 text-bad" />
        <div className="grid min-w-0 flex-1 gap-2 text-bad">
          <p className="wrap-anywhere">{t('tables.later_failed', { name, reason: error.message })}</p>
          <MistakeLines lines={error.errors.map(({ detail }) => detail)} />
        </div>
        {dismiss}
      </div>
    )
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      <CircleCheck aria-hidden className="size-5 text-good" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {t('tables.later_completed', { name, counts: result === null ? '' : countWords(result) })}
      </p>
      {result !== null && (result.skipped > 0 || result.emptied_cells > 0) && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('tables.later_details')}
        </Button>
      )}
      {dismiss}
      {isOpen && result !== null && <ImportDone answer={result} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** How far it is, or what came of it. */
export function ImportState(props: ImportStateProps) {
  return props.of.state === 'active' ? <Active {...props.of} /> : <Ended {...props} />
}
