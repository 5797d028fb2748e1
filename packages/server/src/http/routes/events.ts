import { contract } from '@pictable/client'
import { handlers } from '#http/endpoint/handlers.ts'

export const events = handlers(contract.events)({
  stream: async ({ caller, headers, server }) => ({
    status: 200,
    body: server.feed.open(caller, headers['last-event-id']),
    contentType: 'text/event-stream',
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  }),
})
