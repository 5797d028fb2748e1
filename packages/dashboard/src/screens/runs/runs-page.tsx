import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { api, longPage } from '#dashboard/api/api.ts'
import type { Run } from '#dashboard/api/types.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { useLongList } from '#dashboard/api/use-long-list.ts'
import { RunTable } from '#dashboard/parts/runs/run-table.tsx'
import { t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { runStatuses } from './search.ts'

const route = getRouteApi('/frame/runs')
const any = 'any'

const queryOf = (status: (typeof runStatuses)[number]) =>
  status === 'active' || status === 'waiting' ? { state: status } : { outcome: status }

/** Every run, newest first, live while they go on. */
export function RunsPage() {
  const { action, state } = route.useSearch()
  const isFiltered = action !== undefined || state !== undefined
  const list = useLongList<Run>((after) =>
    api.runs.list.query({
      query: {
        limit: longPage,
        ...after,
        ...(action !== undefined && { action_id: action }),
        ...(state && queryOf(state)),
      },
    }),
  )
  return (
    <Page title={t('runs.title')}>
      <Filters />
      <Listing list={list} lines={8} empty={isFiltered ? <NoMatch /> : <NoRuns />}>
        <RunTable runs={list.items} onSight={list.look} />
      </Listing>
    </Page>
  )
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
          ...runStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        onChange={(chosen) => {
          navigate({ search: (before) => ({ ...before, state: runStatuses.find((one) => one === chosen) }) })
        }}
      />
    </div>
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
