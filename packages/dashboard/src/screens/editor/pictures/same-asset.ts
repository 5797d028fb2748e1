import { client } from '#dashboard/api/client.ts'
import type { Asset } from './assets-tab.tsx'

/** As the server names a content: by its SHA-256. */
async function tagOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** Whether an asset has a content: its pixels are not fetched. */
async function has({ id }: Asset, tag: string): Promise<boolean> {
  const response = await fetch(`/v1/assets/${id}/content`, { headers: { 'if-none-match': tag }, cache: 'no-store' })
  // What is another picture is not read to its end.
  await response.body?.cancel()
  return response.status === 304
}

/** The asset that has the bytes of a file already, so that it is not stored twice. */
export async function sameAsset(file: File): Promise<Asset | undefined> {
  // Browsers hash only in secure contexts: elsewhere the file is uploaded.
  if (!isSecureContext) return undefined
  const tag = await tagOf(await file.arrayBuffer())
  let after: string | undefined
  do {
    const page = await client.assets.list({ query: { limit: 100, ...(after !== undefined && { after }) } })
    for (const asset of page.results.filter(({ bytes }) => bytes === file.size)) {
      if (await has(asset, tag)) return asset
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return undefined
}
