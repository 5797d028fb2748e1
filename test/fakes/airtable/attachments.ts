import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Writing } from './cell-input.ts'
import { invalid } from './errors.ts'
import { createId } from './ids.ts'
import type { Field, StoredFile } from './model.ts'
import { pictureSize } from './picture-size.ts'
import { goOn, type World } from './world.ts'

const writtenSchema = z.array(
  z.union([
    z.strictObject({ url: z.url({ protocol: /^https?$/ }), filename: z.string().optional() }),
    z.looseObject({ id: z.string() }),
  ]),
)

const maxFetchedBytes = 50 * 1024 * 1024
const fetchTimeoutMs = 30_000

/** `acceptAttachments()` keeps what is named by id and takes up what is named by URL, to be fetched behind the answer. */
export function acceptAttachments(value: unknown, field: Field, { world, record, typecast }: Writing): unknown {
  if (typecast) return null
  const refused = (why: string): Error =>
    invalid('INVALID_ATTACHMENT_OBJECT', `Invalid attachment object for field ${field.name}: ${why}`)
  const parsed = writtenSchema.safeParse(value)
  if (!parsed.success) throw refused('an array of {"url"} or {"id"} is expected')
  const present = fileIdsOf(record?.cells.get(field.id))
  return parsed.data.map((one) => {
    if (!('id' in one)) return takeUp(world, one.url, one.filename)
    if (!present.includes(one.id)) throw refused(`${one.id} is not in this cell`)
    return one.id
  })
}

/** A cell of attachments holds the ids of files. */
export function fileIdsOf(cell: unknown): string[] {
  return Array.isArray(cell) ? cell.filter((id) => typeof id === 'string') : []
}

function takeUp(world: World, url: string, filename: string | undefined): string {
  const last = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
  const file: StoredFile = {
    id: createId('att'),
    filename: filename ?? (last || 'attachment'),
    content: null,
    sourceUrl: url,
  }
  world.files.set(file.id, file)
  world.waitingFetches.push(() => fetchFile(world, file))
  return file.id
}

/** Starts the fetches of what has been written; called when the write is certain. */
export function startFetches(world: World): void {
  for (const start of world.waitingFetches.splice(0)) goOn(world, start())
}

/** A file that cannot be had vanishes from its cell. */
async function fetchFile(world: World, file: StoredFile): Promise<void> {
  const url = file.sourceUrl ?? ''
  try {
    if (!world.settings.fetchFrom.includes(new URL(url).origin)) throw new Error('not an allowed origin')
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok || bytes.byteLength > maxFetchedBytes) throw new Error(`answered ${response.status}`)
    fill(file, bytes, response.headers.get('content-type')?.split(';')[0] ?? 'application/octet-stream')
  } catch {
    world.files.delete(file.id)
  }
}

function fill(file: StoredFile, bytes: Buffer, type: string): void {
  file.content = { bytes, type, ...pictureSize(bytes) }
}

/** A file that is there at once: an upload, or one that a test puts into a cell. */
export function storeFile(world: World, given: { filename: string; type: string; bytes: Buffer }): string {
  const file: StoredFile = { id: createId('att'), filename: given.filename, content: null, sourceUrl: null }
  fill(file, given.bytes, given.type)
  world.files.set(file.id, file)
  return file.id
}

function signatureOf(world: World, fileId: string, expiresAtMs: number): string {
  return createHmac('sha256', world.urlSecret).update(`${expiresAtMs}/${fileId}`).digest('base64url')
}

function signedUrl(world: World, file: StoredFile): string {
  const expiresAtMs = world.settings.now() + world.settings.attachmentUrlLifeMs
  return `${world.contentUrl}/v3/u/29/29/${expiresAtMs}/${file.id}/${signatureOf(world, file.id, expiresAtMs)}`
}

/** The file behind a signed path; null when the URL is no longer, or never was, good. */
export function fileBehind(
  world: World,
  path: { expires: string; fileId: string; signature: string },
): StoredFile | null {
  const expiresAtMs = Number(path.expires)
  const isGood = path.signature === signatureOf(world, path.fileId, expiresAtMs)
  return isGood && world.settings.now() < expiresAtMs ? (world.files.get(path.fileId) ?? null) : null
}

/** Attachments as they are read. One that is still being fetched has its first URL and nothing more. */
export function presentAttachments(world: World, cell: unknown): Record<string, unknown>[] {
  return fileIdsOf(cell).flatMap((id) => {
    const file = world.files.get(id)
    return file ? [presentFile(world, file)] : []
  })
}

function presentFile(world: World, file: StoredFile): Record<string, unknown> {
  const { content, filename, id } = file
  if (!content) return { id, url: file.sourceUrl, filename }
  const url = signedUrl(world, file)
  const base = { url, filename, size: content.bytes.byteLength, type: content.type }
  const { width, height } = content
  if (width === undefined || height === undefined) return { id, ...base }
  const thumbnail = (edge: number): Record<string, unknown> => {
    const scale = Math.min(1, edge / height)
    return { url, width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  }
  const thumbnails = { small: thumbnail(36), large: thumbnail(512), full: thumbnail(3000) }
  return { id, width, height, ...base, thumbnails }
}
