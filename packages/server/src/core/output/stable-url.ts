import type { StableUrls } from '@pictable/model/stable-urls'
import type { World } from '#core/ports/world.ts'
import { slugOf } from './slug.ts'

/** In place of a key: the URL of any record. */
export const KEY_PLACE = '{key}'

/** The key of a record as it is in URLs: a slug of its field, or the id of the record as it is. Empty for none. */
export function keyInUrl({ digest }: Pick<World, 'digest'>, { field }: StableUrls, key: string): string {
  return field === null ? key : slugOf(digest, key)
}

interface StablePlace {
  actionId: string
  /** As in the URL; `{key}` for any. */
  slug: string
  /** null for the first output. */
  output: string | null
  extension: string
}

/** The URL of the newest image of a record. */
export function stableUrl(publicUrl: string, { actionId, slug, output, extension }: StablePlace): string {
  const key = slug === KEY_PLACE ? slug : encodeURIComponent(slug)
  const path = output === null ? key : `${key}/${encodeURIComponent(output)}`
  return `${publicUrl}/r/${actionId}/${path}.${extension}`
}
