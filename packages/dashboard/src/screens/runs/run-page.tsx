import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Images, Play, RotateCcw, Square } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay, useMe } from '#dashboard/api/session.ts'
import type { Action, Run } from '#dashboard/api/types.ts'
import { isUnderWay, starterWords, statusOf } from '#dashboard/parts/runs/run-words.ts'
import { TableLink } from '#dashboard/parts/runs/table-link.tsx'
import { Warnings } from '#dashboard/parts/runs/warnings.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { ResourcePage } from '#dashboard/ui/resource-page.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunFailures } from './run-failures.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunRecords } from './run-records.tsx'

const route = getRouteApi('/frame/runs/$id')

/** One run: how far it is, what it waits for, and what became of each of its records. */
export function RunPage() {
  const { id } = route.useParams()
  const read = useQuery(api.runs.get.query({ params: { id } }))
  return (
    <ResourcePage kind={t('runs.run')} read={read}>
      {(run) => <Known run={run} />}
    </ResourcePage>
  )
}

function Known({ run }: { run: Run }) {
  const me = useMe()
  const action = useQuery(api.actions.get.query({ params: { id: run.action_id } })).data
  return (
    <Page
      title={action?.title ?? t('runs.run')}
      recent={action !== undefined}
      lead={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <Status state={statusOf(run)} />
            {starterWords(run, me)} · <Time at={run.created_at} />
          </span>
          {action && <Where action={action} />}
        </span>
      }
      actions={<RunButtons run={run} />}
    >
      <RunProgress run={run} />
      <Warnings texts={run.notices} />
      <RunFailures run={run} action={action} />
      <RunRecords run={run} />
      <RunFacts run={run} />
    </Page>
  )
}

/** What it is a run of: the action, its table and its template. */
function Where({ action }: { action: Action }) {
  return (
    <>
      <span>
        {t('runs.action')}:{' '}
        <Link to="/actions/$id" params={{ id: action.id }} dir="auto" className="rounded underline hover:text-ink">
          {action.title}
        </Link>
      </span>
      <span>
        {t('runs.table')}: <TableLink {...action} />
      </span>
      <Link to="/templates/$id" params={{ id: action.template_id }} className="rounded underline hover:text-ink">
        {t('runs.fix_template')}
      </Link>
    </>
  )
}

function RunButtons({ run }: { run: Run }) {
  const mayRun = useMay('trigger')
  const navigate = useNavigate()
  const cancel = useMutation(api.runs.cancel.mutation())
  const onSuccess = ({ id }: Run) => navigate({ to: '/runs/$id', params: { id } })
  const retry = useMutation({ ...api.runs.retryFailed.mutation(), onSuccess })
  const rest = useMutation({ ...api.runs.runRest.mutation(), onSuccess })
  const isUnread = run.planned_at === null
  const hasRest = (run.cancelled > 0 || isUnread) && !isUnderWay(run)
  const input = { params: { id: run.id } }
  return (
    <>
      {run.rendered > 0 && (
        <Link to="/gallery" search={{ run: run.id }} className={buttonClass()}>
          <Images aria-hidden />
          {t('runs.images')}
        </Link>
      )}
      {mayRun && !isUnderWay(run) && run.failed > 0 && (
        <Button
          look={hasRest ? 'plain' : 'primary'}
          icon={<RotateCcw />}
          busy={retry.isPending}
          onClick={() => retry.mutate(input)}
        >
          {t('runs.retry_failed', { count: run.failed })}
        </Button>
      )}
      {mayRun && hasRest && (
        <Button
          look="primary"
          icon={<Play />}
          hint={isUnread ? t('runs.rest_unread_help') : t('runs.rest_help', { count: run.cancelled })}
          busy={rest.isPending}
          onClick={() => rest.mutate(input)}
        >
          {t('runs.rest')}
        </Button>
      )}
      {mayRun && isUnderWay(run) && (
        <ConfirmButton
          icon={<Square />}
          title={t('runs.cancel_title')}
          description={t('runs.cancel_help')}
          confirm={t('runs.cancel_confirm')}
          onConfirm={() => cancel.mutate(input)}
        >
          {t('runs.cancel')}
        </ConfirmButton>
      )}
    </>
  )
}
