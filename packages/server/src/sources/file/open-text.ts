import { createReadStream } from 'node:fs'
import { AppError } from '#core/errors.ts'
import type { TextReading } from './reading.ts'

const cure =
  'Choose its encoding in the connection, such as windows-1252 (Latin-1), or save the file as UTF-8 ("CSV UTF-8" in a spreadsheet).'

const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** Text of Latin letters without mark has a zero in each pair of bytes. */
function utf16Of([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : undefined
}

/** What XML says of itself. */
function declared(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 200))
  return /^\s*<\?xml[^>]{1,100}?encoding\s*=\s*["']([\w.:-]+)/.exec(text)?.[1]
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== ''
  } catch {
    return false
  }
}

/** Whether it has letters that only UTF-8 writes so. */
function isSurelyUtf8(start: Uint8Array): boolean {
  if (start.every((byte) => byte < 0x80)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}

/** By its mark, the connection, its bytes, the file itself, or the server, in this order. */
function encodingOf(start: Uint8Array, { encoding, charset }: TextReading): string {
  const marked = marks.find(([mark]) => mark.every((byte, at) => start[at] === byte))
  if (marked !== undefined) return marked[1]
  if (encoding !== 'auto') return encoding
  const said = [utf16Of(start), declared(start), isSurelyUtf8(start) ? undefined : charset]
  return said.find((each) => each !== undefined && isKnown(each)) ?? 'utf-8'
}

interface OpenTextOptions extends Partial<TextReading> {
  signal?: AbortSignal | undefined
  /** Looks at the first bytes; what it throws ends the reading. */
  check?: (start: Uint8Array) => void
}

/** The text of a file, piece by piece. @throws AppError `invalid_request` for what is no text in its encoding */
export async function* openText(
  path: string,
  { signal, check, encoding = 'auto', charset }: OpenTextOptions = {},
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  const decode = (bytes: Uint8Array, isLast: boolean) => {
    if (decoder === undefined) check?.(bytes)
    decoder ??= new TextDecoder(encodingOf(bytes, { encoding, charset }), { fatal: true })
    try {
      return decoder.decode(bytes, { stream: !isLast })
    } catch (cause) {
      const message = `After line ${line} the text is not ${decoder.encoding.toUpperCase()}. ${cure}`
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
