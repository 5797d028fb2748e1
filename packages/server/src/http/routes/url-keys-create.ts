import { contract } from '@pictable/client'
import { createUrlKey } from '#core/access/create-url-key.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentUrlKey } from '#http/present/url-key.ts'

export const urlKeysCreate = bind(contract.urlKeys.create)(async ({ world, body }) => {
  const { key, secret } = await createUrlKey(world, {
    name: body.name,
    templateIds: body.template_ids ?? null,
    allowPermanent: body.allow_permanent,
    rendersPerMinute: body.renders_per_minute,
    rendersPerDay: body.renders_per_day,
  })
  return { status: 201, body: { ...presentUrlKey(key), secret }, headers: { location: `/v1/url-keys/${key.id}` } }
})
