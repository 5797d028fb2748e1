import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isUnauthorized } from '#dashboard/api/error-words.ts'
import { fetched } from '#dashboard/api/lazily.ts'
import { openSession } from '#dashboard/api/session.ts'
import { NotFound } from './not-found.tsx'
import { RootLayout } from './root-layout.tsx'

export const rootRoute = createRootRoute({ component: RootLayout, notFoundComponent: NotFound })

/** Pages for people who are logged in: with the sidebar. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: lazyRouteComponent(() => fetched(() => import('./frame.tsx')), 'Frame'),
  async beforeLoad({ location }) {
    try {
      await openSession()
    } catch (error) {
      if (isUnauthorized(error)) throw redirect({ to: '/log-in', search: { next: location.href } })
      throw error
    }
  },
})
