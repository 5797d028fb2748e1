import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { basename, resolve, sep } from 'node:path'
import { ApiError, type Client } from '@pictable/client'
import type { Template } from '@pictable/renderer/template'
import { StartError } from '#core/start-error.ts'
import type { DesignFile } from './design-file.ts'
import type { LockedServer } from './lock-file.ts'

/** Properties that hold the address of a picture. */
const pictureProperties = new Set(['src', 'fallback', 'logo'])

function isFile(address: unknown): address is string {
  // An address with expressions is known only with the values of a record.
  if (typeof address === 'string' && address.includes('{{')) return false
  return typeof address === 'string' && address.trim() !== '' && !/^\s*[a-z][a-z0-9+.-]+:/i.test(address)
}

type Change = (address: string) => string

/** A copy of JSON in which every address of a picture that a layer or the page names itself is changed. */
function withAddresses(json: unknown, change: Change): unknown {
  if (Array.isArray(json)) return json.map((item) => withAddresses(item, change))
  if (typeof json !== 'object' || json === null) return json
  const isBinding = 'bind' in json || 'expression' in json
  return Object.fromEntries(
    Object.entries(json).map(([key, part]) => {
      // Cells of a table may have any name.
      if (key === 'rows') return [key, part]
      const isAddress = !isBinding && pictureProperties.has(key) && typeof part === 'string'
      return [key, isAddress ? change(part) : withAddresses(part, change)]
    }),
  )
}

function withPictures(design: Template, change: Change): Record<string, unknown> {
  const { background, layers } = design
  const page = background === undefined ? {} : { background: withAddresses(background, change) }
  return { ...design, ...page, layers: withAddresses(layers, change) }
}

/** The files that a design itself shows. */
function filesOf(design: Template): string[] {
  const files = new Set<string>()
  withPictures(design, (address) => {
    if (isFile(address)) files.add(address)
    return address
  })
  return [...files]
}

/** The design as the server has it: its picture files are assets there, and what it tells an editor stays here. */
export function asOnServer({ $schema: _, ...design }: Template, { pictures }: LockedServer): Record<string, unknown> {
  return withPictures(design, (address) => pictures[address]?.src ?? address)
}

/** The design as it stands in a file: assets that came from files are these files again. */
export function asInFile(design: Template, { pictures }: LockedServer): Record<string, unknown> {
  const files = new Map(Object.entries(pictures).map(([path, { src }]) => [src, path]))
  return withPictures(design, (address) => files.get(address) ?? address)
}

/**
 * The bytes of a picture that a design names. The design may come from someone else, so it reaches no other file of the person who
 * pushes it. @throws StartError
 */
async function readPicture({ folder, path }: Pick<DesignFile, 'folder' | 'path'>, file: string): Promise<Buffer> {
  const place = await realpath(resolve(folder, file)).catch(() => {
    throw new StartError(`${path} shows the picture ${file}, which does not exist.`)
  })
  const roots = await Promise.all([folder, process.cwd()].map((root) => realpath(root)))
  if (!roots.some((root) => place.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)))
    throw new StartError(
      `${path} shows the picture ${file}, which is outside the folder of the design and the working directory. Copy it into one of them.`,
    )
  return readFile(place)
}

/** Whether the server still has the asset that a picture became. */
async function isThere(client: Client, src: string): Promise<boolean> {
  try {
    await client.assets.get({ params: { id: src.slice('asset:'.length) } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** Uploads the files that a design itself shows, as far as the server lacks them. @returns how many were sent */
export async function uploadPictures(
  client: Client,
  designFile: Pick<DesignFile, 'design' | 'folder' | 'path'>,
  server: LockedServer,
): Promise<number> {
  const { design, path } = designFile
  const font = design.fonts?.find(({ src }) => isFile(src))
  if (font)
    throw new StartError(
      `${path} uses the font file ${font.src}. A server loads fonts only from http(s) or data: URLs.`,
    )
  let sent = 0
  for (const file of filesOf(design)) {
    const bytes = await readPicture(designFile, file)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const known = server.pictures[file]
    if (known?.sha256 === sha256 && (await isThere(client, known.src))) continue
    const asset = await client.assets.upload({ query: { filename: basename(file) }, body: new Uint8Array(bytes) })
    server.pictures[file] = { sha256, src: asset.src }
    sent++
  }
  return sent
}
