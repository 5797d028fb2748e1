import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
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
  component: lazyRouteComponent(() => import('./log-in-page.tsx'), 'LogInPage'),
})
