import { endpoint } from './endpoint.ts'

export const events = {
  stream: endpoint({
    name: 'events-stream',
    method: 'GET',
    path: '/v1/events',
    summary: 'What happens, as it happens (server-sent events)',
    description:
      'Never ends by itself. `event: run` carries a run whenever its counts or state change, `event: delivery` a delivery that is new or was attempted; `data` is the same JSON as the API answers. Read it as a stream, not with the typed client.',
    scope: 'read',
    answers: { 200: { raw: ['text/event-stream'] } },
    errors: [],
  }),
}
