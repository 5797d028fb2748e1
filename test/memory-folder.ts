import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const place = '/dev/shm'
/** As much as the files of a whole test run take, twice. */
const MIN_FREE_BYTES = 8 * 1024 ** 3

/**
 * Keeps the temporary files of a test run in memory, until this process ends: no test waits for a disk, as each commit of a
 * database does. Where memory has no room for them, or starts no programs, they stay where they are.
 */
export function useMemoryFolder(): void {
  if (process.env.TMPDIR !== undefined) return
  try {
    const { bavail, bsize } = statfsSync(place)
    if (bavail * bsize < MIN_FREE_BYTES) return
    const folder = mkdtempSync(join(place, 'pictable-tests-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    // Database servers run as users of their own.
    chmodSync(folder, 0o1777)
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o700 })
    accessSync(program, constants.X_OK)
    rmSync(program)
    process.env.TMPDIR = folder
  } catch {
    // There is no such place: the one of the machine is used.
  }
}
