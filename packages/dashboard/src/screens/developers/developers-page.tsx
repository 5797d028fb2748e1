import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/developers.ts'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Tabs } from '#dashboard/ui/fields/tabs.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { developerTabs } from './search.ts'

type TabName = (typeof developerTabs)[number]

const route = getRouteApi('/frame/developers')

const contents: Readonly<Record<TabName, ComponentType>> = {
  keys: lazily(() => import('./api-keys.tsx'), 'ApiKeys'),
  'url-keys': lazily(() => import('./url-keys.tsx'), 'UrlKeys'),
  reference: lazily(() => import('./reference/reference.tsx'), 'Reference'),
  requests: lazily(() => import('./request-log.tsx'), 'RequestLog'),
}

/** What programs need: keys, what they can ask for, and what they asked. */
export function DevelopersPage() {
  const isOwner = useMay('admin')
  const { tab = isOwner ? 'keys' : 'reference' } = route.useSearch()
  const navigate = useNavigate({ from: '/developers' })
  const mayLook = isOwner || tab === 'reference'
  return (
    <Page title={t('developers.title')}>
      <Tabs
        label={t('developers.title')}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: developerTabs.find((name) => name === chosen) } })}
        tabs={developerTabs.map((name) => {
          const Content = contents[name]
          return {
            value: name,
            label: t(`developers.tab_${name}`),
            content: mayLook ? <Content /> : <OwnersOnly />,
          }
        })}
      />
    </Page>
  )
}

function OwnersOnly() {
  return (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title={t('developers.owners_only')}
      help={t('developers.owners_only_help')}
    />
  )
}
