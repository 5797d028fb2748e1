import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { shortened } from '#core/words.ts'
import type { Asset } from './image.ts'
import { keepUpload } from './keep-upload.ts'
import { pictureTypeOf } from './picture-type.ts'

const mostBytes = 25_000_000

/** Where the storage has the asset. */
export function assetKey({ hash }: Pick<Asset, 'hash'>): string {
  return `assets/${hash}`
}

type AssetWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'storage'>

interface Picture {
  filename: string
  bytes: Uint8Array
}

/** Puts a picture into the storage, as an asset still to be inserted. What it is, its first bytes tell, never its name. */
export async function storeAsset(world: AssetWorld, { filename, bytes }: Picture): Promise<Asset> {
  if (bytes.length > mostBytes)
    throw new AppError(
      'payload_too_large',
      `"${filename}" has ${Math.ceil(bytes.length / 1e6)} MB. The maximum is 25 MB.`,
    )
  const contentType = pictureTypeOf(bytes)
  if (contentType === null)
    throw new AppError('unsupported_media_type', `"${filename}" is not a PNG, JPEG, WebP, GIF, AVIF or SVG picture.`)
  const asset: Asset = {
    id: world.newId('asset'),
    filename: shortened(filename, 255),
    contentType,
    hash: world.digest.sha256(bytes),
    sizeBytes: bytes.length,
    createdAt: world.clock.now(),
  }
  const file = { hash: asset.hash, format: 'asset' as const }
  await keepUpload(world, { key: assetKey(asset), file, bytes, contentType })
  return asset
}

/** Adds a picture for templates and tables. */
export async function addAsset(world: AssetWorld, picture: Picture): Promise<Asset> {
  const asset = await storeAsset(world, picture)
  await world.data.transaction((data) => data.assets.insert(asset))
  return asset
}

/** The newest asset that has the bytes of a picture, whose file is stored again if it was lost; else a new one. */
export async function reuseAsset(world: AssetWorld, picture: Picture): Promise<{ asset: Asset; isNew: boolean }> {
  const asset = await storeAsset(world, picture)
  const [known] = (await world.data.assets.list({ hash: asset.hash, limit: 1 })).results
  if (known) return { asset: known, isNew: false }
  await world.data.transaction((data) => data.assets.insert(asset))
  return { asset, isNew: true }
}
