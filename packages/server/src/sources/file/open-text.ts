import { createReadStream } from 'node:fs'
import { AppError } from '#core/errors.ts'

const saveAgain = 'Save the file as UTF-8 ("CSV UTF-8" in a spreadsheet).'

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

interface OpenTextOptions {
  signal?: AbortSignal | undefined
  /** Looks at the first bytes; what it throws ends the reading. */
  check?: (start: Uint8Array) => void
}

/** The text of a file in UTF-8, or in UTF-16 with its mark, piece by piece. @throws AppError `invalid_request` */
export async function* openText(path: string, { signal, check }: OpenTextOptions = {}): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  const decode = (bytes: Uint8Array, isLast: boolean) => {
    if (decoder === undefined) check?.(bytes)
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true })
    try {
      return decoder.decode(bytes, { stream: !isLast })
    } catch (cause) {
      const message = `After line ${line} the text is not UTF-8. ${saveAgain}`
      throw new AppError('invalid_request', message, { cause })
    }
  }
  for await (const chunk of createReadStream(path, signal ? { signal } : {})) {
    const text = decode(chunk, false)
    if (text.includes('\0'))
      throw new AppError(
        'invalid_request',
        `After line ${line} the file is not text (it contains a zero byte). Choose a text file.`,
      )
    yield text
    line += text.split('\n').length - 1
  }
  if (decoder) yield decode(new Uint8Array(), true)
}
