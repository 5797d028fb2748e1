import { compileDecoders } from '@pictable/server/start/compile-decoders.ts'

/** Decoders read what is compiled and cannot write it: it is there before the first of them starts. */
export async function setup(): Promise<void> {
  const folder = process.env.NODE_COMPILE_CACHE
  if (folder === undefined) throw new Error('vitest.config.ts sets NODE_COMPILE_CACHE')
  await compileDecoders(folder)
}
