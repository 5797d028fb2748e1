import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { browserName } from './browser-name.ts'

/** Where the person is logged in, and an end to it. */
export function Sessions() {
  const queries = useQueryClient()
  const list = useQuery(api.sessions.list.query())
  const revoke = useMutation({
    ...api.sessions.revoke.mutation(),
    onSuccess: () => toast.done(t('settings.session_ended')),
    onSettled: () => queries.invalidateQueries({ queryKey: api.sessions.list.key }),
  })
  if (list.isLoadingError) return <Failure error={list.error} again={() => list.refetch()} />
  if (list.data === undefined) return <Skeleton lines={3} />
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {list.data.results.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-0 grow">
            <p dir="auto" className="truncate font-medium" title={session.user_agent}>
              {browserName(session.user_agent)}
            </p>
            <p className="text-[13px] text-ink-soft">
              <span dir="ltr">{session.address}</span> · {t('settings.session_seen')} <Time at={session.last_seen_at} />
            </p>
          </div>
          {session.is_this ? (
            <Badge tone="good">{t('settings.session_this')}</Badge>
          ) : (
            <Button size="small" onClick={() => revoke.mutate({ params: { id: session.id } })}>
              {t('settings.session_end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
