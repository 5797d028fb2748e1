import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'

export const firstRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: z.object({ token: z.string().catch('').default('') }),
  component: lazyRouteComponent(() => fetched(() => import('./first-run-page.tsx')), 'FirstRunPage'),
})
