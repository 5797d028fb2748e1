import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AppError } from '#core/errors.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const shown = (path: string) => `"${path.slice(0, 200)}"`

function outside(path: string): AppError {
  return new AppError(
    'source_invalid',
    `The file ${shown(path)} does not lie in the folder for files (PICTABLE_FILES_DIR). Give its path inside this folder, such as "shop/products.csv".`,
  )
}

/** What `realpath` and `stat` say of a path that cannot be followed, for people. */
function unreadable(path: string, cause: unknown): AppError {
  const code = codeOf(cause)
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError(
      'source_forbidden',
      `Pictable has no right to read the file ${shown(path)}. Let the user that Pictable runs as read it.`,
      { cause },
    )
  }
  return new AppError(
    'source_not_found',
    `There is no file ${shown(path)} in the folder for files (PICTABLE_FILES_DIR). Put it there, or change the path in the connection.`,
    { cause },
  )
}

/**
 * Where a file lies that a connection names by its path: below `filesDir`, also after every symbolic link was followed.
 * A path is relative to this folder, or absolute and inside it. @throws AppError `source_…`
 */
export async function resolveFile(filesDir: string | undefined, path: string): Promise<string> {
  if (filesDir === undefined) {
    throw new AppError(
      'source_invalid',
      'Files by path are not allowed here. Whoever runs Pictable can allow them with the setting PICTABLE_FILES_DIR, the folder that holds them.',
    )
  }
  const wanted = resolve(filesDir, path)
  // Before the disk is asked, so that nobody learns what lies elsewhere.
  if (path.includes('\0') || !isBelow(resolve(filesDir), wanted)) throw outside(path)
  try {
    const [folder, file] = await Promise.all([realpath(filesDir), realpath(wanted)])
    if (!isBelow(folder, file)) throw outside(path)
    if ((await stat(file)).isFile()) return file
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(path, error)
  }
  throw new AppError('source_invalid', `${shown(path)} is not a file. Give the path of a file, not of a folder.`)
}
