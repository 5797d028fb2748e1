import type { StableUrls } from '@pictable/model/stable-urls'
import type { Action } from '#core/action/action.ts'
import type { World } from '#core/ports/world.ts'
import { slugOf } from './slug.ts'

/** In place of a key: the URL of any record. */
export const KEY_PLACE = '{key}'

/** The key of a record as it is in URLs: a slug of its field, or the id of the record as it is. Empty for none. */
export function keyInUrl({ digest }: Pick<World, 'digest'>, { field }: StableUrls, key: string): string {
  return field === null ? key : slugOf(digest, key)
}

/** Whether the keys of records are no longer those of the stable URLs. */
export function isKeyedElsewhere(before: Keyed, after: Keyed): boolean {
  const keysOf = ({ connectionId, baseId, tableId, stableUrls }: Keyed) =>
    JSON.stringify([connectionId, baseId, tableId, stableUrls && { id: stableUrls.field?.id }])
  return keysOf(before) !== keysOf(after)
}

type Keyed = Pick<Action, 'connectionId' | 'baseId' | 'tableId' | 'stableUrls'>

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
