import { utf16Hex } from './letter-map.ts'
import { bytesOfText, type OpenPdf, openPdf, PdfError } from './open-pdf.ts'
import { endOfPdf, PDF_HEADER } from './write-pdf.ts'

const CATALOG = 1
const PAGES = 2
const FACTS = 3

/**
 * Joins PDFs of the renderer to one with all of their pages, piece by piece: one of them is in memory at a time. What
 * several of them hold, such as a logo, is in it once; equal files give equal bytes. Throws a PdfError for a file of
 * somebody else.
 */
export async function* joinPdfs(
  files: AsyncIterable<Uint8Array>,
  { title = '' }: { readonly title?: string } = {},
): AsyncGenerator<Uint8Array> {
  const book = createBook()
  yield PDF_HEADER
  for await (const bytes of files) {
    await copyPages(openPdf(bytes), book)
    yield* book.taken()
  }
  book.finish(title)
  yield* book.taken()
}

interface Book {
  /** Writes an object. @returns its number */
  write(head: string, rest: Uint8Array): number
  /** Writes a page. */
  writePage(head: string, rest: Uint8Array): void
  /** The number of an object that was written before with this content, or undefined. */
  readonly known: Map<string, number>
  finish(title: string): void
  /** What was written since it was last asked for. */
  taken(): Uint8Array[]
}

const endObject = bytesOfText('\nendobj\n')

function createBook(): Book {
  let pieces: Uint8Array[] = []
  let at = PDF_HEADER.length
  let last = FACTS
  const offsets = new Map<number, number>()
  const pages: number[] = []
  const put = (...parts: readonly Uint8Array[]) => {
    for (const part of parts) at += part.length
    pieces.push(...parts)
  }
  const writeAs = (id: number, head: string, rest = endObject) => {
    offsets.set(id, at)
    put(bytesOfText(`${id} 0 obj\n${head}`), rest)
    return id
  }
  return {
    known: new Map(),
    write: (head, rest) => writeAs(++last, head, rest),
    writePage(head, rest) {
      pages.push(writeAs(++last, head, rest))
    },
    finish(title) {
      writeAs(PAGES, `<</Type /Pages\n/Count ${pages.length}\n/Kids [${pages.map((id) => `${id} 0 R`).join(' ')}]>>`)
      writeAs(CATALOG, `<</Type /Catalog\n/Pages ${PAGES} 0 R>>`)
      writeAs(FACTS, `<</Title <${utf16Hex(`\ufeff${title}`)}>\n/Creator (Pictable)\n/Producer (Pictable)>>`)
      const trailer = `<</Size ${last + 1}\n/Root ${CATALOG} 0 R\n/Info ${FACTS} 0 R>>`
      put(endOfPdf({ offsets, trailer, at }))
    },
    taken() {
      const taken = pieces
      pieces = []
      return taken
    },
  }
}

async function copyPages(pdf: OpenPdf, book: Book): Promise<void> {
  const numbers = new Map<number, Promise<number>>()
  /** Copies what an object refers to, then itself unless the book has it. */
  const copy = (id: number, inside: readonly number[]): Promise<number> => {
    if (inside.includes(id)) throw new PdfError()
    const number = numbers.get(id) ?? copyObject(id, [...inside, id])
    numbers.set(id, number)
    return number
  }
  const copyObject = async (id: number, inside: readonly number[]) => {
    const { head, rest } = pdf.object(id)
    const renamed = await renumbered(head, (each) => copy(each, inside))
    const key = await digestOf(renamed, rest)
    const number = book.known.get(key) ?? book.write(renamed, rest)
    book.known.set(key, number)
    return number
  }
  for (const id of pagesIn(pdf)) {
    const { head, rest } = pdf.object(id)
    const own = await renumbered(head.replace(/\/Parent \d+ 0 R/, '/Parent'), (each) => copy(each, [id]))
    book.writePage(own.replace('/Parent', `/Parent ${PAGES} 0 R`), rest)
  }
}

const reference = /\b(\d+) 0 R\b/g

/** What stands before a stream, with the numbers of other objects changed. */
async function renumbered(head: string, numberOf: (id: number) => Promise<number>): Promise<string> {
  const numbers = new Map<string, number>()
  for (const [, id = ''] of head.matchAll(reference)) numbers.set(id, await numberOf(Number(id)))
  return head.replace(reference, (_, id: string) => `${numbers.get(id)} 0 R`)
}

async function digestOf(head: string, rest: Uint8Array): Promise<string> {
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(bytesOfText(head))
  bytes.set(rest, head.length)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return String.fromCharCode(...digest)
}

/** The pages in order. */
function pagesIn(pdf: OpenPdf): number[] {
  const walk = (id: number, inside: readonly number[]): number[] => {
    if (inside.includes(id)) throw new PdfError()
    const { head } = pdf.object(id)
    if (/\/Type \/Page\b/.test(head)) return [id]
    const kids = referencesIn(/\/Kids \[([^[\]]*)\]/.exec(head)?.[1])
    return kids.flatMap((kid) => walk(kid, [...inside, id]))
  }
  const [top] = referencesIn(/\/Pages (\d+ 0 R)/.exec(pdf.object(pdf.root).head)?.[1])
  if (top === undefined) throw new PdfError()
  return walk(top, [])
}

function referencesIn(text = ''): number[] {
  return [...text.matchAll(reference)].map(([, id]) => Number(id))
}
