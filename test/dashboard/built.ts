import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumPath } from '#test/browser/chromium.ts'

const script = join(import.meta.dirname, '..', '..', 'packages', 'dashboard', 'build.ts')

/** Once for all tests, before the first of them. */
export async function setup(): Promise<void> {
  if (chromiumPath === undefined) return
  await promisify(execFile)(process.execPath, [script, '--if-stale'])
}
