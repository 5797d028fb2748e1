import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Load } from '#renderer/jobs/job.ts'
import { MAX_IMAGE_BYTES } from '#renderer/pictures/picture-bounds.ts'

/** Loads pictures and fonts from files; relative paths start at `folder`. Refuses addresses on the network. */
export function createFileLoader(folder: string): Load {
  return async (src, { signal }) => {
    const path = pathOf(src, folder)
    const found = await stat(path).catch(() => undefined)
    if (!found) throw new Error(`the file ${src} does not exist`)
    if (!found.isFile()) throw new Error(`${src} is not a file`)
    if (found.size > MAX_IMAGE_BYTES) {
      throw new Error(
        `the file ${src} has ${Math.ceil(found.size / 1e6)} MB; the maximum is ${MAX_IMAGE_BYTES / 1e6} MB`,
      )
    }
    return readFile(path, { signal })
  }
}

function pathOf(src: string, folder: string): string {
  const trimmed = src.trim()
  if (/^file:\/\//i.test(trimmed)) return fileURLToPath(trimmed)
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(trimmed)) {
    throw new Error(`"${trimmed}" is a network URL, but this command reads only files`)
  }
  return resolve(folder, trimmed)
}
