import { Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '#dashboard/api/session.ts'
import type { Identity, Run } from '#dashboard/api/types.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { RunCounts } from './run-counts.tsx'
import { starterWords, statusOf, tookWords } from './run-words.ts'

const rowHeightPx = 60

interface RunTableProps {
  runs: readonly Run[]
  onSight: (first: number, last: number) => void
}

function Title({ run, title }: { run: Run; title: string }) {
  return (
    <>
      <Link
        to="/runs/$id"
        params={{ id: run.id }}
        tabIndex={-1}
        dir="auto"
        className="block truncate font-medium hover:underline"
      >
        {title}
      </Link>
      <div className="sm:hidden">
        <RunCounts run={run} at={run.created_at} />
      </div>
    </>
  )
}

function columnsOf(me: Identity, titleOf: (run: Run) => string): readonly Column<Run>[] {
  return [
    { id: 'action', title: t('runs.action'), cell: (run) => <Title run={run} title={titleOf(run)} /> },
    { id: 'state', title: t('runs.outcome'), width: '11.5rem', cell: (run) => <Status state={statusOf(run)} /> },
    {
      id: 'progress',
      title: t('runs.progress'),
      width: 'minmax(0,13rem)',
      wideOnly: true,
      cell: (run) => <RunCounts run={run} />,
    },
    {
      id: 'by',
      title: t('runs.started_by'),
      width: 'minmax(0,11rem)',
      wideOnly: true,
      cell: (run) => starterWords(run, me),
    },
    {
      id: 'took',
      title: t('runs.took'),
      width: '5rem',
      wideOnly: true,
      end: true,
      cell: (run) => tookWords(run) ?? '–',
    },
    {
      id: 'created',
      title: t('runs.created'),
      width: '6.5rem',
      wideOnly: true,
      end: true,
      cell: (run) => <Time at={run.created_at} />,
    },
  ]
}

/** Runs with what came of them; a press leads to the run's own page. */
export function RunTable({ runs, onSight }: RunTableProps) {
  const me = useMe()
  const navigate = useNavigate()
  const actions = useActions()
  const titleOf = ({ action_id: id }: Run) => actions.find((action) => action.id === id)?.title ?? id
  return (
    <Table
      label={t('runs.list')}
      columns={columnsOf(me, titleOf)}
      items={runs}
      keyOf={({ id }) => id}
      rowHeightPx={rowHeightPx}
      onSight={onSight}
      onOpen={({ id }) => void navigate({ to: '/runs/$id', params: { id } })}
    />
  )
}
