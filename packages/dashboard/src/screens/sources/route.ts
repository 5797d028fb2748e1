import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Cable } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'

const text = z.string().optional().catch(undefined)

/** What is looked at inside an account. */
const place = { base: text, table: text, view: text }

export const sourcesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/sources',
  component: lazyRouteComponent(() => fetched(() => import('./sources-page.tsx')), 'SourcesPage'),
  staticData: { screen: { title: 'sources.title', nav: { section: 'build', icon: Cable, key: 'c' } } },
})

/** Each step has its address: what was chosen so far. */
export const connectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/sources/new',
  validateSearch: z.object({
    kind: text,
    connection: text,
    step: z.enum(['settings', 'test', 'table']).optional().catch(undefined),
    ...place,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./connect-page.tsx')), 'ConnectPage'),
  staticData: { screen: { title: 'sources.connect' } },
})

export const sourceRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/sources/$id',
  validateSearch: z.object(place),
  component: lazyRouteComponent(() => fetched(() => import('./source-page.tsx')), 'SourcePage'),
  staticData: { screen: { title: 'sources.title' } },
})
