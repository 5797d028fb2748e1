/** Folders of the storage whose files are named after the SHA-256 of their bytes. */
export const fileFolders = ['assets', 'fonts', 'images', 'signed'] as const

export type FileFolder = (typeof fileFolders)[number]

const contentAddressed = new RegExp(`^(?:${fileFolders.join('|')})/([0-9a-f]{64})(?:\\.[a-z0-9]+)?$`)

/** The SHA-256 that the bytes of a key must have; null for a key that is not content-addressed. */
export function hashOfKey(key: string): string | null {
  return contentAddressed.exec(key)?.[1] ?? null
}

export function folderOfKey(key: string): FileFolder | undefined {
  return fileFolders.find((folder) => key.startsWith(`${folder}/`))
}
