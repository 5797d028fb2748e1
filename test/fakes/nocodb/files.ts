import { z } from 'zod'
import { FakeError, type FakeFile, type FakeWorld, refuse } from './model.ts'
import type { FakeRequest } from './route.ts'

const urlsSchema = z.array(z.object({ url: z.string(), fileName: z.string() }))

function keep(world: FakeWorld, filename: string, { bytes, contentType }: FakeFile): Record<string, unknown> {
  const place = `2026/01/01/${world.newId('f')}/${filename}`
  world.files.set(place, { bytes, contentType })
  const isPicture = contentType.startsWith('image/')
  return {
    path: `download/${place}`,
    title: filename,
    mimetype: contentType,
    size: bytes.byteLength,
    ...(isPicture ? { width: 1, height: 1 } : {}),
    signedPath: `dltemp/${world.newId('k')}/${Date.now() + 7_200_000}/${place}`,
  }
}

export async function uploadForm(world: FakeWorld, { raw, headers }: FakeRequest): Promise<unknown> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch(() => new FormData())
  const files = [...form.values()].filter((value) => value instanceof File)
  if (files.length === 0) throw new FakeError(400, { msg: 'No attachment provided!' })
  return Promise.all(
    files.map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return keep(world, file.name, { bytes, contentType: file.type })
    }),
  )
}

/** All or nothing, and without a word which of them failed. */
export async function uploadByUrl(world: FakeWorld, { body }: FakeRequest): Promise<unknown> {
  const urls = urlsSchema.parse(body)
  if (urls.length === 0) throw new FakeError(400, { msg: 'No attachment provided!' })
  const failed = refuse(500, 'ERR_INTERNAL_SERVER', 'Failed to upload attachment')
  const stored: unknown[] = []
  for (const { url, fileName } of urls) {
    if (!url.startsWith('data:') && !world.settings.fetchFrom.includes(new URL(url).origin)) throw failed
    const response = await fetch(url).catch(() => null)
    if (response === null || !response.ok) throw failed
    const bytes = new Uint8Array(await response.arrayBuffer())
    const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
    stored.push(keep(world, fileName, { bytes, contentType }))
  }
  return stored
}

/** A signed address: no token, and an end. */
export function signedFile(world: FakeWorld, path: string): FakeFile {
  const [, until, place] = /^\/dltemp\/[^/]+\/(\d+)\/(.+)$/.exec(path) ?? []
  const file = world.files.get(decodeURIComponent(place ?? ''))
  if (file === undefined || Number(until) < Date.now()) throw refuse(404, 'NOT_FOUND', 'Not found')
  return file
}
