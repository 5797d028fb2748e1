import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, listOf, optionalFlag, pageQuery, time } from './primitives.ts'

const asset = z
  .strictObject({
    id: z.string(),
    filename: z.string(),
    content_type: z.string(),
    bytes: z.int(),
    src: z.string().meta({ description: 'Name of the asset in templates and rows', examples: ['asset:ast_01jd3v'] }),
    created_at: time,
  })
  .meta({ id: 'Asset' })

const use = z
  .strictObject({ kind: z.enum(['template', 'action', 'table']), id: z.string(), name: z.string() })
  .meta({ id: 'AssetUse' })

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml'] as const

export const assets = {
  list: endpoint({
    name: 'assets-list',
    method: 'GET',
    path: '/v1/assets',
    summary: 'List assets, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(asset) },
    errors: [],
  }),
  upload: endpoint({
    name: 'assets-upload',
    method: 'POST',
    path: '/v1/assets',
    summary: 'Upload an asset',
    description:
      'At most 25 MB. The type is detected from the first bytes. With `reuse`, a file that is an asset already returns 200 and that asset. Two uploads of the same file at the same moment may both be stored.',
    scope: 'write',
    query: z.strictObject({
      filename: z.string().trim().min(1).max(255),
      reuse: optionalFlag('Return the asset that has the same content, if there is one, under its own name'),
    }),
    body: { raw: ['application/octet-stream', ...pictures] },
    answers: { 201: asset, 200: asset },
    headers: { Location: 'The asset' },
    errors: ['storage_unavailable'],
  }),
  get: endpoint({
    name: 'assets-get',
    method: 'GET',
    path: '/v1/assets/:id',
    summary: 'Retrieve an asset',
    scope: 'read',
    params: idParams,
    answers: { 200: asset },
    errors: ['not_found'],
  }),
  content: endpoint({
    name: 'assets-content',
    method: 'GET',
    path: '/v1/assets/:id/content',
    summary: 'Download an asset',
    scope: 'read',
    params: idParams,
    answers: { 200: { raw: pictures } },
    errors: ['not_found', 'file_damaged', 'storage_unavailable'],
  }),
  uses: endpoint({
    name: 'assets-uses',
    method: 'GET',
    path: '/v1/assets/:id/uses',
    summary: 'List what uses an asset',
    description: 'At most ten templates, ten actions and ten tables.',
    scope: 'read',
    params: idParams,
    answers: { 200: z.strictObject({ results: z.array(use) }) },
    errors: ['not_found'],
  }),
  delete: endpoint({
    name: 'assets-delete',
    method: 'DELETE',
    path: '/v1/assets/:id',
    summary: 'Delete an unused asset',
    scope: 'write',
    params: idParams,
    query: z.strictObject({
      force: optionalFlag('Also delete an asset that is in use'),
    }),
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
}
