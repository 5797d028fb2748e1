/** How a format of files is written, such as PNG and WebP. */
export const formatName = (format: string): string => (format === 'webp' ? 'WebP' : format.toUpperCase())
