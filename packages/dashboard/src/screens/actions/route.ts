import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Zap } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { flag, oneOf, text } from '#dashboard/frame/search.ts'
import { tabs } from './search.ts'

export const actionsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/actions',
  component: lazyRouteComponent(() => fetched(() => import('./actions-page.tsx')), 'ActionsPage'),
  staticData: { screen: { title: 'actions.title', nav: { section: 'work', icon: Zap, key: 'a' } } },
})

export const newActionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/actions/new',
  /** What is chosen so far: other pages link here with a part of it. */
  validateSearch: v.object({ connection: text, base: text, table: text, view: text, template: text }),
  component: lazyRouteComponent(() => fetched(() => import('./new-action-page.tsx')), 'NewActionPage'),
  staticData: { screen: { title: 'actions.new' } },
})

export const actionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/actions/$id',
  validateSearch: v.object({
    tab: oneOf(tabs),
    /** The record that is looked at. */
    record: text,
    /** The records that the design most likely breaks on, instead of all. */
    worst: flag,
    /** Asks which records to run. */
    run: flag,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./action-page.tsx')), 'ActionPage'),
  staticData: { screen: { title: 'actions.action' } },
})
