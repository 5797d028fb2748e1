import { constants } from 'node:os'
import { compileDecoders } from '@pictable/server/start/compile-decoders.ts'

/** Where every process of the test run keeps what it compiles. */
export function compiledFolder(): string {
  const folder = process.env.NODE_COMPILE_CACHE
  if (folder === undefined) throw new Error('vitest.config.ts sets NODE_COMPILE_CACHE')
  return folder
}

/** The tests wait for it, also on a machine that has more to do. */
export const compilePriority = constants.priority.PRIORITY_NORMAL

/** Decoders read what is compiled and cannot write it: it is there before the first of them starts. */
export const setup = () => compileDecoders(compiledFolder(), compilePriority)
