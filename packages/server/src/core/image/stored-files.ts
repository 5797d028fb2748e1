import { type FileProblem, type OwnerKind, ownerKinds } from '@pictable/model/stored-file'
import { type Font, fontKey } from '#core/font/font.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { Resources } from '#core/ports/data/resources.ts'
import type { Storage } from '#core/ports/storage.ts'
import { assetKey } from './add-asset.ts'
import { isDamaged } from './damaged-file.ts'
import type { Asset, Image } from './image.ts'
import { filesOfImage, imageKey } from './image-url.ts'

/** A file that a row names. */
export interface NamedFile {
  key: string
  kind: OwnerKind
  id: string
}

export interface BrokenFile extends NamedFile {
  problem: FileProblem
}

/** Where a walk over all files is. */
export interface FileCursor {
  kind: OwnerKind
  after: string | null
}

type Rows<Item extends { id: string }> = Pick<Resources<Item>, 'get' | 'list'>

export interface FileData {
  images: Rows<Image>
  assets: Rows<Asset>
  fonts: Rows<Font>
}

export const firstFiles: FileCursor = { kind: 'image', after: null }

interface Owner {
  list(data: FileData, options: ListOptions): Promise<Listing<{ id: string; keys: string[] }>>
  keysOf(data: FileData, id: string): Promise<string[]>
}

function ownerOf<Item extends { id: string }>(
  rows: (data: FileData) => Rows<Item>,
  keysOf: (item: Item) => string[],
): Owner {
  return {
    async list(data, options) {
      const { results, next } = await rows(data).list(options)
      return { results: results.map((item) => ({ id: item.id, keys: keysOf(item) })), next }
    },
    async keysOf(data, id) {
      const item = await rows(data).get(id)
      return item === null ? [] : keysOf(item)
    },
  }
}

const owners: Readonly<Record<OwnerKind, Owner>> = {
  image: ownerOf(
    ({ images }) => images,
    (image) => filesOfImage(image).map(imageKey),
  ),
  asset: ownerOf(
    ({ assets }) => assets,
    (asset) => [assetKey(asset)],
  ),
  font: ownerOf(
    ({ fonts }) => fonts,
    (font) => [fontKey(font)],
  ),
}

/** Whether its row is there and still names it. */
export async function isNamed(data: FileData, { kind, id, key }: NamedFile): Promise<boolean> {
  return (await owners[kind].keysOf(data, id)).includes(key)
}

/** The files of the next rows. @returns as `next` null after the last ones */
export async function pageOfFiles(
  data: FileData,
  { kind, after }: FileCursor,
  limit: number,
): Promise<{ files: NamedFile[]; rows: number; next: FileCursor | null }> {
  const { results, next } = await owners[kind].list(data, { limit, ...(after !== null && { after }) })
  const files = results.flatMap(({ id, keys }) => keys.map((key) => ({ key, kind, id })))
  const following = ownerKinds[ownerKinds.indexOf(kind) + 1]
  if (next !== null) return { files, rows: results.length, next: { kind, after: next } }
  return { files, rows: results.length, next: following === undefined ? null : { kind: following, after: null } }
}

/** Reads the file to its end. @returns null when it is whole @throws AppError while the storage as a whole does not work */
export async function inspectFile(
  storage: Pick<Storage, 'open' | 'check'>,
  file: NamedFile,
): Promise<BrokenFile | null> {
  try {
    return (await storage.open(file.key)) === null ? { ...file, problem: 'missing' } : null
  } catch (error) {
    if (isDamaged(error)) return { ...file, problem: 'damaged' }
    await storage.check()
    return { ...file, problem: 'unreadable' }
  }
}
