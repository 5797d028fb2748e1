import { fontKey } from '#core/font/font.ts'
import type { FileName } from '#core/ports/data/dropped-files.ts'
import { assetKey } from './add-asset.ts'
import { imageKey } from './image-url.ts'

/** Where the storage has a file, whatever it is of. */
export function droppedFileKey({ hash, format }: FileName): string {
  if (format === 'asset') return assetKey({ hash })
  if (format === 'font') return fontKey({ hash })
  return imageKey({ hash, format })
}
