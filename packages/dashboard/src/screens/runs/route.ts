import { runRecordStates } from '@pictable/model/run'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { History } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, text, whole } from '#dashboard/frame/search.ts'
import { runStatuses, warningFilters } from './search.ts'

export const runsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs',
  validateSearch: v.object({
    action: text,
    state: oneOf(runStatuses),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./runs-page.tsx')), 'RunsPage'),
  staticData: { screen: { title: 'runs.title', nav: { section: 'work', icon: History, key: 'r' } } },
})

export const runRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$id',
  validateSearch: v.object({
    outcome: oneOf(runRecordStates),
    warning: oneOf(warningFilters),
    /** Of failed records: the group whose reason they share. */
    reason: text,
    /** The place of the record whose details are open. */
    record: whole(0),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./run-page.tsx')), 'RunPage'),
  staticData: { screen: { title: 'runs.run' } },
})
