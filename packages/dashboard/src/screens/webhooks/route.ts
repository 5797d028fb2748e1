import { deliveryStates, eventNames } from '@pictable/model/webhook'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { oneOf, text } from '#dashboard/frame/search.ts'

export const webhooksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => fetched(() => import('./webhooks-page.tsx')), 'WebhooksPage'),
  staticData: { screen: { title: 'webhooks.title', nav: { section: 'connect', icon: Webhook, key: 'w' } } },
})

export const webhookRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks/$id',
  validateSearch: v.object({
    state: oneOf(deliveryStates),
    event: oneOf(eventNames),
    /** The delivery that is looked at. */
    delivery: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./webhook-page.tsx')), 'WebhookPage'),
  staticData: { screen: { title: 'webhooks.title' } },
})
