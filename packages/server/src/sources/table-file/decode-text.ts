import { AppError } from '#core/errors.ts'

const cure = 'In the spreadsheet, save it as "CSV UTF-8".'

function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

/** The line of the first byte that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const next = bytes.indexOf(0x0a, from)
    const to = next < 0 ? bytes.length : next + 1
    try {
      decoder.decode(bytes.subarray(from, to))
    } catch {
      return line
    }
    from = to
  }
  return line
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    const what = bytes.includes(0) ? 'this is not text (it contains a zero byte)' : 'the text is not UTF-8'
    throw new AppError('invalid_request', `Line ${badLine(bytes)}: ${what}. ${cure}`, { cause })
  }
}

/** `decodeText()` gives the text of UTF-8 or of UTF-16 with its mark. @throws AppError `invalid_request` naming the line */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
  const nul = text.indexOf('\u0000')
  if (nul < 0) return text
  const line = text.slice(0, nul).split('\n').length
  throw new AppError('invalid_request', `Line ${line}: this is not text (it contains a zero byte). ${cure}`)
}
