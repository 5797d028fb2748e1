import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, text } from '#dashboard/frame/search.ts'

export const tablesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tables',
  validateSearch: v.object({
    /** How a new table is about to be made. */
    make: oneOf(['empty', 'paste', 'file']),
    /** The template that it is made for. */
    template: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./tables-page.tsx')), 'TablesPage'),
  staticData: { screen: { title: 'tables.title', nav: { section: 'build', icon: Table2, key: 'b' } } },
})

export const tableRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tables/$id',
  validateSearch: v.object({
    view: text,
    search: text,
    /** Name of a field, with `-` in front from large to small. */
    sort: text,
    /** The row whose details are open. */
    row: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./table-page.tsx')), 'TablePage'),
  staticData: { screen: { title: 'tables.title' } },
})
