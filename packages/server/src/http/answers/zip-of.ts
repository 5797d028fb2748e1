import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ArchivedFile } from '#core/image/archive-images.ts'

const ordinaryFile = 0o100644

/**
 * `zipOf()` streams files as a ZIP archive: each is opened when the one before has gone out, so that memory holds pieces
 * only. They are stored as they are, since pictures do not get smaller. Whoever stops to read ends it.
 */
export function zipOf(files: AsyncIterable<ArchivedFile>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const stop = new AbortController()
  const fill = async () => {
    for await (const { name, at, sizeBytes, bytes } of files) {
      const source = addAbortSignal(stop.signal, Readable.from(bytes))
      const options = { compress: false, mode: ordinaryFile, mtime: at, size: sizeBytes }
      zip.addReadStream(source, name, options)
      await finished(source)
    }
    zip.end()
  }
  const fail = (error: Error) => output.destroy(error)
  zip.once('error', fail)
  output.once('close', () => stop.abort())
  zip.outputStream.pipe(output)
  fill().catch(fail)
  return output
}
