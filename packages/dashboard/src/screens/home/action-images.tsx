import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw, Square, Wrench } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { Action, Run } from '#dashboard/api/types.ts'
import { useStartRun } from '#dashboard/api/use-start-run.ts'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { ImageTile } from '#dashboard/ui/image-tile.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { durationText } from '#dashboard/ui/time.tsx'
import { type Latest, useLatestImages } from './latest-images.ts'

const FixDialog = lazy(async () => ({ default: (await import('./fix-dialog.tsx')).FixDialog }))

const mostTiles = 24

function isUnderWay({ state }: Run): boolean {
  return state === 'active' || state === 'waiting'
}

/** The images of one action: live while they are made, with what failed and how to go on. */
export function ActionImages({ actionId }: { actionId: string }) {
  const action = useQuery(api.actions.get.query({ params: { id: actionId } })).data
  const { run, latest, isPending, error } = useLatestImages(actionId)
  const failed = latest.filter(({ record }) => record.state === 'failed')
  return (
    <Section
      title={action ? t('home.of_action', { title: action.title }) : t('home.latest')}
      aside={<RunButtons actionId={actionId} run={run} />}
    >
      {error && <Failure error={error} />}
      {run && <RunLine run={run} latest={latest} />}
      {action && failed.map((one) => <FailedRecord key={one.record.record_id} action={action} latest={one} />)}
      {isPending && latest.length === 0 && !run?.total ? (
        <Skeleton />
      ) : (
        <Tiles latest={latest} total={run?.total ?? 0} />
      )}
    </Section>
  )
}

function RunButtons({ actionId, run }: { actionId: string; run: Run | undefined }) {
  const start = useStartRun()
  const cancel = useMutation(api.runs.cancel.mutation())
  if (run && isUnderWay(run))
    return (
      <Button
        size="small"
        icon={<Square />}
        busy={cancel.isPending}
        onClick={() => cancel.mutate({ params: { id: run.id } })}
      >
        {t('home.stop')}
      </Button>
    )
  return (
    <Button
      size="small"
      hint={t('home.generate_help')}
      icon={<RefreshCw />}
      busy={start.isPending}
      onClick={() => start.mutate({ params: { id: actionId }, body: { force: true } })}
    >
      {t('home.generate')}
    </Button>
  )
}

function countOf(latest: readonly Latest[], state: Latest['record']['state']): number {
  return latest.filter(({ record }) => record.state === state).length
}

/** How far it is, or what came of it. */
function RunLine({ run, latest }: { run: Run; latest: readonly Latest[] }) {
  if (!isUnderWay(run)) return <Outcome run={run} latest={latest} />
  const done = run.total - run.pending
  const facts = [
    t('home.progress', { done, total: run.total }),
    ...(run.rate_per_second ? [t('home.rate', { rate: Math.round(run.rate_per_second) })] : []),
    ...(run.eta_seconds ? [t('home.remaining', { time: durationText(run.eta_seconds) })] : []),
  ]
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-ink-soft">
        <Status state={run.state} />
        {facts.join(' · ')}
      </p>
      <Progress label={t('home.latest')} done={run.planned_at === null ? null : done} total={run.total} />
    </div>
  )
}

function Outcome({ run, latest }: { run: Run; latest: readonly Latest[] }) {
  const failed = countOf(latest, 'failed')
  const counts = { rendered: countOf(latest, 'rendered'), skipped: countOf(latest, 'skipped'), failed }
  return (
    <p className="text-ink-soft">
      {run.error && <span className="block text-bad">{run.error.message}</span>}
      {failed === 0 && run.state === 'completed' ? t('home.all_good') : t('home.counts', counts)}
    </p>
  )
}

function FailedRecord({ action, latest }: { action: Action; latest: Latest }) {
  const [isOpen, setOpen] = useState(false)
  const { record } = latest
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-bad-soft px-4 py-3">
      <p dir="auto" className="min-w-0 grow basis-80 text-bad">
        {record.reason?.message}
      </p>
      <Button size="small" icon={<Wrench />} onClick={() => setOpen(true)}>
        {t('home.fix')}
      </Button>
      <Suspense>{isOpen && <FixDialog action={action} latest={latest} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

/** Records that are not listed yet have their places already. */
function Tiles({ latest, total }: { latest: readonly Latest[]; total: number }) {
  const toCome = Math.min(mostTiles, total) - latest.length
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
      {latest.slice(0, mostTiles).map(({ record }) => (
        <RecordTile key={record.record_id} record={record} />
      ))}
      {Array.from({ length: Math.max(0, toCome) }, (_, place) => place).map((place) => (
        <ImageTile key={place} state="pending" label="…" />
      ))}
    </div>
  )
}

function RecordTile({ record }: { record: Latest['record'] }) {
  const { state, label, image_url: url } = record
  if (state === 'failed') return <ImageTile state="failed" label={label} />
  if (url === null) return <ImageTile state="pending" label={label} />
  return <ImageTile state="done" url={url} label={label} />
}
