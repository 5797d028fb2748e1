import type { Load, ServedFace } from '@pictable/renderer/browser'
import { watched } from '#dashboard/api/client.ts'

async function bytesOf(...request: Parameters<typeof fetch>): Promise<Uint8Array> {
  const response = await watched(fetch, ...request)
  if (!response.ok) throw new Error(await reasonOf(response))
  return new Uint8Array(await response.arrayBuffer())
}

async function reasonOf(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null)
  const detail: unknown = typeof problem === 'object' && problem !== null && Reflect.get(problem, 'detail')
  return typeof detail === 'string' ? detail : `the server answered ${response.status}`
}

/** The faces that templates may use. */
export async function loadFonts(): Promise<readonly ServedFace[]> {
  const response = await watched(fetch, '/v1/template-fonts')
  if (!response.ok) throw new Error(await reasonOf(response))
  const { faces } = await response.json()
  return faces
}

/** Pictures of records and assets, through the server: a page may not ask other hosts, and has no rights there. */
export const loadPicture: Load = async (src, { signal }) => {
  const [, asset] = /^asset:([\w-]+)$/.exec(src) ?? []
  if (asset) return bytesOf(`/v1/assets/${asset}/content`, { signal: signal ?? null })
  return bytesOf('/v1/template-files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ src }),
    signal: signal ?? null,
  })
}

/** The tables of a WOFF2 file that layout reads: only the server unpacks it for scripts. */
export function unpackWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  return bytesOf('/v1/template-fonts/layout-tables', { method: 'POST', body: new Blob([new Uint8Array(bytes)]) })
}
