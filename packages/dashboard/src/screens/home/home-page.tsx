import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Page, Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { ActionImages } from './action-images.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Health } from './health.tsx'
import { LiveRuns } from './live-runs.tsx'
import { RecentImages } from './recent-images.tsx'

/** Few have no action: the others do without it. */
const NoActions = lazily(() => import('./no-actions.tsx'), 'NoActions')

export function HomePage() {
  const mayWrite = useMay('write')
  const runs = useQuery(api.runs.list.query({ query: { limit: 1 } }))
  const actions = useQuery(api.actions.list.query({ query: { limit: 1 } }))
  const actionId = runs.data?.results[0]?.action_id ?? actions.data?.results[0]?.id
  const error = actionId === undefined ? (runs.error ?? actions.error) : null
  return (
    <Page title={t('home.title')}>
      {error && <Failure error={error} again={() => runs.refetch()} />}
      {actionId !== undefined && <ActionImages actionId={actionId} />}
      {actionId === undefined && (runs.isPending || actions.isPending) && !error && <Skeleton lines={6} />}
      {actionId === undefined && runs.data && actions.data && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <NoActions />
        </Suspense>
      )}
      {mayWrite && <FirstSteps />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <RecentImages />
        <div className="grid min-w-0 content-start gap-6">
          <LiveRuns />
          <Section title={t('home.health')}>
            <Health />
          </Section>
        </div>
      </div>
    </Page>
  )
}
