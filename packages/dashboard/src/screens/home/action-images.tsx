import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, RefreshCw, Square, Wrench } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { Action, Run } from '#dashboard/api/types.ts'
import { useStartRun } from '#dashboard/api/use-start-run.ts'
import { reasonWords } from '#dashboard/parts/runs/reason-words.ts'
import { isUnderWay, outcomesOf, statusWith } from '#dashboard/parts/runs/run-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { ImageTile } from '#dashboard/ui/image-tile.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { durationText } from '#dashboard/ui/time.tsx'
import { isOfAllRecords, type Latest, type LatestImages, useLatestImages } from './latest-images.ts'

const FixDialog = lazily(() => import('#dashboard/parts/runs/fix-dialog.tsx'), 'FixDialog')

const mostTiles = 12
const mostFailures = 3

/** The images of one action: live while they are made, with what failed and how to go on. */
export function ActionImages({ actionId }: { actionId: string }) {
  const action = useQuery(api.actions.get.query({ params: { id: actionId } })).data
  const images = useLatestImages(actionId)
  const { run, latest, isPending, error } = images
  return (
    <Section
      title={action ? t('home.of_action', { title: action.title }) : t('home.latest')}
      aside={<RunButtons actionId={actionId} run={run} />}
    >
      {error && <Failure error={error} />}
      {run && (
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 grow">
            <RunLine {...images} run={run} />
          </div>
          <Link to="/runs/$id" params={{ id: run.id }} className="rounded text-accent-ink underline">
            {t('home.open_run')}
          </Link>
        </div>
      )}
      {isPending && latest.length === 0 && !run?.total ? (
        <Skeleton />
      ) : (
        <Tiles latest={latest} total={run?.total ?? 0} />
      )}
      {action && run && <Failures {...images} action={action} run={run} />}
    </Section>
  )
}

function RunButtons({ actionId, run }: { actionId: string; run: Run | undefined }) {
  const mayRun = useMay('trigger')
  const start = useStartRun()
  const cancel = useMutation(api.runs.cancel.mutation())
  if (!mayRun) return null
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

function countsOf(latest: readonly Latest[]): Pick<Run, 'rendered' | 'skipped' | 'failed' | 'cancelled'> {
  const count = (state: Latest['record']['state']) => latest.filter(({ record }) => record.state === state).length
  return {
    rendered: count('rendered'),
    skipped: count('skipped'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  }
}

type OutcomeProps = Pick<LatestImages, 'latest' | 'isWhole'> & { run: Run }

/** How far it is, or what came of it. */
function RunLine({ run, latest, isWhole }: OutcomeProps) {
  if (!isUnderWay(run)) return <Outcome run={run} latest={latest} isWhole={isWhole} />
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

/** Of every record as it stands now; where these are too many to be read for that, of the newest run. */
function Outcome({ run, latest, isWhole }: OutcomeProps) {
  const counts = isWhole ? { ...run, ...countsOf(latest) } : run
  const isOfAll = isWhole || isOfAllRecords(run)
  const isLeft = counts.failed + counts.cancelled + counts.pending > 0
  const isGood = isOfAll && !isLeft && run.state === 'completed'
  const outcomes = outcomesOf(counts)
    .map(({ words }) => words)
    .join(' · ')
  return (
    <p className="text-ink-soft">
      {!isGood && (
        <span className="me-2">
          <Status state={statusWith(run, counts)} />
        </span>
      )}
      {run.error && <span className="block text-bad">{run.error.message}</span>}
      {isGood ? t('home.all_good') : isWhole ? outcomes : t('home.latest_made', { outcomes })}
    </p>
  )
}

/** What has no image yet, below those that there are: a few, and where the others stand. */
function Failures({ action, run, latest, isWhole }: OutcomeProps & { action: Action }) {
  const failed = latest.filter(({ record }) => record.state === 'failed')
  const isMore = isWhole ? failed.length > mostFailures : run.failed > 0
  if (failed.length === 0 && !isMore) return null
  const listedIn = (isWhole && failed[0]?.runId) || run.id
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {failed.slice(0, mostFailures).map(({ record }) => (
        <li key={record.record_id}>
          <FailedRecord action={action} record={record} />
        </li>
      ))}
      {isMore && (
        <li className="px-4 py-2.5">
          <Link
            to="/runs/$id"
            params={{ id: listedIn }}
            search={{ outcome: 'failed' }}
            className="rounded text-accent-ink underline"
          >
            {isWhole ? t('home.more_failed', { count: failed.length - mostFailures }) : t('home.all_failed')}
          </Link>
        </li>
      )}
    </ul>
  )
}

function FailedRecord({ action, record }: { action: Action; record: Latest['record'] }) {
  const mayRun = useMay('trigger')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <CircleAlert aria-hidden className="size-4 shrink-0 self-start text-bad max-sm:hidden sm:mt-0.5" />
      <div className="min-w-0 grow basis-64">
        <p dir="auto" className="font-medium">
          {t('home.no_image_yet', { label: record.label })}
        </p>
        <p dir="auto" className="text-[13px] break-words text-ink-soft">
          {reasonWords(record)}
        </p>
      </div>
      {mayRun && (
        <Button size="small" icon={<Wrench />} onClick={() => setOpen(true)}>
          {t('runs.fix')}
        </Button>
      )}
      <Suspense>{isOpen && <FixDialog action={action} record={record} onRetried={close} onClose={close} />}</Suspense>
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
  const { state, label, image_id: imageId, preview_url: url } = record
  if (state === 'failed') return <ImageTile state="failed" label={label} />
  if (url === null) return <ImageTile state="pending" label={label} />
  const picture = <ImageTile state="done" url={url} label={label} />
  if (imageId === null) return picture
  return (
    <Link to="/gallery" search={{ image: imageId }} className="min-w-0 rounded-lg">
      {picture}
    </Link>
  )
}
