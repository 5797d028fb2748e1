import { AppError } from '#core/errors.ts'

const usualFolder = 'data folder (PICTABLE_DATA_DIR)'

interface Failed {
  doing: string
  dir: string
  /** What people call this folder. Default: the data folder. */
  called?: string | undefined
}

const cures: Record<string, string> = {
  EACCES: 'permission denied. Give the user that runs Pictable write permission for this folder',
  EDQUOT: 'the disk quota is used up. Free some space, or raise the quota',
  EIO: 'the disk reports an error. Check the disk',
  EMFILE: 'too many files are open. Raise the limit of open files (ulimit -n)',
  ENFILE: 'too many files are open on this machine. Raise the limit of open files (fs.file-max)',
  ENOSPC: 'the disk is full. Free some space, or move the data folder (PICTABLE_DATA_DIR) to a larger disk',
  ENOTDIR: 'part of the path is a file. Choose another data folder (PICTABLE_DATA_DIR), or remove that file',
  EPERM: 'the operation is not permitted. Give the user that runs Pictable write permission for this folder',
  EROFS: 'the disk is mounted read-only. Mount it for writing, or choose another data folder (PICTABLE_DATA_DIR)',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/** True when the file, or a folder above it, is not there. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

/** `storageFailure()` says what the disk would not do, where, and what helps. */
export function storageFailure(error: unknown, { doing, dir, called = usualFolder }: Failed): AppError {
  const code = codeOf(error)
  const cure = cures[code] ?? 'the disk rejected the operation. Check that the folder exists and is writable'
  const reason = cure.replace(usualFolder, called)
  return new AppError('storage_unavailable', `Cannot ${doing} in ${dir}: ${reason} (${code}).`, { cause: error })
}
