import { join } from 'node:path'

/** Every process of the test run keeps what it compiles for those after it: hundreds are started. */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
}
