import { deliveryStates, eventNames } from '@pictable/model/webhook'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'

export const webhooksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => fetched(() => import('./webhooks-page.tsx')), 'WebhooksPage'),
  staticData: { screen: { title: 'webhooks.title', nav: { section: 'connect', icon: Webhook, key: 'w' } } },
})

export const webhookRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks/$id',
  validateSearch: z.object({
    state: z.enum(deliveryStates).optional().catch(undefined),
    event: z.enum(eventNames).optional().catch(undefined),
    /** The delivery that is looked at. */
    delivery: z.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => fetched(() => import('./webhook-page.tsx')), 'WebhookPage'),
  staticData: { screen: { title: 'webhooks.title' } },
})
