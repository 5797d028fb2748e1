import type { CallAnswer, Contract } from '@pictable/client'
import type { ApiKey } from '#core/access/api-key.ts'

type ApiKeyJson = CallAnswer<Contract['apiKeys']['get']>

export function presentApiKey(key: ApiKey): ApiKeyJson {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    action_ids: key.actionIds && [...key.actionIds],
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}
