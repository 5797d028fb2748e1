import { callerKinds } from '@pictable/model/access'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idText, listOf, optionalFlag, pageQuery, time } from './primitives.ts'

const caller = z
  .strictObject({
    kind: z.enum(callerKinds),
    id: z.string(),
    name: z.string().meta({ description: 'Name at the time of the change' }),
  })
  .meta({ id: 'CallerName' })

export const auditLog = {
  list: endpoint({
    name: 'audit-log-list',
    method: 'GET',
    path: '/v1/audit-log',
    summary: 'List changes, newest first',
    description: 'Every change through the API or the dashboard, kept for 400 days.',
    scope: 'admin',
    query: z.strictObject({
      ...pageQuery,
      caller_id: idText.exactOptional().meta({ description: 'Only changes by this user or key' }),
      resource_id: idText.exactOptional().meta({ description: 'Only changes of this resource' }),
    }),
    answers: {
      200: listOf(
        z
          .strictObject({
            id: z.string(),
            at: time,
            caller,
            operation: z.string().meta({ description: 'The operation id in OpenAPI', examples: ['actions-update'] }),
            summary: z.string().meta({ examples: ['Change an action'] }),
            collection: z.string().meta({ examples: ['actions'] }),
            resource_id: z.string().nullable(),
            address: z.string().meta({ description: 'IP address of the caller' }),
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
    summary: 'List the last 500 requests that this process answered, newest first',
    description: 'Without the requests that the dashboard sends.',
    scope: 'admin',
    query: z.strictObject({ dashboard: optionalFlag('Also list the requests of the dashboard') }),
    answers: {
      200: z.strictObject({
        results: z.array(
          z
            .strictObject({
              request_id: z.string(),
              at: time,
              method: z.string(),
              path: z.string().meta({ description: 'Path without the query' }),
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
