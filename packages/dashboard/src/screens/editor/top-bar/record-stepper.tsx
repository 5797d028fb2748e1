import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { recordName, stepRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'
import { IconButton } from '#dashboard/ui/button.tsx'

/** Which record fills the design; `chooser` shows it, and the way to any other one. */
export function RecordStepper({ chooser }: { chooser?: ReactNode }) {
  const session = useSession()
  const records = useEditor((state) => state.records)
  const at = useEditor((state) => state.record)
  const record = at === null ? undefined : records[at]
  if (records.length === 0) return chooser ?? <span className="text-ink-soft">{t('editor.record_sample')}</span>
  return (
    <div className="flex min-w-0 items-center gap-1">
      <IconButton
        label={t('editor.record_previous')}
        icon={<ChevronLeft className="rtl:rotate-180" />}
        disabled={at === null}
        onClick={() => stepRecord(session, -1)}
      />
      {chooser ?? (
        <span dir="auto" className="max-w-48 truncate">
          {recordName(record)}
        </span>
      )}
      {at !== null && (
        <span className="whitespace-nowrap text-ink-soft tabular-nums max-[50rem]:sr-only">
          {t('editor.record_of', { at: at + 1, count: records.length })}
        </span>
      )}
      <IconButton
        label={t('editor.record_next')}
        icon={<ChevronRight className="rtl:rotate-180" />}
        disabled={at === records.length - 1}
        onClick={() => stepRecord(session, 1)}
      />
    </div>
  )
}
