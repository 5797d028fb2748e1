import { ApiError, type CallAnswer, type Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { CardPage } from '#dashboard/ui/card-page.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

type FoundLink = CallAnswer<Contract['links']['look']>

interface LinkGateProps {
  token: string
  /** While the link is looked at. */
  title: string
  children: (link: FoundLink) => ReactNode
}

/** What a one-time link leads to; one that was used leads to the log-in. */
export function LinkGate({ token, title, children }: LinkGateProps) {
  const look = api.links.look.mutation()
  const link = useQuery({
    queryKey: [...look.mutationKey, token],
    queryFn: () => look.mutationFn({ body: { token } }),
  })
  if (link.data) return children(link.data)
  if (link.error instanceof ApiError && link.error.status === 403)
    return (
      <CardPage title={t('login.spent')}>
        <div className="grid gap-4">
          <p className="text-ink-soft">{t('login.spent_help')}</p>
          <Link to="/log-in" className={buttonClass('primary')}>
            {t('login.spent_log_in')}
          </Link>
        </div>
      </CardPage>
    )
  return (
    <CardPage title={title}>
      {link.error ? <Failure error={link.error} again={() => link.refetch()} /> : <Skeleton />}
    </CardPage>
  )
}
