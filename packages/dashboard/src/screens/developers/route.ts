import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { frameRoute } from '#dashboard/frame/routes.ts'

export const developersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/developers',
  component: lazyRouteComponent(() => import('./developers-page.tsx'), 'DevelopersPage'),
  staticData: { screen: { title: 'developers.title', nav: { section: 'connect', icon: KeyRound, key: 'd' } } },
})
