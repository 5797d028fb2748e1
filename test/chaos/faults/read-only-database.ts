import type { Fault } from '#test/chaos/faults/fault.ts'
import { type Preload, writePreload } from '#test/chaos/faults/preload.ts'

/**
 * As the kernel does it when a disk fails: descriptors that are open cannot be written to either, which no remount can do to
 * one that is in use. The database has its files in a thread of its own.
 */
const source = (file: string) => `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
const flag = ${JSON.stringify(file)}
let isReadOnly = false
fs.watch(flag, { persistent: false }, () => { isReadOnly = fs.readFileSync(flag, 'utf8') !== '' })
const refuse = () => { throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }) }
const wrap = (name, writes) => {
  const real = fs[name]
  fs[name] = (...given) => (isReadOnly && writes(...given) ? refuse() : real(...given))
}
const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, W_OK } = fs.constants
if (isMainThread) wrap('accessSync', (path, mode) => (mode & W_OK) !== 0 && path.endsWith('/database'))
else {
  wrap('openSync', (_path, flags) => typeof flags === 'number' && (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) !== 0)
  for (const name of ['writeSync', 'ftruncateSync', 'truncateSync', 'mkdirSync', 'renameSync', 'unlinkSync', 'rmdirSync', 'writeFileSync'])
    wrap(name, () => true)
}
syncBuiltinESMExports()
`

/** `createReadOnlyDatabase()` prepares a disk that works. */
export function createReadOnlyDatabase(): { preload: Preload; fault: Fault } {
  const preload = writePreload(source)
  return {
    preload,
    fault: {
      name: 'the disk of the database is read-only',
      begin: async () => preload.tell('read-only'),
      end: async () => preload.tell(''),
    },
  }
}
