import type { Asset } from '#core/image/image.ts'
import type { Resources } from '#core/ports/data/resources.ts'

/** Something that names an asset. */
export interface AssetUse {
  kind: 'template' | 'action' | 'table'
  id: string
  name: string
}

export interface AssetData extends Resources<Asset, { hash?: string | undefined }> {
  /** Its file is dropped. @returns whether it was there */
  delete(id: string, at: Date): Promise<boolean>
  /** By id; without those that are not there. */
  filenames(ids: readonly string[]): Promise<Map<string, string>>
  /**
   * Templates that name it in their latest or published version, their draft or their sample, actions, and tables with rows
   * that do; `most` of each. To be called outside of transactions: it reads rows until one names it.
   */
  usesOf(id: string, options: { most: number; signal?: AbortSignal }): Promise<AssetUse[]>
}
