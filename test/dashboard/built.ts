import { chromiumPath } from '#test/browser/chromium.ts'
import { buildDashboard, isStale } from '../../packages/dashboard/build.ts'

/** Once for all tests, before the first of them. */
export async function setup(): Promise<void> {
  if (chromiumPath !== undefined && isStale()) await buildDashboard()
}
