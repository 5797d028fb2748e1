import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

type Use = CallAnswer<Contract['templates']['usage']>['results'][number]

function recordWords({ records: count, accuracy }: Use): string {
  if (accuracy === 'exact') return count === 0 ? t('versions.render_none') : t('versions.render_exact', { count })
  return accuracy === 'estimate' ? t('versions.render_estimate', { count }) : t('versions.render_at_least', { count })
}

/** The actions that render with the template, and how many records each of them renders again. */
export function PublishUses({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...api.templates.usage.query({ params: { id } }), staleTime: 0 })
  if (!data) return error ? <Failure error={error} again={() => refetch()} /> : <Skeleton lines={2} />
  if (data.results.length === 0) return <p className="text-ink-soft">{t('versions.publish_unused')}</p>
  return (
    <ul className="grid gap-1.5">
      {data.results.map((use) => (
        <li key={use.action_id} className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/actions/$id"
            params={{ id: use.action_id }}
            target="_blank"
            className="min-w-0 rounded font-medium text-accent-ink underline wrap-anywhere"
          >
            <bdi>{use.title}</bdi>
          </Link>
          <span className="text-ink-soft">{recordWords(use)}</span>
        </li>
      ))}
    </ul>
  )
}
