import { draftState } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { run } from './runs.ts'
import { delivery } from './webhooks.ts'

export const events = {
  stream: endpoint({
    name: 'events-stream',
    method: 'GET',
    path: '/v1/events',
    summary: 'Stream events as they happen (server-sent events)',
    description:
      'The stream does not end. `event: run` contains a run whenever its counts or state change, `event: delivery` a delivery that was created or attempted, `event: draft` who edits a template and the revision of its draft; `data` is the JSON that the API returns. It covers the active runs, the newest 100 runs and deliveries, and the 100 drafts that changed last. With the header `Last-Event-ID`, the stream continues after that event; if that event is no longer available, it first sends the current state of all of these. A key that is limited to specific actions receives only their events. An API key or user may have 50 streams open at each process; another one returns 429.',
    scope: 'read',
    limitedKeys: 'handler',
    answers: { 200: { raw: ['text/event-stream'], events: { run, delivery, draft: draftState } } },
    errors: [],
  }),
}
