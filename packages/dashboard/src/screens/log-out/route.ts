import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { fetched } from '#dashboard/api/lazily.ts'
import { rootRoute } from '#dashboard/frame/routes.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Asked for in the dashboard itself; a link from elsewhere logs nobody out. */
    isMeant?: true
  }
}

/** A page, so that whatever asks before it is left asks before this too. */
export const logOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/log-out',
  component: lazyRouteComponent(() => fetched(() => import('./log-out-page.tsx')), 'LogOutPage'),
})
