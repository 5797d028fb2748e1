import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { flag, oneOf, text } from '#dashboard/frame/search.ts'
import { developerTabs, statusClasses } from './search.ts'

export const developersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers',
  validateSearch: v.object({
    tab: oneOf(developerTabs),
    /** The endpoint that is read about. */
    endpoint: text,
    /** Of the request log: the kind of status, and a part of the path. */
    status: oneOf(statusClasses),
    path: text,
    /** Of the request log: also what the dashboard asks for. */
    dashboard: flag,
    /** The request that is looked at. */
    request: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./developers-page.tsx')), 'DevelopersPage'),
  staticData: { screen: { title: 'developers.title', nav: { section: 'connect', icon: KeyRound, key: 'd' } } },
})
