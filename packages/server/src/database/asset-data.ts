import type { Asset } from '#core/image/image.ts'
import type { Resources } from '#core/ports/data/resources.ts'
import type { Executor } from './database.ts'
import { resources } from './resources.ts'

interface AssetRow {
  id: string
  filename: string
  content_type: string
  hash: string
  size_bytes: number
  created_at: Date
}

export function assetData(executor: Executor): Resources<Asset> {
  return resources<Asset, AssetRow>(executor, {
    name: 'assets',
    columns: {
      id: ({ id }) => id,
      filename: ({ filename }) => filename,
      content_type: ({ contentType }) => contentType,
      hash: ({ hash }) => hash,
      size_bytes: ({ sizeBytes }) => sizeBytes,
      created_at: ({ createdAt }) => createdAt,
    },
    fromRow: (row) => ({
      id: row.id,
      filename: row.filename,
      contentType: row.content_type,
      hash: row.hash,
      sizeBytes: Number(row.size_bytes),
      createdAt: row.created_at,
    }),
  })
}
