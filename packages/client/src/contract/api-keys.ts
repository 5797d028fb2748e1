import { scopes } from '@pictable/model/access'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, idText, listOf, pageQuery, time } from './primitives.ts'

const scope = z.enum(scopes)

const facts = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  action_ids: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Actions that the key can access. null: all actions' }),
  created_at: time,
  last_used_at: time.nullable(),
  revoked_at: time.nullable(),
}

const apiKey = z.strictObject(facts).meta({ id: 'ApiKey' })

export const apiKeys = {
  list: endpoint({
    name: 'api-keys-list',
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List API keys, newest first',
    scope: 'admin',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(apiKey) },
    errors: [],
  }),
  create: endpoint({
    name: 'api-keys-create',
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key',
    scope: 'admin',
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(200),
        scopes: z.array(scope).min(1).max(4),
        action_ids: z.array(idText).min(1).max(100).exactOptional(),
      })
      .meta({ id: 'ApiKeyCreate', examples: [{ name: 'Zapier', scopes: ['trigger'] }] }),
    answers: {
      201: z
        .strictObject({ ...facts, secret: z.string().meta({ description: 'The key. Shown only once' }) })
        .meta({ id: 'ApiKeyWithSecret' }),
    },
    headers: { Location: 'The new key' },
    errors: [],
  }),
  get: endpoint({
    name: 'api-keys-get',
    method: 'GET',
    path: '/v1/api-keys/:id',
    summary: 'Retrieve an API key',
    scope: 'admin',
    params: idParams,
    answers: { 200: apiKey },
    errors: ['not_found'],
  }),
  revoke: endpoint({
    name: 'api-keys-revoke',
    method: 'DELETE',
    path: '/v1/api-keys/:id',
    summary: 'Revoke an API key',
    scope: 'admin',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
}
