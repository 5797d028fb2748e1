import { client } from '#dashboard/api/client.ts'
import type { Asset } from './assets-tab.tsx'

async function contentOf(asset: Asset): Promise<Uint8Array | null> {
  const response = await fetch(`/v1/assets/${asset.id}/content`)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** The asset that has the bytes of a file already, so that it is not stored twice. */
export async function sameAsset(file: File): Promise<Asset | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let after: string | undefined
  do {
    const page = await client.assets.list({ query: { limit: 100, ...(after !== undefined && { after }) } })
    for (const asset of page.results.filter((each) => each.bytes === bytes.length)) {
      const content = await contentOf(asset)
      if (content && isSame(content, bytes)) return asset
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return undefined
}
