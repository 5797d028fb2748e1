import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonObject } from './primitives.ts'

const source = z
  .strictObject({
    kind: z.string(),
    title: z.string(),
    summary: z.string().meta({ description: 'Description of the source and its requirements' }),
    verification: z.string().meta({ description: 'How this source was tested' }),
    settings: jsonObject.meta({ description: 'JSON Schema of the settings of a connection' }),
    secret_settings: z.array(z.string()),
    destination_settings: z
      .array(z.string())
      .meta({ description: 'Settings that decide who receives the secrets. Changing one requires the secrets again' }),
  })
  .meta({ id: 'Source' })

export const sources = {
  list: endpoint({
    name: 'sources-list',
    method: 'GET',
    path: '/v1/sources',
    summary: 'List the kinds of sources',
    scope: 'read',
    answers: { 200: z.strictObject({ results: z.array(source), next: z.null() }) },
    errors: [],
  }),
}
