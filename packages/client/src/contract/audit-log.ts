import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idText, listOf, pageQuery, time } from './primitives.ts'

const caller = z
  .strictObject({
    kind: z.enum(['user', 'api_key', 'operator']),
    id: z.string(),
    name: z.string().meta({ description: 'As it was then' }),
  })
  .meta({ id: 'CallerName' })

export const auditLog = {
  list: endpoint({
    name: 'audit-log-list',
    method: 'GET',
    path: '/v1/audit-log',
    summary: 'Who changed what, newest first',
    description: 'Every change that came over the API or from the dashboard; kept for 400 days.',
    scope: 'admin',
    query: z.strictObject({
      ...pageQuery,
      caller_id: idText.exactOptional().meta({ description: 'Only of this user or key' }),
      resource_id: idText.exactOptional().meta({ description: 'Only of this resource' }),
    }),
    answers: {
      200: listOf(
        z
          .strictObject({
            id: z.string(),
            at: time,
            caller,
            operation: z.string().meta({ description: 'The endpoint, as in OpenAPI', examples: ['actions-update'] }),
            summary: z.string().meta({ examples: ['Change an action'] }),
            collection: z.string().meta({ examples: ['actions'] }),
            resource_id: z.string().nullable(),
            address: z.string().meta({ description: 'Where the call came from' }),
            request_id: z.string(),
          })
          .meta({ id: 'AuditEntry' }),
      ),
    },
    errors: [],
  }),
}

export const requestLog = {
  list: endpoint({
    name: 'request-log-list',
    method: 'GET',
    path: '/v1/request-log',
    summary: 'The last 500 calls of the API that this process answered, newest first',
    scope: 'admin',
    answers: {
      200: z.strictObject({
        results: z.array(
          z
            .strictObject({
              request_id: z.string(),
              at: time,
              method: z.string(),
              path: z.string().meta({ description: 'Without what is asked behind `?`' }),
              status: z.int(),
              duration_ms: z.number(),
              caller: caller.nullable(),
              address: z.string(),
            })
            .meta({ id: 'LoggedRequest' }),
        ),
        next: z.null(),
      }),
    },
    errors: [],
  }),
}
