import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'

/** Back to where somebody came from; never to another site. */
const next = v.optional(v.fallback(v.pipe(v.string(), v.regex(/^\/(?![/\\])/)), '/'), '/')

export const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/log-in',
  validateSearch: v.object({ next }),
  component: lazyRouteComponent(() => fetched(() => import('./log-in-page.tsx')), 'LogInPage'),
})
