import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Page } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Tabs } from '#dashboard/ui/tabs.tsx'
import { settingsTabs } from './route.ts'

const route = getRouteApi('/frame/settings')

const contents: Readonly<Record<(typeof settingsTabs)[number], ComponentType>> = {
  account: lazy(async () => ({ default: (await import('./account-tab.tsx')).AccountTab })),
  users: lazy(async () => ({ default: (await import('./users-tab.tsx')).UsersTab })),
  fonts: lazy(async () => ({ default: (await import('./fonts-tab.tsx')).FontsTab })),
  assets: lazy(async () => ({ default: (await import('./assets-tab.tsx')).AssetsTab })),
  storage: lazy(async () => ({ default: (await import('./storage-tab.tsx')).StorageTab })),
  backups: lazy(async () => ({ default: (await import('./backups-tab.tsx')).BackupsTab })),
  about: lazy(async () => ({ default: (await import('./about-tab.tsx')).AboutTab })),
}

/** The person, the people, what templates draw on, and the installation itself. */
export function SettingsPage() {
  const { tab = 'account' } = route.useSearch()
  const navigate = useNavigate({ from: '/settings' })
  const isOwner = useMay('admin')
  const shown = settingsTabs.filter((name) => name !== 'users' || isOwner || tab === 'users')
  return (
    <Page title={t('settings.title')}>
      <Tabs
        label={t('settings.title')}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: settingsTabs.find((name) => name === chosen) } })}
        tabs={shown.map((name) => {
          const Content = contents[name]
          return {
            value: name,
            label: t(`settings.tab_${name}`),
            content: <Suspense fallback={<Skeleton lines={6} />}>{name === tab && <Content />}</Suspense>,
          }
        })}
      />
    </Page>
  )
}
