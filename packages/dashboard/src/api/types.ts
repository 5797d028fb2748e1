import type { CallAnswer, Client, Contract } from '@pictable/client'

export type Run = CallAnswer<Contract['runs']['get']>
export type RunRecord = CallAnswer<Contract['runs']['records']>['results'][number]
export type Image = CallAnswer<Contract['images']['get']>
export type Preview = CallAnswer<Contract['actions']['preview']>['results'][number]
export type Action = CallAnswer<Contract['actions']['get']>
export type Delivery = CallAnswer<Contract['deliveries']['list']>['results'][number]
export type DraftState = CallAnswer<Contract['drafts']['claim']>
export type PublishedTemplate = CallAnswer<Contract['templates']['publish']>
export type Identity = CallAnswer<Contract['me']['get']>

type Stream = ReturnType<Client['events']['stream']>

/** What the event stream carries: a run, a delivery or the state of a draft that changed. */
export type LiveEvent = Stream extends AsyncIterable<infer Event> ? Event : never
