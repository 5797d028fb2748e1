import type { CallAnswer, Contract } from '@pictable/client'
import type { UrlKey } from '#core/access/url-key.ts'

type UrlKeyJson = CallAnswer<Contract['urlKeys']['get']>

export function presentUrlKey(key: UrlKey): UrlKeyJson {
  return {
    id: key.id,
    name: key.name,
    template_ids: key.templateIds && [...key.templateIds],
    allow_permanent: key.allowPermanent,
    renders_per_minute: key.rendersPerMinute,
    renders_per_day: key.rendersPerDay,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}
