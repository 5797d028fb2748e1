import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'

/** Where links of invitations and forgotten passwords lead. */
export const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  validateSearch: z.object({ token: z.string().catch('').default('') }),
  component: lazyRouteComponent(() => fetched(() => import('./password-page.tsx')), 'PasswordPage'),
})
