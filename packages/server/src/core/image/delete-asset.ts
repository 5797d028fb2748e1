import { AppError } from '#core/errors.ts'
import type { AssetUse } from '#core/ports/data/assets.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'

/** More of a kind would tell nobody more. */
const mostOfAKind = 10

/** What names an asset, ten of each kind at most. @throws AppError `not_found` */
export async function usesOfAsset(
  { data }: Pick<World, 'data'>,
  id: string,
  signal?: AbortSignal,
): Promise<AssetUse[]> {
  found(await data.assets.get(id), 'asset', id)
  return data.assets.usesOf(id, { most: mostOfAKind, ...(signal && { signal }) })
}

/** @throws AppError `not_found`, `conflict` while something names it, unless `force` */
export async function deleteAsset(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  id: string,
  force: boolean,
): Promise<void> {
  const uses = force ? [] : await usesOfAsset({ data }, id)
  if (uses.length > 0) {
    const names = uses.map(({ kind, name }) => `the ${kind} "${name}"`).join(', ')
    throw new AppError('conflict', `It is used by ${names}. Choose another picture there, or add ?force=true.`)
  }
  const isDeleted = await data.transaction((inside) => inside.assets.delete(id, clock.now()))
  found(isDeleted || null, 'asset', id)
}
