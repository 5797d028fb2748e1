import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { startApp } from '@pictable/server/app.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { z } from 'zod'
import { watchThread } from './watch-thread.ts'

/** A server that prints each time its main thread was kept busy for long: for how long, and which requests were under way. */

const LONG_MS = 30

const messageSchema = z.object({
  request: z.custom<IncomingMessage>((value) => typeof value === 'object' && value !== null),
})
const underWay = new Set<IncomingMessage>()
const answered = new Set<IncomingMessage>()

subscribe('http.server.request.start', (message) => underWay.add(messageSchema.parse(message).request))
subscribe('http.server.response.finish', (message) => {
  const { request } = messageSchema.parse(message)
  underWay.delete(request)
  answered.add(request)
})

/** A large request carries its name. */
function nameOf({ method, url = '', headers }: IncomingMessage): string {
  const name = headers['x-large-request']
  const about = typeof name === 'string' ? ` ${decodeURIComponent(name)}` : ''
  return `${method} ${url.slice(0, 80)}${about}`
}

await startApp(parseConfig(process.env))
watchThread((ms) => {
  const requests = [...answered, ...underWay].filter(({ url }) => url !== '/livez').map(nameOf)
  answered.clear()
  if (ms > LONG_MS) console.log(JSON.stringify({ stall_ms: ms, requests }))
})
