import { starterPurposes } from '@pictable/model/starter'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listOf } from './primitives.ts'
import { templateWithDesign, thumbnailWidth } from './templates.ts'

const params = z.strictObject({ name: z.string().regex(/^[a-z0-9-]{1,64}$/) })

const starter = z
  .strictObject({
    name: z.string().meta({ examples: ['social-card'] }),
    title: z.string(),
    purpose: z.enum(starterPurposes).meta({ description: 'What it is for' }),
    keywords: z.array(z.string()).meta({
      description: 'Words to find it by that its title lacks, in lower case',
      examples: [['shop', 'open graph']],
    }),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'Starter', description: 'A design to create a template from' })

export const starters = {
  list: endpoint({
    name: 'starters-list',
    method: 'GET',
    path: '/v1/starters',
    summary: 'List starters',
    description: 'In the order of the gallery.',
    scope: 'read',
    answers: { 200: listOf(starter) },
    errors: [],
  }),
  picture: endpoint({
    name: 'starters-picture',
    method: 'GET',
    path: '/v1/starters/:name/picture',
    summary: 'Retrieve a preview of a starter',
    scope: 'read',
    params,
    query: z.strictObject({ width: thumbnailWidth }),
    answers: { 200: { raw: ['image/webp'] } },
    errors: ['not_found', 'image_failed', 'render_timeout'],
  }),
  use: endpoint({
    name: 'starters-use',
    method: 'POST',
    path: '/v1/starters/:name',
    summary: 'Create a template from a starter',
    description:
      'Includes its sample values; its pictures are stored as assets. Version 1 is published, unless `publish` is false.',
    scope: 'write',
    params,
    body: z
      .strictObject({
        publish: z.boolean().exactOptional().meta({
          description: 'Whether version 1 is published, so that actions can use it. Default: true',
        }),
      })
      .optional()
      .meta({ id: 'StarterUse', examples: [{ publish: false }] }),
    answers: { 201: templateWithDesign },
    headers: { Location: 'The new template' },
    errors: ['not_found', 'storage_unavailable'],
  }),
}
