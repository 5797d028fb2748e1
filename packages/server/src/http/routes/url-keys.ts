import { contract } from '@pictable/client'
import { createUrlKey } from '#core/access/create-url-key.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentUrlKey } from '#http/present/url-key.ts'

export const urlKeys = handlers(contract.urlKeys)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.urlKeys.list(query)
    return { status: 200, body: { results: results.map(presentUrlKey), next } }
  },
  create: async ({ world, body }) => {
    const { key, secret } = await createUrlKey(world, {
      name: body.name,
      templateIds: body.template_ids ?? null,
      allowPermanent: body.allow_permanent,
      rendersPerMinute: body.renders_per_minute,
      rendersPerDay: body.renders_per_day,
    })
    return { status: 201, body: { ...presentUrlKey(key), secret }, headers: { location: `/v1/url-keys/${key.id}` } }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentUrlKey(found(await world.data.urlKeys.get(params.id), 'URL key', params.id)),
  }),
  revoke: async ({ world, params }) =>
    gone(await world.data.urlKeys.revoke(params.id, world.clock.now()), 'URL key', params.id),
})
