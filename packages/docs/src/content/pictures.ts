import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import sharp from 'sharp'
import { attributes } from './html.ts'

/** A picture of the documentation, with what a page needs to keep a place for it. */
interface Picture {
  url: string
  width: number
  height: number
  /** The first picture of a film, for readers who want nothing to move. */
  stillUrl: string | undefined
}

export interface Pictures {
  /** Attributes and markup of a picture by its path in the repository. */
  markup(path: string, alt: string): string
  /** The files of all pictures that were asked for. */
  files: Map<string, Uint8Array>
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url').slice(0, 7)

/** Reads the pictures ahead, since pages are rendered in one go. */
export async function openPictures(root: string, paths: readonly string[], base: string): Promise<Pictures> {
  const files = new Map<string, Uint8Array>()
  const add = (name: string, bytes: Uint8Array): string => {
    const file = `assets/${name.replace(extname(name), '')}-${digestOf(bytes)}${extname(name)}`
    files.set(file, bytes)
    return `${base}/${file}`
  }
  const open = async (path: string): Promise<Picture> => {
    const bytes = readFileSync(join(root, path))
    const { width, height, pages = 1, pageHeight = height } = await sharp(bytes).metadata()
    const name = basename(path)
    const still = pages > 1 ? await sharp(bytes, { page: 0 }).webp({ quality: 82 }).toBuffer() : undefined
    const stillUrl = still && add(name.replace('.webp', '-still.webp'), still)
    return { url: add(name, bytes), width, height: pageHeight, stillUrl }
  }
  const pictures = new Map(await Promise.all(paths.map(async (path) => [path, await open(path)] as const)))
  return {
    files,
    markup(path, alt) {
      const picture = pictures.get(path)
      if (picture === undefined) throw new Error(`${path} was not read ahead`)
      const { url, width, height, stillUrl } = picture
      const img = `<img${attributes({ src: url, alt, width, height, loading: 'lazy', decoding: 'async' })}>`
      if (stillUrl === undefined) return img
      const source = attributes({ media: '(prefers-reduced-motion: reduce)', srcset: stillUrl })
      return `<picture><source${source}>${img}</picture>`
    },
  }
}
