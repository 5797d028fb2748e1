import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'
import { token } from '#dashboard/frame/search.ts'

export const firstRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: v.object({ token }),
  component: lazyRouteComponent(() => fetched(() => import('./first-run-page.tsx')), 'FirstRunPage'),
})
