import { contract } from '@pictable/client'
import { type BoundEndpoint, bind } from '#http/endpoint-call.ts'
import type { EventFeed } from '#http/event-feed.ts'

export function eventsStream(feed: Pick<EventFeed, 'open'>): BoundEndpoint {
  return bind(contract.events.stream)(async ({ caller, headers }) => ({
    status: 200,
    body: feed.open(caller, headers['last-event-id']),
    contentType: 'text/event-stream',
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  }))
}
