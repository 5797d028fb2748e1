import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sourceErrors, sourceName } from './primitives.ts'

const hookParams = z.strictObject({ token: z.string().regex(/^[0-9a-z]{32}$/) })

const hookQuery = z.strictObject({
  record_id: sourceName
    .exactOptional()
    .meta({ description: 'Render only this record. Default: all records of the view' }),
})

export const hooks = {
  open: endpoint({
    name: 'hooks-open',
    method: 'GET',
    path: '/v1/hooks/:token',
    summary: 'Fire a trigger by opening its URL, from a button or a formula field',
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
    summary: 'Fire a trigger by calling its URL',
    description:
      'A JSON body can name records by `record_id` or `record_ids` (1 to 5,000 ids); other keys are ignored. Without these keys, all records of the view are rendered. An empty list or an invalid id starts no run and returns 400.',
    scope: null,
    params: hookParams,
    query: hookQuery,
    body: { raw: ['*/*'] },
    answers: {
      200: z
        .strictObject({
          run_id: z.string().nullable().meta({
            description:
              'The run that serves the call; null if nothing is rendered, or if the call fires later together with others',
          }),
        })
        .meta({ id: 'HookAnswer' }),
    },
    errors: ['not_found', 'conflict', 'rate_limited', ...sourceErrors],
  }),
}
