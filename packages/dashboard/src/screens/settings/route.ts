import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, text } from '#dashboard/frame/search.ts'
import { settingsTabs } from './search.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  validateSearch: v.object({
    tab: oneOf(settingsTabs),
    /** The picture whose details are open. */
    asset: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./settings-page.tsx')), 'SettingsPage'),
  staticData: { screen: { title: 'settings.title', nav: { section: 'manage', icon: Settings, key: ',' } } },
})
