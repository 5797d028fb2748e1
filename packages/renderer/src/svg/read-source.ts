import { RenderError } from '#renderer/errors/render-error.ts'
import { splitFenced } from './fenced.ts'
import { quoted, refused, tooMuch } from './svg-error.ts'

const MAX_BYTES = 2_000_000
const MAX_NODES = 20_000
const MAX_DEPTH = 100

/**
 * The text of an SVG file, without comments, document type and processing instructions. What follows may rely on its bounds:
 * they are checked here without building anything. Throws a RenderError.
 */
export function readSource(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) {
    throw tooMuch(
      `is an SVG of ${Math.ceil(bytes.length / 100_000) / 10} MB; the maximum is 2 MB: simplify it, or save it as PNG`,
    )
  }
  return withoutProlog(decode(bytes))
}

const anew = 'save it again as plain SVG in UTF-8, or as PNG'

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0x1f && second === 0x8b) throw refused('is a compressed SVG (SVGZ); save it as plain SVG')
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.subarray(0, 64).includes(0)) {
    throw refused(`is an SVG in UTF-16; ${anew}`)
  }
  const text = readUtf8(bytes)
  const encoding = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([^"'>]{0,40})/i.exec(text)?.[1] ?? 'utf-8'
  // Old programs name another encoding and then write nothing but ASCII.
  if (!/^(utf-?8|us-ascii)$/i.test(encoding) && bytes.some((byte) => byte > 127)) {
    throw refused(`is an SVG in the encoding ${quoted(encoding)}; ${anew}`)
  }
  return text
}

function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused(`is an SVG whose text is not UTF-8; ${anew}`)
  }
}

const fences = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/**
 * Comments and instructions are left out. So is a document type that only names a DTD, as older programs write it; one
 * with declarations of its own is refused, because they can make a few bytes into any number.
 */
function withoutProlog(text: string): string {
  const pieces = splitFenced(text, fences).filter(({ fence }) => fence !== '<!--')
  const plain = pieces.filter(({ fence, text: instruction }) => {
    if (!/^<\?xml-stylesheet/i.test(instruction)) return fence !== '<?'
    throw refused('is an SVG with an external style sheet (xml-stylesheet); save it with embedded styles')
  })
  const doctype =
    /<!DOCTYPE\s+(?:[\w.-]+:)?svg(?:\s+(?:PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*')|SYSTEM)(?:\s+(?:"[^"<>]*"|'[^'<>]*'))?)?\s*>/i
  const first = plain.findIndex(({ fence, text: part }) => fence === '' && /<!DOCTYPE/i.test(part))
  const bare = plain.map(({ fence, text: part }, index) => {
    return { fence, text: index === first ? part.replace(doctype, '') : part }
  })
  if (bare.some(({ fence, text: part }) => fence === '' && /<!(?!--|\[CDATA\[)/.test(part))) {
    throw refused(
      'is an SVG with its own document type (<!DOCTYPE … [ or <!ENTITY): save it again as SVG 1.1 without it',
    )
  }
  checkShape(bare.filter(({ fence }) => fence === '').map(({ text: part }) => part))
  return bare.map(({ text: part }) => part).join('')
}

function checkShape(texts: readonly string[]): void {
  let [nodes, depth] = [0, 0]
  const tags = texts.flatMap((text) => text.match(/<\/|<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>?/g) ?? [])
  for (const tag of tags) {
    if (tag === '</') {
      depth--
      continue
    }
    nodes++
    if (nodes > MAX_NODES)
      throw tooMuch(`is an SVG with more than ${MAX_NODES} elements; simplify it, or save it as PNG`)
    if (!tag.endsWith('/>')) depth++
    if (depth > MAX_DEPTH) {
      throw tooMuch(`is an SVG with elements nested more than ${MAX_DEPTH} deep; ungroup it, or save it as PNG`)
    }
  }
}

/** The file is not well-formed, and where. */
export function notWellFormed(error: unknown): RenderError {
  const message = error instanceof Error ? error.message : String(error)
  const [line = ''] = message.split('\n')
  const advice = 'open it in a drawing program and save it again'
  return new RenderError('image_broken', `is a damaged SVG (${line.slice(0, 160)}); ${advice}`, { cause: error })
}
