import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumPath } from '#test/browser/chromium.ts'

const packages = join(import.meta.dirname, '..', '..', 'packages')

/** Once for all tests, before the first of them. */
export async function setup(): Promise<void> {
  if (chromiumPath === undefined) return
  const build = (name: string) =>
    promisify(execFile)(process.execPath, [join(packages, name, 'build.ts'), '--if-stale'])
  await Promise.all(['dashboard', 'docs'].map(build))
}
