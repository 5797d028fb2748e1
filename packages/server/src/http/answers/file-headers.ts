import type { ImageFile } from '#core/image/image.ts'

/** Of the file of an image: any page may show it. Viewers of PDFs do not open what is in a sandbox. */
export function fileHeaders({ hash, format }: Pick<ImageFile, 'hash' | 'format'>): Record<string, string> {
  return {
    etag: `"${hash}"`,
    'cross-origin-resource-policy': 'cross-origin',
    ...(format === 'pdf' && { 'content-security-policy': "frame-ancestors 'none'" }),
  }
}
