import { fontKey, fontSrc } from '#core/font/font.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { shortened } from '#core/words.ts'
import { assetKey } from './add-asset.ts'
import { isDamaged } from './damaged-file.ts'
import { createPictureCache } from './picture-cache.ts'

/** With a `key`, bytes that were loaded under it before may be given: the same picture, whatever its address is by now. */
export type LoadPicture = (src: string, signal: AbortSignal, key?: string) => Promise<Uint8Array>

const fontPrefix = fontSrc({ hash: '' })

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

const cacheBytes = 64 * 2 ** 20

/** The renderer cannot make do with a damaged file: it fails the record. */
async function readFile({ storage }: Pick<World, 'storage'>, key: string, damaged: RecordError) {
  try {
    return await storage.get(key)
  } catch (error) {
    throw isDamaged(error) ? damaged : error
  }
}

async function loadFont(world: Pick<World, 'storage'>, hash: string): Promise<Uint8Array> {
  const damaged = new RecordError('font_damaged', 'its file is damaged. Upload the same file again')
  // Records may write the prefix too.
  const bytes = isHash(hash) ? await readFile(world, fontKey({ hash }), damaged) : null
  if (bytes === null) throw new RecordError('font_missing', 'its file is missing. Upload it again')
  return bytes
}

/**
 * Makes the function by which the renderer gets its pictures: `asset:<id>` from the storage, http and https through
 * `fetchPicture`. It throws RecordError for whatever has no bytes.
 */
export function createLoadPicture(
  world: Pick<World, 'data' | 'storage'>,
  fetchPicture?: (src: string, signal: AbortSignal) => Promise<Uint8Array>,
): LoadPicture {
  const missing = (id: string) => new RecordError('image_missing', `the image is not an existing asset (${id})`)
  const cache = createPictureCache(cacheBytes)
  return async (written, signal, key) => {
    const src = written.trim()
    if (src.startsWith('asset:')) {
      const id = src.slice('asset:'.length)
      const asset = await world.data.assets.get(id)
      if (asset === null) throw missing(id)
      const damaged = `the file of the asset is damaged. Upload the same file again (${id})`
      const bytes = await readFile(world, assetKey(asset), new RecordError('image_damaged', damaged))
      if (bytes === null)
        throw new RecordError('image_missing', `the file of the asset is missing. Upload it again (${id})`)
      return bytes
    }
    if (src.startsWith(fontPrefix)) return loadFont(world, src.slice(fontPrefix.length))
    const isWeb = /^https?:\/\//i.test(src)
    if (isWeb && fetchPicture !== undefined)
      return key === undefined
        ? fetchPicture(src, signal)
        : cache.get(key, signal, (ending) => fetchPicture(src, ending))
    const reason = isWeb
      ? 'cannot be fetched from this server'
      : 'has no valid URL: it must be asset:<id> or begin with https://'
    throw new RecordError('image_address', `the image ${reason} ("${shortened(src, 80)}")`)
  }
}
