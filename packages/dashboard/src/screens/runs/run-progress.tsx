import { Link } from '@tanstack/react-router'
import { CircleAlert, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Run } from '#dashboard/api/types.ts'
import { isUnderWay } from '#dashboard/parts/runs/run-words.ts'
import { locale, t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { clockText, durationText } from '#dashboard/ui/time.tsx'

const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })

function factsOf(run: Run): string {
  if (run.state === 'waiting') return t('runs.waiting')
  if (run.planned_at === null)
    return run.total === 0 ? t('runs.planning') : t('runs.planned_so_far', { count: run.total })
  const facts = [t('runs.of', { done: run.total - run.pending, total: run.total })]
  if (run.rate_per_second) facts.push(t('runs.rate', { rate: rate.format(run.rate_per_second) }))
  if (run.eta_seconds) facts.push(t('runs.eta', { time: durationText(run.eta_seconds) }))
  return facts.join(' · ')
}

/** What it waits for, and until when where that is known. */
function waitText({ message, until }: NonNullable<Run['waiting_for']>): string {
  return until === null ? message : `${message} ${t('runs.goes_on_at', { time: clockText(until) })}`
}

/** How far it is, how fast, how long still; and what keeps it from going on. */
export function RunProgress({ run }: { run: Run }) {
  return (
    <div className="grid gap-3 empty:hidden">
      {isUnderWay(run) && (
        <div className="grid gap-2">
          <Progress
            label={t('runs.progress')}
            done={run.planned_at === null ? null : run.total - run.pending}
            total={run.total}
          />
          <p className="text-ink-soft tabular-nums">{factsOf(run)}</p>
        </div>
      )}
      {run.waiting_for && (
        <Note tone="bg-warn-soft text-warn" icon={<Hourglass aria-hidden />} title={t('runs.stuck')}>
          {waitText(run.waiting_for)}
        </Note>
      )}
      {run.error && (
        <Note tone="bg-bad-soft text-bad" icon={<CircleAlert aria-hidden />} title={t('runs.ended_early')}>
          {run.error.message}
          {run.error.code === 'write_back_impossible' && (
            <Link
              to="/actions/$id"
              params={{ id: run.action_id }}
              search={{ tab: 'output' }}
              className={buttonClass('plain', 'small')}
            >
              {t('runs.fix_write_back')}
            </Link>
          )}
        </Note>
      )}
    </div>
  )
}

interface NoteProps {
  tone: string
  icon: ReactNode
  title: string
  children: ReactNode
}

function Note({ tone, icon, title, children }: NoteProps) {
  return (
    <div role="status" className={`flex gap-3 rounded-lg p-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 ${tone}`}>
      {icon}
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <div dir="auto" className="grid justify-items-start gap-2 break-words">
          {children}
        </div>
      </div>
    </div>
  )
}
