import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'
import { token } from '#dashboard/frame/search.ts'

/** Where links of invitations and forgotten passwords lead. */
export const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  validateSearch: v.object({ token }),
  component: lazyRouteComponent(() => fetched(() => import('./password-page.tsx')), 'PasswordPage'),
})
