import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonObject } from './primitives.ts'

export const server = {
  openapi: endpoint({
    name: 'server-openapi',
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This description',
    scope: null,
    answers: { 200: jsonObject },
    errors: [],
  }),
  livez: endpoint({
    name: 'server-livez',
    method: 'GET',
    path: '/livez',
    summary: 'Check whether the process responds',
    scope: null,
    answers: { 200: z.strictObject({ live: z.literal(true) }) },
    errors: [],
  }),
  readyz: endpoint({
    name: 'server-readyz',
    method: 'GET',
    path: '/readyz',
    summary: 'Check whether database and storage accept writes',
    scope: null,
    answers: {
      200: z.strictObject({
        ready: z.literal(true),
        warnings: z.array(z.string()).meta({ description: 'Layers of the sandbox that this system does not support' }),
      }),
    },
    errors: ['unavailable', 'storage_unavailable'],
  }),
}
