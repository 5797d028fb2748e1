import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'

const runState = z.enum(['active', 'waiting', 'completed', 'failed', 'cancelled'])
const recordState = z.enum(['pending', 'rendered', 'skipped', 'failed', 'cancelled'])
const warning = z.enum(['missing_glyphs', 'missing_image', 'overflows', 'shrunk', 'truncated', 'unformatted'])

const warningFilter = z.enum(['any', ...warning.options])

export const runStates = runState.options
export const recordStates = recordState.options
export const warnings = warning.options
export type Outcome = z.output<typeof recordState>
export type WarningFilter = z.output<typeof warningFilter>

export const runsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs',
  validateSearch: z.object({
    action: z.string().optional().catch(undefined),
    state: runState.optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./runs-page.tsx')), 'RunsPage'),
  staticData: { screen: { title: 'runs.title', nav: { section: 'work', icon: History, key: 'r' } } },
})

export const runRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$id',
  validateSearch: z.object({
    outcome: recordState.optional().catch(undefined),
    warning: warningFilter.optional().catch(undefined),
    /** Of failed records: the group whose reason they share. */
    reason: z.string().optional().catch(undefined),
    /** The place of the record whose details are open. */
    record: z.int().min(0).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./run-page.tsx')), 'RunPage'),
  staticData: { screen: { title: 'runs.run' } },
})
