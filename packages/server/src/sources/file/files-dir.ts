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
    `The file ${shown(path)} is not in the folder PICTABLE_FILES_DIR. Enter its path inside this folder, such as "shop/products.csv".`,
  )
}

/** What `realpath` and `stat` say of a path that cannot be followed, for people. */
function unreadable(path: string, cause: unknown): AppError {
  const code = codeOf(cause)
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError(
      'source_forbidden',
      `Pictable cannot read the file ${shown(path)}: permission denied. Give read permission to the user that runs Pictable.`,
      { cause },
    )
  }
  return new AppError(
    'source_not_found',
    `There is no file ${shown(path)} in the folder PICTABLE_FILES_DIR. Copy it there, or change the path in the connection.`,
    { cause },
  )
}

/** Where the files of the operator are. @throws AppError `source_invalid` when none are allowed */
function allowedDir(filesDir: string | undefined): string {
  if (filesDir !== undefined) return filesDir
  throw new AppError(
    'source_invalid',
    'This server reads no files by path. The operator can allow it with PICTABLE_FILES_DIR, the folder of the files.',
  )
}

/** Follows a path inside `filesDir` through every symbolic link. @throws AppError `source_…` */
async function follow(filesDir: string, path: string): Promise<{ path: string; isFile: boolean; isFolder: boolean }> {
  const wanted = resolve(filesDir, path)
  // Before the disk is asked, so that nobody learns what lies elsewhere.
  if (path.includes('\0') || !isBelow(resolve(filesDir), wanted)) throw outside(path)
  try {
    const [folder, found] = await Promise.all([realpath(filesDir), realpath(wanted)])
    if (!isBelow(folder, found)) throw outside(path)
    const stats = await stat(found)
    return { path: found, isFile: stats.isFile(), isFolder: stats.isDirectory() }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(path, error)
  }
}

/**
 * Where a file lies that a connection names by its path: below `filesDir`, also after every symbolic link was followed.
 * A path is relative to this folder, or absolute and inside it. @throws AppError `source_…`
 */
export async function resolveFile(filesDir: string | undefined, path: string): Promise<string> {
  const found = await follow(allowedDir(filesDir), path)
  if (found.isFile) return found.path
  throw new AppError('source_invalid', `${shown(path)} is not a file. Enter the path of a file, not of a folder.`)
}

/** As `resolveFile()`, for a file or a folder; `.` is the whole folder for files. @throws AppError `source_…` */
export async function resolveFileOrFolder(
  filesDir: string | undefined,
  path: string,
): Promise<{ path: string; isFolder: boolean }> {
  const root = allowedDir(filesDir)
  if (resolve(root, path) === resolve(root)) {
    const folder = await realpath(root).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    return { path: folder, isFolder: true }
  }
  const found = await follow(root, path)
  if (found.isFile || found.isFolder) return found
  throw new AppError('source_invalid', `${shown(path)} is neither a file nor a folder.`)
}
