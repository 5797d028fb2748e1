import { AppError } from '#core/errors.ts'
import { storeAsset } from '#core/image/add-asset.ts'
import type { Asset } from '#core/image/image.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import type { Starter } from '#core/ports/starters.ts'
import type { World } from '#core/ports/world.ts'
import { listed } from '#core/words.ts'
import { createTemplate, type SavedTemplate } from './save-template.ts'

/** A picture beside the design. */
const picturePath = /^\.\.\/(photos|pictures)\//

/** The starter of that name. @throws AppError `not_found` */
export async function findStarter({ starters }: Pick<World, 'starters'>, name: string): Promise<Starter> {
  const all = await starters.all()
  const found = all.find((starter) => starter.name === name)
  if (found === undefined)
    throw new AppError('not_found', `There is no starter ${name}. There are: ${listed(all.map((each) => each.name))}.`)
  return found
}

type KeepingWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'starters' | 'storage'>

/**
 * The picture as an asset: one that has it already, else a new one. Unlike `reuseAsset()` it does not store the file of a
 * known one again: a transaction may be around it, which waits for nothing but the database.
 */
export async function keepPicture(
  world: Omit<KeepingWorld, 'starters'>,
  picture: { filename: string; bytes: Uint8Array },
): Promise<Asset> {
  const hash = world.digest.sha256(picture.bytes)
  const { results } = await world.data.assets.list({ hash, limit: 1 })
  const [known] = results
  if (known !== undefined) return known
  const asset = await storeAsset(world, picture)
  // In no transaction: the next picture waits for the storage. A repeat finds this one.
  await world.data.assets.insert(asset)
  return asset
}

/** Pictures beside the design are read there; whatever else it is drawn with comes as ever. */
export function loadBeside({ starters }: Pick<World, 'starters'>): NonNullable<RenderJob['load']> {
  return (src, signal, load) => (picturePath.test(src) ? starters.picture(src) : load(src, signal))
}

function pathsIn(json: unknown): string[] {
  if (typeof json === 'string') return picturePath.test(json) ? [json] : []
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(pathsIn) : []
}

/** Keeps the pictures of a starter. @returns how its design names them now, by their paths */
export async function keepPictures(world: KeepingWorld, name: string): Promise<ReadonlyMap<string, string>> {
  const { design } = await findStarter(world, name)
  const kept = new Map<string, string>()
  for (const path of new Set(pathsIn([design, await world.starters.sample(name)]))) {
    const picture = { filename: path.replace(/^.*\//, ''), bytes: await world.starters.picture(path) }
    kept.set(path, `asset:${(await keepPicture(world, picture)).id}`)
  }
  return kept
}

/** Makes a template of a starter; its pictures become assets. @throws AppError `not_found` */
export async function useStarter(
  world: KeepingWorld,
  name: string,
  { publish }: { publish: boolean },
): Promise<SavedTemplate> {
  const { title, design } = await findStarter(world, name)
  const sample = await world.starters.sample(name)
  const kept = await keepPictures(world, name)
  const written = <Value>(value: Value) => (typeof value === 'string' ? (kept.get(value) ?? value) : value)
  return createTemplate(world, {
    name: title,
    // Its own `$schema` is a file beside it.
    design: JSON.parse(
      JSON.stringify(design, (key, value: unknown) => (key === '$schema' ? undefined : written(value))),
    ),
    sample: Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, written(value)])),
    publish,
  })
}
