import { SaxesParser } from 'saxes'
import { AppError } from '#core/errors.ts'
import type { FileRows } from '#sources/file/file-rows.ts'
import { openText } from '#sources/file/open-text.ts'
import type { TextReading } from '#sources/file/reading.ts'
import { invalid } from '#sources/table-file/grid.ts'
import { createRecordGuess } from './guess-record.ts'
import { valuesOf, type XmlElement } from './xml-record.ts'

const longestRecord = 10_000_000
const deepest = 100

/** What people write in feeds beside what XML knows. */
const entities = { nbsp: '\u00A0', copy: '©', reg: '®', trade: '™', euro: '€', ndash: '–', mdash: '—', hellip: '…' }

interface Handlers {
  open(element: XmlElement): void
  text(text: string): void
  close(): void
}

interface XmlReader {
  /** @throws AppError `invalid_request` that names the line */
  read(piece: string): void
  /** @throws AppError when the document is cut off */
  end(): void
}

/** Reads each element, its text and its end; none may be larger than a record. */
function createXmlReader({ open, text, close }: Handlers): XmlReader {
  const parser = new SaxesParser({ xmlns: true })
  Object.assign(parser.ENTITIES, entities)
  let depth = 0
  let sinceLast = 0
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    throw invalid(`Line ${parser.line}: the XML is damaged (${reason}). Correct it at the server.`)
  })
  parser.on('opentag', ({ uri, prefix, local, attributes }) => {
    sinceLast = 0
    if (++depth > deepest)
      throw invalid(`Line ${parser.line}: the XML has more than ${deepest} elements inside each other. Simplify it.`)
    const own = Object.values(attributes).filter(({ name }) => !/^xmlns(:|$)/.test(name))
    open({ uri, prefix, local, attributes: own.map(({ name, value }) => [name, value]), text: '', children: [] })
  })
  const onText = (piece: string) => {
    sinceLast = 0
    text(piece)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    sinceLast = 0
    depth--
    close()
  })
  return {
    read(piece) {
      sinceLast += piece.length
      parser.write(piece)
      if (sinceLast > longestRecord)
        throw invalid(`Line ${parser.line}: a text or tag is longer than ${longestRecord / 1_000_000} MB. Shorten it.`)
    },
    end() {
      if (depth > 0) {
        const message = 'The XML ends too early. Retry later; if the error remains, correct the feed at its server.'
        throw new AppError('source_unavailable', message)
      }
      parser.close()
    },
  }
}

/** Whether an element is a record, by its name or by the end of its path, such as `offers.offer`. */
const isNamed = (path: readonly string[], wanted: string) => `.${path.join('.')}`.endsWith(`.${wanted}`)

/** Finds the records of a document: their complete elements, in order. */
function createRecordReader(name: string) {
  const path: string[] = []
  /** The record and the elements in it that are open. */
  const inside: XmlElement[] = []
  let finished: XmlElement[] = []
  let length = 0
  let count = 0
  const grow = (characters: number) => {
    length += characters
    if (length > longestRecord)
      throw invalid(`Record ${count + 1} is larger than ${longestRecord / 1_000_000} MB. Shorten it.`)
  }
  const reader = createXmlReader({
    open(element) {
      path.push(element.prefix === '' ? element.local : `${element.prefix}:${element.local}`)
      const parent = inside.at(-1)
      if (parent === undefined && !isNamed(path, name)) return
      parent?.children.push(element)
      inside.push(element)
      grow(100 + element.attributes.reduce((sum, [, value]) => sum + value.length, 0))
    },
    text(piece) {
      const element = inside.at(-1)
      if (element === undefined) return
      element.text += piece
      grow(piece.length)
    },
    close() {
      path.pop()
      const element = inside.pop()
      if (element === undefined || inside.length > 0) return
      finished.push(element)
      count++
      length = 0
    },
  })
  return {
    reader,
    take(): XmlElement[] {
      const taken = finished
      finished = []
      return taken
    },
  }
}

/** What the start of the document says of the element that is a record. */
async function findRecordName(path: string, options: Parameters<typeof openText>[1]): Promise<string> {
  const guess = createRecordGuess()
  const reader = createXmlReader({ open: guess.open, text: () => {}, close: guess.close })
  const text = openText(path, options)
  try {
    for await (const piece of text) {
      reader.read(piece)
      if (guess.isSure()) break
    }
  } finally {
    await text.return(undefined)
  }
  const name = guess.name()
  if (name !== null) return name
  throw invalid('The XML has no records: no element in it has fields. Name the element of a record in the connection.')
}

/** `createXmlRows()` reads the records of XML as it streams in: RSS, Atom, Google Merchant and others. */
export function createXmlRows(given: string | undefined, reading: TextReading): FileRows {
  return async function* (path, signal) {
    const name = given ?? (await findRecordName(path, { ...reading, signal }))
    const { reader, take } = createRecordReader(name)
    let line = 0
    for await (const piece of openText(path, { ...reading, signal })) {
      reader.read(piece)
      for (const record of take()) yield { line: ++line, values: valuesOf(record) }
    }
    reader.end()
    if (line > 0 || given === undefined) return
    throw invalid(`The XML has no element "${given}". Change the element of the records in the connection.`)
  }
}
