import { client } from '#dashboard/api/client.ts'

/** The source of an asset that has the bytes of a file already, so that it is not stored twice. */
export async function sameAsset(file: File, signal: AbortSignal): Promise<string | undefined> {
  // Browsers hash only in secure contexts: elsewhere the file is uploaded.
  if (!isSecureContext) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const { results } = await client.assets.list({ query: { sha256, limit: 1 }, signal })
  return results[0]?.src
}
