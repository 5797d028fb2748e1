import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, idText, listOf, pageQuery, time } from './primitives.ts'

const facts = {
  id: z.string().meta({ description: 'The `kid` of the URLs that it signs' }),
  name: z.string(),
  template_ids: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Templates that the key can sign; null for all templates' }),
  allow_permanent: z.boolean().meta({ description: 'Whether it can sign URLs that never expire' }),
  renders_per_minute: z.int().meta({ description: 'Limit of new images. Cached images do not count' }),
  renders_per_day: z.int(),
  created_at: time,
  last_used_at: time.nullable(),
  revoked_at: time.nullable(),
}

const urlKey = z.strictObject(facts).meta({ id: 'UrlKey' })

export const urlKeys = {
  list: endpoint({
    name: 'url-keys-list',
    method: 'GET',
    path: '/v1/url-keys',
    summary: 'List URL keys, newest first',
    scope: 'admin',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(urlKey) },
    errors: [],
  }),
  create: endpoint({
    name: 'url-keys-create',
    method: 'POST',
    path: '/v1/url-keys',
    summary: 'Create a URL key',
    scope: 'admin',
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(200),
        template_ids: z.array(idText).min(1).max(100).exactOptional(),
        allow_permanent: z.boolean().default(false),
        renders_per_minute: z.int().min(1).max(100_000).default(120),
        renders_per_day: z.int().min(1).max(10_000_000).default(10_000),
      })
      .meta({ id: 'UrlKeyCreate', examples: [{ name: 'Blog', template_ids: ['tpl_01jd3v'] }] }),
    answers: {
      201: z
        .strictObject({ ...facts, secret: z.string().meta({ description: 'The secret. Shown only once' }) })
        .meta({ id: 'UrlKeyWithSecret' }),
    },
    headers: { Location: 'The new key' },
    errors: [],
  }),
  get: endpoint({
    name: 'url-keys-get',
    method: 'GET',
    path: '/v1/url-keys/:id',
    summary: 'Retrieve a URL key',
    scope: 'admin',
    params: idParams,
    answers: { 200: urlKey },
    errors: ['not_found'],
  }),
  revoke: endpoint({
    name: 'url-keys-revoke',
    method: 'DELETE',
    path: '/v1/url-keys/:id',
    summary: 'Revoke a URL key: the URLs that it signed stop working',
    scope: 'admin',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
}
