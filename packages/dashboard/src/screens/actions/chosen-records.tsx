import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { Action } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { sampleSize } from './draft/use-table.ts'

interface ChosenRecordsProps {
  action: Action
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Single records, among the first of the action. */
export function ChosenRecords({ action, chosen, onChange }: ChosenRecordsProps) {
  const [typed, setTyped] = useState('')
  const sample = useQuery(api.actions.sample.query({ params: { id: action.id }, body: { limit: sampleSize } }))
  if (sample.isLoadingError) return <Failure error={sample.error} again={() => void sample.refetch()} />
  if (!sample.data) return <Skeleton lines={4} />
  const { results, matching } = sample.data
  const shown = results.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{t('actions.which_chosen')}</legend>
      <SearchBox label={t('actions.find_record')} value={typed} onChange={setTyped} />
      <div className="max-h-56 overflow-y-auto rounded-lg border border-line px-3 py-1">
        {shown.map(({ record_id: id, label }) => (
          <CheckboxLine
            key={id}
            label={label || id}
            checked={chosen.includes(id)}
            onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        ))}
        {shown.length === 0 && (
          <p className="py-1.5 text-ink-soft">{t(results.length === 0 ? 'actions.no_records' : 'ui.no_match')}</p>
        )}
      </div>
      <p className="text-[13px] text-ink-soft">
        {t('actions.chosen_count', { count: chosen.length })}
        {matching > results.length && ` · ${t('actions.chosen_first', { count: results.length })}`}
      </p>
    </fieldset>
  )
}
