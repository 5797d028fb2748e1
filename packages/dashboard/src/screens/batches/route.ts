import { batchItemStates } from '@pictable/model/batch'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'

export const batchesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/batches',
  component: lazyRouteComponent(() => fetched(() => import('./batches-page.tsx')), 'BatchesPage'),
  staticData: { screen: { title: 'batches.title', nav: { section: 'work', icon: Layers, key: 'e' } } },
})

export const batchRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/batches/$id',
  validateSearch: z.object({
    outcome: z.enum(batchItemStates).optional().catch(undefined),
    /** The index of the item whose details are open. */
    item: z.int().min(0).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./batch-page.tsx')), 'BatchPage'),
  staticData: { screen: { title: 'batches.title' } },
})
