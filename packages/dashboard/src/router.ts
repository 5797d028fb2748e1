import { createRouter } from '@tanstack/react-router'
import { PageFailure } from './frame/page-failure.tsx'
import { frameRoute, rootRoute } from './frame/routes.ts'
import { openScreens, screens } from './screens/index.ts'

export const router = createRouter({
  routeTree: rootRoute.addChildren([...openScreens, frameRoute.addChildren(screens)]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
