import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'

export const templatesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates',
  validateSearch: z.object({
    /** What their names must hold. */
    q: z.string().optional().catch(undefined),
    /** The way to a new one that is open. */
    new: z.enum(['starters', 'import']).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./templates-page.tsx')), 'TemplatesPage'),
  staticData: { screen: { title: 'templates.title', nav: { section: 'build', icon: LayoutTemplate, key: 't' } } },
})

export const templateRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates/$id',
  validateSearch: z.object({
    tab: z.enum(['versions', 'use']).optional().catch(undefined),
    /** The action whose records fill the design; its sample when absent. */
    action: z.string().optional().catch(undefined),
    /** Which of these records, from 0. */
    record: z.number().int().min(0).optional().catch(undefined),
    /** Versions that are compared. */
    older: z.number().int().min(1).optional().catch(undefined),
    newer: z.number().int().min(1).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./template-page.tsx')), 'TemplatePage'),
  staticData: { screen: { title: 'templates.title' } },
})
