import type { CallAnswer, Contract } from '@pictable/client'

/** What the API returns. Types only: a node of n8n has no packages of its own. */
export type Image = CallAnswer<Contract['images']['get']>
export type Template = CallAnswer<Contract['templates']['list']>['results'][number]
export type TemplateVariable = CallAnswer<Contract['templates']['variables']>['variables'][number]
export type Action = CallAnswer<Contract['actions']['list']>['results'][number]
export type Run = CallAnswer<Contract['runs']['get']>
export type RunRecord = CallAnswer<Contract['runs']['records']>['results'][number]
export type RunFailures = CallAnswer<Contract['runs']['failures']>
export type Webhook = CallAnswer<Contract['webhooks']['get']>
export type WebhookWithSecret = CallAnswer<Contract['webhooks']['create']>
