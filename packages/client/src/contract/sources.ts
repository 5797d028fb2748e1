import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonObject } from './primitives.ts'

const source = z
  .strictObject({
    kind: z.string(),
    title: z.string(),
    summary: z.string().meta({ description: 'What it is and what one needs for it' }),
    verification: z.string().meta({ description: 'How this source was proven' }),
    settings: jsonObject.meta({ description: 'JSON Schema of what a connection must be told' }),
    secret_settings: z.array(z.string()),
    destination_settings: z
      .array(z.string())
      .meta({ description: 'Decide who receives the secrets: a change needs the secrets again' }),
  })
  .meta({ id: 'Source' })

export const sources = {
  list: endpoint({
    name: 'sources-list',
    method: 'GET',
    path: '/v1/sources',
    summary: 'Kinds of sources',
    scope: 'read',
    answers: { 200: z.strictObject({ results: z.array(source), next: z.null() }) },
    errors: [],
  }),
}
