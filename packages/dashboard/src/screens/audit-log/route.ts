import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { text } from '#dashboard/frame/search.ts'

export const auditLogRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit-log',
  validateSearch: v.object({
    /** Only what this user or key did. */
    caller: text,
    /** Only what was done to this. */
    resource: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./audit-log-page.tsx')), 'AuditLogPage'),
  staticData: { screen: { title: 'audit.title', nav: { section: 'manage', icon: ScrollText, key: 'l' } } },
})
