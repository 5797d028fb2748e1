import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { Action, Run } from '#dashboard/api/types.ts'
import { isRun } from '#dashboard/parts/runs/run-words.ts'
import { Warnings } from '#dashboard/parts/runs/warnings.tsx'
import { OWN_BASE } from '#dashboard/parts/tables/own-connection.ts'
import { useIsHere } from '#dashboard/parts/use-is-here.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { useSettled } from '#dashboard/ui/use-settled.ts'
import { ChosenRecords } from './chosen-records.tsx'
import { useLastRun } from './last-run.tsx'
import { UnpublishedWords } from './publish-note.tsx'
import { isEstimate, RunEstimate } from './run-estimate.tsx'
import { type Unpublished, useUnpublished } from './use-unpublished.ts'
import { WriteCheckNotes } from './write-check.tsx'

type Which = 'all' | 'failed' | 'chosen'

interface Choice {
  which: Which
  force: boolean
  limit: string
  chosen: readonly string[]
}

function bodyOf({ which, force, limit, chosen }: Choice) {
  const most = Number(limit)
  return {
    ...(which === 'chosen' && chosen.length > 0 && { record_ids: [...chosen] }),
    ...(force && { force }),
    ...(which === 'all' && limit !== '' && { limit: most }),
  }
}

interface Start {
  choice: Choice
  overBudget: boolean
  unpublished: Unpublished | null
}

function useStart(action: Action, lastRun: Run | null | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsHere()
  return useMutation({
    meta: { form: true },
    mutationFn: async ({ choice, overBudget, unpublished }: Start) => {
      await unpublished?.publish()
      if (choice.which === 'failed') return client.runs.retryFailed({ params: { id: lastRun?.id ?? '' } })
      const body = { ...bodyOf(choice), ...(overBudget && { over_budget: true }) }
      return client.actions.run({ params: { id: action.id }, body })
    },
    onSuccess: (run) => {
      queries.invalidateQueries({ queryKey: api.runs.list.key })
      if (!isRun(run)) return
      const page = { to: '/runs/$id', params: { id: run.id } } as const
      if (isHere()) return navigate({ ...page, ignoreBlocker: true })
      // The dialog is closed, and the person is at something else.
      toast.done(t('actions.run_started', { title: action.title }), (close) => (
        <Button
          size="small"
          onClick={() => {
            close()
            void navigate(page)
          }}
        >
          {t('actions.open_run')}
        </Button>
      ))
    },
  })
}

/** Which records, what it will take, and off it goes: the run's own page tells how it goes on. */
export function RunDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const lastRun = useLastRun(action.id)
  const [choice, setChoice] = useState<Choice>({ which: 'all', force: false, limit: '', chosen: [] })
  const [overBudget, setOverBudget] = useState(false)
  const start = useStart(action, lastRun)
  const unpublished = useUnpublished(action.template_id)
  const isNothing = choice.which === 'chosen' && choice.chosen.length === 0
  const isEstimated = choice.which !== 'failed' && !isNothing
  const body = useSettled(bodyOf(choice))
  const estimate = useQuery({
    ...api.actions.run.query({ params: { id: action.id }, body: { ...body, dry_run: true } }),
    enabled: isEstimated,
    staleTime: 0,
  })
  return (
    <FormDialog
      title={t('actions.run_title', { title: action.title })}
      submit={
        unpublished?.mayPublish ? t('actions.publish_and_run', { version: unpublished.version }) : t('actions.start')
      }
      submitIcon={<Play />}
      isSending={start.isPending}
      isIncomplete={isNothing || unpublished?.mayPublish === false || (isEstimated && cannotWrite(estimate.data))}
      error={start.error}
      onSubmit={() => start.mutate({ choice, overBudget, unpublished })}
      onClose={onClose}
    >
      <WhichRecords
        action={action}
        choice={choice}
        failed={lastRun?.failed ?? 0}
        onChange={(part) => setChoice({ ...choice, ...part })}
      />
      {isEstimated && <RunEstimate isOwn={action.base_id === OWN_BASE} estimate={estimate} />}
      {isEstimated && <Warnings texts={estimate.data && !isRun(estimate.data) ? estimate.data.warnings : []} />}
      {isEstimated && isEstimate(estimate.data) && <WriteCheckNotes check={estimate.data.write_check} />}
      {isEstimated && isOver(estimate.data) && (
        <div className="flex items-center gap-3 rounded-lg bg-warn-soft p-3 text-warn">
          <Checkbox aria-label={t('actions.over_budget')} checked={overBudget} onChange={setOverBudget} />
          <span>{t('actions.over_budget')}</span>
        </div>
      )}
      {unpublished && (
        <div className="rounded-lg bg-warn-soft p-3 text-warn">
          <UnpublishedWords {...unpublished} />
        </div>
      )}
    </FormDialog>
  )
}

interface WhichRecordsProps {
  action: Action
  choice: Choice
  /** How many failed the last time. */
  failed: number
  onChange: (part: Partial<Choice>) => void
}

function WhichRecords({ action, choice: { which, chosen, limit, force }, failed, onChange }: WhichRecordsProps) {
  const isWhole = action.view_id === null && action.filter === null
  return (
    <>
      <Field label={t('actions.which')}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: 'all', label: t(isWhole ? 'actions.which_table' : 'actions.which_all') },
              ...(failed > 0 ? [{ value: 'failed', label: t('actions.which_failed', { count: failed }) }] : []),
              { value: 'chosen', label: t('actions.which_chosen') },
            ]}
            value={which}
            onChange={(value) => onChange({ which: value === 'failed' || value === 'chosen' ? value : 'all' })}
          />
        )}
      </Field>
      {which === 'chosen' && (
        <ChosenRecords action={action} chosen={chosen} onChange={(ids) => onChange({ chosen: ids })} />
      )}
      {which === 'all' && (
        <TextField
          label={t('actions.limit')}
          help={t('actions.limit_help')}
          optional
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          inputMode="numeric"
          value={limit}
          onChange={(typed) => onChange({ limit: typed })}
        />
      )}
      {which !== 'failed' && (
        <div className="flex items-center gap-3">
          <Switch aria-label={t('actions.force')} checked={force} onChange={(on) => onChange({ force: on })} />
          <span>
            <span className="block font-medium">{t('actions.force')}</span>
            <span className="block text-[13px] text-ink-soft">{t('actions.force_help')}</span>
          </span>
        </div>
      )}
    </>
  )
}

/** The notes of the check say why. */
const cannotWrite = (answer: object | undefined) => isEstimate(answer) && answer.error?.code === 'write_back_impossible'

function isOver(answer: object | undefined): boolean {
  if (!isEstimate(answer) || answer.budget === null) return false
  return answer.budget.remaining < answer.source_calls
}
