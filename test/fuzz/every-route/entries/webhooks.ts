import { bounded, type RouteEntries, small } from '#test/fuzz/every-route/entry.ts'
import { largeUserDefined, type Stage } from '#test/fuzz/every-route/stage.ts'

const at = (id: string) => ({ params: { id } })
const settled = (stage: Stage) => ({ after: () => stage.settle() })
const reason = 'the body of a delivery has at most 256 KiB'
const headers = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x-header-${n}`, 'x'.repeat(190)]))
const draft = { name: 'x', url: 'https://example.com', active: false, headers, user_defined: largeUserDefined }

export const webhooks: RouteEntries['webhooks'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [bounded('user_defined', reason, () => ({ body: draft }))],
  get: small(({ ids }) => at(ids.webhook)),
  update: [
    bounded('user_defined', reason, async ({ fresh }) => ({
      ...at(await fresh.webhook()),
      body: { headers, user_defined: largeUserDefined },
    })),
  ],
  delete: small(async ({ fresh }) => at(await fresh.webhook())),
  rotateSecret: small(async ({ fresh }) => ({ ...at(await fresh.webhook()), body: { secret: 'x'.repeat(256) } })),
  pause: small(async ({ fresh }) => at(await fresh.webhook())),
  resume: small(async ({ client, fresh }) => {
    const id = await fresh.webhook()
    await client.webhooks.update({ params: { id }, body: { active: true } })
    await client.webhooks.pause({ params: { id } })
    return at(id)
  }),
  test: small((stage) => ({ ...at(stage.ids.webhook), ...settled(stage) })),
  deliveries: small(({ ids }) => ({ ...at(ids.webhook), query: { limit: '100' } })),
  replayFailed: small((stage) => ({
    ...at(stage.ids.webhook),
    body: { since: new Date(Date.now() - 86_400_000).toISOString() },
    ...settled(stage),
  })),
}

export const deliveries: RouteEntries['deliveries'] = {
  list: small(() => ({ query: { limit: '100' } })),
  get: small(({ ids }) => at(ids.delivery)),
  replay: small((stage) => ({ ...at(stage.ids.delivery), ...settled(stage) })),
}

export const events: RouteEntries['events'] = { stream: small(() => ({})) }
