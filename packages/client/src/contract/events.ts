import { endpoint } from './endpoint.ts'
import { run } from './runs.ts'
import { delivery } from './webhooks.ts'

export const events = {
  stream: endpoint({
    name: 'events-stream',
    method: 'GET',
    path: '/v1/events',
    summary: 'What happens, as it happens (server-sent events)',
    description:
      'Never ends by itself. `event: run` carries a run whenever its counts or state change, `event: delivery` a delivery that is new or was attempted; `data` is the same JSON as the API answers. Watched are the active runs and the newest 100 runs and deliveries. With the header `Last-Event-ID` it goes on behind that event; when that is too long ago, it first tells all of these as they stand. A key of single actions hears of those.',
    scope: 'read',
    limitedKeys: 'handler',
    answers: { 200: { raw: ['text/event-stream'], events: { run, delivery } } },
    errors: [],
  }),
}
