import { verify, WebhookVerificationError } from '@pictable/client'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { z } from 'zod'
import { plain } from '#core/words.ts'

const bodyLimitBytes = 1024 * 1024

const shown = z.looseObject({
  event: z.string().catch('?'),
  test: z.boolean().optional().catch(undefined),
  run_id: z.string().nullish().catch(null),
  record_id: z.string().nullish().catch(null),
  image_url: z.string().nullish().catch(null),
  error: z.looseObject({ message: z.string() }).optional().catch(undefined),
  counts: z.record(z.string(), z.number()).optional().catch(undefined),
  user_defined: z.unknown().optional(),
})

const shownOf = (value: unknown) => plain(String(value)).slice(0, 500)

function linesOf(request: FastifyRequest, body: string, signature: string): string {
  const { event, test, run_id, record_id, image_url, error, counts, user_defined } = shown.parse(parsed(body))
  const { 'webhook-id': id = '-', 'x-service-attempt': attempt = '-' } = request.headers
  const facts: [string, unknown][] = [
    ['run', run_id],
    ['record', record_id],
    ['image', image_url],
    ['error', error?.message],
    ['counts', counts && JSON.stringify(counts)],
    ['user_defined', user_defined && JSON.stringify(user_defined)],
    ['delivery', `${id}, attempt ${attempt}`],
  ]
  const lines = facts.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(13)}${shownOf(value)}`)
  return [`${shownOf(event)}${test ? ' (test)' : ''}  ${signature}`, ...lines, ''].join('\n')
}

function parsed(text: string): unknown {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Takes webhooks on any path and prints each with what its signature is worth. Without secrets none is checked. */
export function createWebhookListener({
  secrets,
  print,
}: {
  secrets: readonly string[]
  print: (text: string) => void
}): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: bodyLimitBytes, requestTimeout: 30_000 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('*', async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : ''
    try {
      if (secrets.length > 0) await verify({ body, headers: request.headers, secret: secrets })
      print(linesOf(request, body, secrets.length > 0 ? 'signature ok' : 'signature not checked'))
      return reply.code(204).send()
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      print(linesOf(request, body, `REJECTED: ${error.message}`))
      return reply.code(400).send()
    }
  })
  return app
}
