import { pointer } from '#core/pointer.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import type { UrlKey } from './url-key.ts'
import { generateUrlSecret, sealUrlSecret } from './url-key-secret.ts'

export type UrlKeyDraft = Pick<UrlKey, 'name' | 'templateIds' | 'allowPermanent' | 'rendersPerMinute' | 'rendersPerDay'>

/** Makes a key that signs addresses of images. Its secret is answered this once and kept sealed. */
export async function createUrlKey(
  world: Pick<World, 'clock' | 'data' | 'newId' | 'random' | 'secrets'>,
  draft: UrlKeyDraft,
): Promise<{ key: UrlKey; secret: string }> {
  const ids = draft.templateIds ?? []
  const templates = await Promise.all(ids.map((id) => world.data.templates.get(id)))
  const errors = ids.flatMap((id, index) =>
    templates[index] === null
      ? [{ pointer: pointer('template_ids', index), detail: `There is no template ${id}.` }]
      : [],
  )
  refuseIfAny(errors, 'The key names templates that do not exist.')
  const id = world.newId('urlKey')
  const secret = generateUrlSecret(world.random)
  const key: UrlKey = {
    ...draft,
    id,
    sealedSecret: sealUrlSecret(world, id, secret),
    createdAt: world.clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await world.data.transaction((data) => data.urlKeys.insert(key))
  return { key, secret }
}
