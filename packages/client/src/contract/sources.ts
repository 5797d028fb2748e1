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

const broken = z
  .strictObject({
    file: z.string().meta({ description: 'Path in the data folder, such as `sources/shop.json`' }),
    reason: z.string().meta({ description: 'The place in the file, what is wrong there and the fix' }),
  })
  .meta({ id: 'BrokenSource' })

export const sources = {
  list: endpoint({
    name: 'sources-list',
    method: 'GET',
    path: '/v1/sources',
    summary: 'List the kinds of sources',
    scope: 'read',
    answers: {
      200: z.strictObject({
        results: z.array(source),
        next: z.null(),
        broken: z.array(broken).exactOptional().meta({
          description: 'Descriptions of sources in the data folder that cannot be used. Absent if there are none',
        }),
      }),
    },
    errors: [],
  }),
}
