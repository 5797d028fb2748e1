import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'

/** Back to where somebody came from; never to another site. */
const next = z
  .string()
  .regex(/^\/(?![/\\])/)
  .catch('/')
  .default('/')

export const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/log-in',
  validateSearch: z.object({ next }),
  component: lazyRouteComponent(() => fetched(() => import('./log-in-page.tsx')), 'LogInPage'),
})
