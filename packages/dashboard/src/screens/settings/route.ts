import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { settingsTabs } from './search.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  validateSearch: z.object({
    tab: z.enum(settingsTabs).optional().catch(undefined),
    /** The picture whose details are open. */
    asset: z.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./settings-page.tsx')), 'SettingsPage'),
  staticData: { screen: { title: 'settings.title', nav: { section: 'manage', icon: Settings, key: ',' } } },
})
