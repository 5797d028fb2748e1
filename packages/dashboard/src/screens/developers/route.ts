import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { developerTabs, statusClasses } from './search.ts'

const text = z.string().optional().catch(undefined)

export const developersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers',
  validateSearch: z.object({
    tab: z.enum(developerTabs).optional().catch(undefined),
    /** The endpoint that is read about. */
    endpoint: text,
    /** Of the request log: the kind of status, and a part of the path. */
    status: z.enum(statusClasses).optional().catch(undefined),
    path: text,
    /** Of the request log: also what the dashboard asks for. */
    dashboard: z.literal(true).optional().catch(undefined),
    /** The request that is looked at. */
    request: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./developers-page.tsx')), 'DevelopersPage'),
  staticData: { screen: { title: 'developers.title', nav: { section: 'connect', icon: KeyRound, key: 'd' } } },
})
