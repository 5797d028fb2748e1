import { runRecordStates } from '@pictable/model/run'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { runStatuses, warningFilters } from './search.ts'

export const runsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs',
  validateSearch: z.object({
    action: z.string().optional().catch(undefined),
    state: z.enum(runStatuses).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./runs-page.tsx')), 'RunsPage'),
  staticData: { screen: { title: 'runs.title', nav: { section: 'work', icon: History, key: 'r' } } },
})

export const runRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$id',
  validateSearch: z.object({
    outcome: z.enum(runRecordStates).optional().catch(undefined),
    warning: z.enum(warningFilters).optional().catch(undefined),
    /** Of failed records: the group whose reason they share. */
    reason: z.string().optional().catch(undefined),
    /** The place of the record whose details are open. */
    record: z.int().min(0).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./run-page.tsx')), 'RunPage'),
  staticData: { screen: { title: 'runs.run' } },
})
