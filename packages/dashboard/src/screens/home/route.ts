import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'

export const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(() => fetched(() => import('./home-page.tsx')), 'HomePage'),
  staticData: { screen: { title: 'home.title', nav: { section: 'work', icon: House, key: 'h' } } },
})
