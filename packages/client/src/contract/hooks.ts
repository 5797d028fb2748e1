import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sourceErrors, sourceName } from './primitives.ts'

const hookParams = z.strictObject({ token: z.string().regex(/^[0-9a-z]{32}$/) })

const hookQuery = z.strictObject({
  record_id: sourceName.exactOptional().meta({ description: 'Only this record; else the whole view' }),
})

export const hooks = {
  open: endpoint({
    name: 'hooks-open',
    method: 'GET',
    path: '/v1/hooks/:token',
    summary: 'Fire a trigger by opening its address, from a button or a formula field',
    scope: null,
    params: hookParams,
    query: hookQuery,
    answers: { 200: { raw: ['text/html'] } },
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  call: endpoint({
    name: 'hooks-call',
    method: 'POST',
    path: '/v1/hooks/:token',
    summary: 'Fire a trigger by calling its address',
    description: 'A JSON body may name records by `record_id` or `record_ids`; anything else in it is left alone.',
    scope: null,
    params: hookParams,
    query: hookQuery,
    body: { raw: ['*/*'] },
    answers: {
      200: z
        .strictObject({
          run_id: z.string().nullable().meta({
            description:
              'The run that serves the call; null when nothing is to be rendered, or when the call fires together with others later',
          }),
        })
        .meta({ id: 'HookAnswer' }),
    },
    errors: ['not_found', 'conflict', 'rate_limited', ...sourceErrors],
  }),
}
