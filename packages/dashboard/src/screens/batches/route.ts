import { batchItemStates } from '@pictable/model/batch'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, whole } from '#dashboard/frame/search.ts'

export const batchesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/batches',
  component: lazyRouteComponent(() => fetched(() => import('./batches-page.tsx')), 'BatchesPage'),
  staticData: { screen: { title: 'batches.title', nav: { section: 'work', icon: Layers, key: 'e' } } },
})

export const batchRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/batches/$id',
  validateSearch: v.object({
    outcome: oneOf(batchItemStates),
    /** The index of the item whose details are open. */
    item: whole(0),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./batch-page.tsx')), 'BatchPage'),
  staticData: { screen: { title: 'batches.title' } },
})
