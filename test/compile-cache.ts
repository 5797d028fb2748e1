import { join } from 'node:path'
import { compileDecoders } from '@pictable/server/compile-decoders.ts'

/** Every process of the test run keeps what it compiles for those after it: hundreds are started. */
export async function setup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
  await compileDecoders(process.env.NODE_COMPILE_CACHE)
}
