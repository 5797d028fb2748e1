import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, text, whole } from '#dashboard/frame/search.ts'

export const templatesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates',
  validateSearch: v.object({
    /** What their names must hold. */
    q: text,
    /** The way to a new one that is open. */
    new: oneOf(['starters', 'import']),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./templates-page.tsx')), 'TemplatesPage'),
  staticData: { screen: { title: 'templates.title', nav: { section: 'build', icon: LayoutTemplate, key: 't' } } },
})

export const templateRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates/$id',
  validateSearch: v.object({
    tab: oneOf(['versions', 'use', 'forms']),
    /** The action whose records fill the design; its sample when absent. */
    action: text,
    /** Which of these records, from 0. */
    record: whole(0),
    /** Versions that are compared. */
    older: whole(1),
    newer: whole(1),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./template-page.tsx')), 'TemplatePage'),
  staticData: { screen: { title: 'templates.title' } },
})
