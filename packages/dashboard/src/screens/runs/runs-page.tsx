import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMe } from '#dashboard/api/session.ts'
import type { Run } from '#dashboard/api/types.ts'
import { longPage, useLongList } from '#dashboard/api/use-long-list.ts'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { runStates } from './route.ts'
import { RunCounts } from './run-counts.tsx'
import { starterWords, tookWords } from './run-words.ts'

const route = getRouteApi('/frame/runs')
const any = 'any'
const rowHeightPx = 60

/** Every run, newest first, live while they go on. */
export function RunsPage() {
  const { action, state } = route.useSearch()
  const isFiltered = action !== undefined || state !== undefined
  const list = useLongList<Run>((after) =>
    api.runs.list.query({
      query: { limit: longPage, ...after, ...(action !== undefined && { action_id: action }), ...(state && { state }) },
    }),
  )
  return (
    <Page title={t('runs.title')}>
      <Filters />
      {list.error && <Failure error={list.error} again={list.again} />}
      {list.isPending && !list.error && <Skeleton lines={8} />}
      {list.items.length > 0 && <RunTable runs={list.items} onSight={list.look} />}
      {!list.isPending && list.items.length === 0 && !list.error && (isFiltered ? <NoMatch /> : <NoRuns />)}
    </Page>
  )
}

function useActions() {
  return useQuery(api.actions.list.query({ query: { limit: 100 } })).data?.results ?? []
}

function Filters() {
  const { action, state } = route.useSearch()
  const navigate = useNavigate({ from: '/runs' })
  const actions = useActions()
  const known = actions.map(({ id, title }) => ({ value: id, label: title }))
  const unknown =
    action === undefined || known.some(({ value }) => value === action) ? [] : [{ value: action, label: action }]
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:*:w-56">
      <Select
        aria-label={t('runs.action')}
        value={action ?? any}
        options={[{ value: any, label: t('runs.all_actions') }, ...known, ...unknown]}
        onChange={(chosen) => {
          navigate({ search: (before) => ({ ...before, action: chosen === any ? undefined : chosen }) })
        }}
      />
      <Select
        aria-label={t('runs.state')}
        value={state ?? any}
        options={[
          { value: any, label: t('runs.all_states') },
          ...runStates.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        onChange={(chosen) => {
          navigate({ search: (before) => ({ ...before, state: runStates.find((one) => one === chosen) }) })
        }}
      />
    </div>
  )
}

function RunTable({ runs, onSight }: { runs: readonly Run[]; onSight: (first: number, last: number) => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const actions = useActions()
  const titleOf = ({ action_id: id }: Run) => actions.find((action) => action.id === id)?.title ?? id
  const columns: readonly Column<Run>[] = [
    {
      id: 'action',
      title: t('runs.action'),
      cell: (run) => (
        <>
          <Link
            to="/runs/$id"
            params={{ id: run.id }}
            tabIndex={-1}
            dir="auto"
            className="block truncate font-medium hover:underline"
          >
            {titleOf(run)}
          </Link>
          <div className="sm:hidden">
            <RunCounts run={run} />
          </div>
        </>
      ),
    },
    { id: 'state', title: t('runs.state'), width: '7rem', cell: (run) => <Status state={run.state} /> },
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
      end: true,
      cell: (run) => <Time at={run.created_at} />,
    },
  ]
  return (
    <Table
      label={t('runs.list')}
      columns={columns}
      items={runs}
      keyOf={({ id }) => id}
      rowHeightPx={rowHeightPx}
      onSight={onSight}
      onOpen={({ id }) => void navigate({ to: '/runs/$id', params: { id } })}
    />
  )
}

function NoMatch() {
  return (
    <EmptyState
      icon={<History aria-hidden />}
      title={t('runs.no_match')}
      help={t('runs.no_match_help')}
      action={
        <Link to="/runs" className={buttonClass()}>
          {t('runs.clear')}
        </Link>
      }
    />
  )
}

function NoRuns() {
  const [action] = useActions()
  const line = `curl -X POST ${location.origin}/v1/tablesources/${action?.id ?? '<action id>'} -H "Authorization: Bearer $PICTABLE_KEY"`
  return <EmptyState icon={<History aria-hidden />} title={t('runs.empty')} help={t('runs.empty_help')} line={line} />
}
