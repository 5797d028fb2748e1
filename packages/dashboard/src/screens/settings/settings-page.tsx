import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Tabs } from '#dashboard/ui/fields/tabs.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { settingsTabs } from './search.ts'

const route = getRouteApi('/frame/settings')

const contents: Readonly<Record<(typeof settingsTabs)[number], ComponentType>> = {
  account: lazily(() => import('./account-tab.tsx'), 'AccountTab'),
  users: lazily(() => import('./users-tab.tsx'), 'UsersTab'),
  fonts: lazily(() => import('./fonts-tab.tsx'), 'FontsTab'),
  assets: lazily(() => import('./assets-tab.tsx'), 'AssetsTab'),
  storage: lazily(() => import('./storage-tab.tsx'), 'StorageTab'),
  backups: lazily(() => import('./backups/backups-tab.tsx'), 'BackupsTab'),
  about: lazily(() => import('./about-tab.tsx'), 'AboutTab'),
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
            content: <Content />,
          }
        })}
      />
    </Page>
  )
}
