import { AppError } from '#core/errors.ts'

const pattern = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9_-]+(?:\.[a-z0-9]+)?)$/

/** `checkKey()` splits a key such as `images/3f9a….png`; nothing that could leave its folder is a key. @throws AppError `internal` */
export function checkKey(key: string): { folder: string; name: string } {
  const [, folder, name] = pattern.exec(key) ?? []
  if (folder === undefined || name === undefined || key.length > 200) {
    throw new AppError('internal', `"${key.slice(0, 200)}" is not a storage key. Keys have the form folder/name.ext`)
  }
  return { folder, name }
}
