import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Dispatcher } from 'undici'

export type FileBody = {
  readonly length: number
  /** Writes what fits; answers false once something did not. Holds the sender up while the disk is slower. */
  add(chunk: Uint8Array, controller: Dispatcher.DispatchController): boolean
  /** Resolves when all of it is in the file. */
  saved(): Promise<void>
  /** Writes nothing more. */
  drop(): void
}

/** Writes at most `maxBytes` into a new file, so that memory does not grow with them. `fail` is told when the disk refuses. */
export function createFileBody(path: string, maxBytes: number, fail: (error: unknown) => void): FileBody {
  const file = createWriteStream(path, { flags: 'w', mode: 0o600 })
  let length = 0
  file.on('error', fail)
  return {
    get length() {
      return length
    },
    add(chunk, controller) {
      const fits = length + chunk.length <= maxBytes
      if (!fits) return false
      length += chunk.length
      if (file.write(chunk)) return true
      controller.pause()
      file.once('drain', () => controller.resume())
      return true
    },
    async saved() {
      file.end()
      await finished(file)
    },
    drop() {
      file.destroy()
    },
  }
}
