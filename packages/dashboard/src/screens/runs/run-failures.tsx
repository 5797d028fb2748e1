import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { Action, Run } from '#dashboard/api/types.ts'
import { failureWords } from '#dashboard/parts/runs/reason-words.ts'
import { TableLink } from '#dashboard/parts/runs/table-link.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { fixPlaceOf } from './failure-fix.ts'
import type { FailureGroup } from './types.ts'

const shownRecords = 20

/** Why records failed: equal reasons once, with how many records each and where to fix them. */
export function RunFailures({ run, action }: { run: Run; action: Action | undefined }) {
  const failures = useQuery({
    ...api.runs.failures.query({ params: { id: run.id } }),
    enabled: run.failed > 0,
  })
  const { data } = failures
  if (run.failed === 0 || (data && data.results.length === 0)) return null
  return (
    <Section title={t('runs.failures')}>
      {failures.isLoadingError && <Failure error={failures.error} again={() => void failures.refetch()} />}
      {failures.isPending && <Skeleton lines={2} />}
      {data && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.results.map((group) => (
            <Group key={group.group} run={run} action={action} group={group} />
          ))}
          {data.other > 0 && (
            <li className="px-3 py-2 text-ink-soft">{t('runs.failures_other', { count: data.other })}</li>
          )}
        </ul>
      )}
    </Section>
  )
}

interface GroupProps {
  run: Run
  action: Action | undefined
  group: FailureGroup
}

function Group({ run, action, group }: GroupProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="grid gap-3 p-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="flex min-w-0 grow basis-72 gap-3">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          <span className="min-w-0 break-words">
            <span className="font-medium tabular-nums">{t('runs.records_count', { count: group.records })}</span>
            <span dir="auto" className="block text-bad">
              {failureWords(group)}
            </span>
          </span>
        </p>
        <div className="flex flex-wrap gap-2 ps-7 sm:ps-0">
          {action && <Fix run={run} action={action} group={group} />}
          <Button
            size="small"
            look="quiet"
            icon={<ChevronDown className={classNames('transition-transform', isOpen && 'rotate-180')} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('runs.failures_show')}
          </Button>
        </div>
      </div>
      {isOpen && <GroupRecords run={run} group={group} />}
    </li>
  )
}

/** The first of the records that failed for this reason. */
function useFirstRecord(run: Run, { group }: FailureGroup, enabled: boolean): string | undefined {
  const query = { limit: 1, failure_group: group }
  return useQuery({ ...api.runs.records.query({ params: { id: run.id }, query }), enabled }).data?.results[0]?.record_id
}

/** The one place where most failures of this kind are fixed. */
function Fix({ run, action, group }: GroupProps & { action: Action }) {
  const place = fixPlaceOf(group.code)
  const row = useFirstRecord(run, group, place === 'table')
  const look = buttonClass('plain', 'small')
  const links: Readonly<Record<typeof place, ReactNode>> = {
    table: <TableLink {...action} row={row} className={look} label={t('runs.fix_table')} />,
    mapping: (
      <Link to="/actions/$id" params={{ id: action.id }} search={{ tab: 'mapping' }} className={look}>
        {t('runs.fix_mapping')}
      </Link>
    ),
    template: (
      <Link to="/templates/$id" params={{ id: action.template_id }} className={look}>
        {t('runs.fix_template')}
      </Link>
    ),
    connection: (
      <Link to="/sources/$id" params={{ id: action.connection_id }} className={look}>
        {t('runs.fix_connection')}
      </Link>
    ),
    write_back: (
      <Link to="/actions/$id" params={{ id: action.id }} search={{ tab: 'output' }} className={look}>
        {t('runs.fix_write_back')}
      </Link>
    ),
    none: null,
  }
  return links[place]
}

function GroupRecords({ run, group: { group, records } }: Pick<GroupProps, 'run' | 'group'>) {
  const list = useQuery(
    api.runs.records.query({ params: { id: run.id }, query: { limit: shownRecords, failure_group: group } }),
  )
  if (list.isLoadingError) return <Failure error={list.error} again={() => void list.refetch()} />
  if (list.isPending) return <Skeleton lines={3} />
  return (
    <div className="grid gap-2 ps-7">
      <ul aria-label={t('runs.records')} className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {list.data.results.map(({ n, label, record_id: id }) => (
          <li key={n} className="min-w-0">
            <Link
              to="/runs/$id"
              params={{ id: run.id }}
              search={{ reason: group, record: n }}
              resetScroll={false}
              dir="auto"
              className="block truncate rounded underline hover:text-ink"
            >
              {label || id}
            </Link>
          </li>
        ))}
      </ul>
      {records > shownRecords && (
        <Link
          to="/runs/$id"
          params={{ id: run.id }}
          search={{ reason: group }}
          hash="records"
          className="w-fit rounded text-accent-ink underline"
        >
          {t('runs.failures_all', { count: records })}
        </Link>
      )}
    </div>
  )
}
