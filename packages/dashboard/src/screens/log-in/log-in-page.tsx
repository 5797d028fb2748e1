import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { LogInForm } from '#dashboard/parts/log-in/log-in-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { CardPage } from '#dashboard/ui/card-page.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'

const resetLine = 'npx pictable users reset you@example.com'

/** While nobody has an account there is nothing to log in to: the printed link comes first. */
function Note({ isNew }: { isNew: boolean }) {
  if (isNew)
    return (
      <p>
        <strong className="text-ink">{t('login.first_time')}</strong> {t('login.first_time_help')}
      </p>
    )
  return (
    <details>
      <summary className="cursor-pointer">{t('login.lost')}</summary>
      <div className="grid gap-2 pt-2">
        <p>{t('login.lost_help')}</p>
        <CodeBlock samples={[{ name: 'shell', code: resetLine }]} />
      </div>
    </details>
  )
}

export function LogInPage() {
  const { next } = getRouteApi('/log-in').useSearch()
  const router = useRouter()
  const setup = useQuery(api.setup.get.query())
  return (
    <CardPage title={t('login.title')} note={<Note isNew={setup.data?.needed === true} />}>
      <LogInForm onDone={() => router.history.push(next)} />
    </CardPage>
  )
}
