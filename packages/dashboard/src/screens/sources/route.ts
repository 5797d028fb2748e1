import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Cable } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, text } from '#dashboard/frame/search.ts'

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
  validateSearch: v.object({
    kind: text,
    connection: text,
    step: oneOf(['settings', 'test', 'table']),
    /** The template whose records are to come from it. */
    template: text,
    ...place,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./connect-page.tsx')), 'ConnectPage'),
  staticData: { screen: { title: 'sources.connect' } },
})

export const sourceRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/sources/$id',
  validateSearch: v.object(place),
  component: lazyRouteComponent(() => fetched(() => import('./source-page.tsx')), 'SourcePage'),
  staticData: { screen: { title: 'sources.title' } },
})
