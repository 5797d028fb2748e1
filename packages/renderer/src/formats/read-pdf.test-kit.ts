import { inflateSync } from 'node:zlib'

export interface ReadPage {
  /** The words in the order in which they are drawn. */
  readonly text: string
  /** In points. */
  readonly size: readonly [width: number, height: number]
  /** How text is drawn, shapes are filled and pictures are shown. */
  readonly operators: ReadonlyMap<string, number>
}

export interface ReadPdf {
  readonly pages: readonly ReadPage[]
  /** `CIDFontType2` is a TrueType font that is embedded. */
  readonly fonts: readonly string[]
  readonly images: readonly { widthPx: number; heightPx: number; filter: string }[]
  /** All that is not compressed. */
  readonly raw: string
}

interface PdfObject {
  readonly dictionary: string
  readonly stream: string
}

/** Reads as much of a PDF as our own writer uses. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const raw = Buffer.from(bytes).toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const [, id, body = ''] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', data] = body.split(/ ?stream\n/, 2)
    const deflated = dictionary.includes('/FlateDecode') && data !== undefined
    const stream = deflated
      ? inflateSync(Buffer.from(data.replace(/\nendstream$/, ''), 'latin1')).toString('latin1')
      : ''
    objects.set(Number(id), { dictionary, stream })
  }
  const all = [...objects.values()].map(({ dictionary }) => dictionary)
  const kids = all.flatMap((text) =>
    /\/Type \/Pages\b/.test(text) ? referencesIn(/\/Kids \[([^\]]*)\]/.exec(text)?.[1]) : [],
  )
  const isPage = (id: number) => /\/Type \/Page\b/.test(objects.get(id)?.dictionary ?? '')
  const images = all.filter((text) => text.includes('/Subtype /Image'))
  return {
    raw,
    pages: kids.filter(isPage).map((id) => readPage(objects, id)),
    fonts: all.flatMap((text) => (/\/Type \/Font\n/.test(text) ? (/\/Subtype \/(\w+)/.exec(text)?.[1] ?? []) : [])),
    images: images.map((text) => ({
      widthPx: numberAfter(text, 'Width'),
      heightPx: numberAfter(text, 'Height'),
      filter: /\/Filter \/(\w+)/.exec(text)?.[1] ?? '',
    })),
  }
}

function readPage(objects: ReadonlyMap<number, PdfObject>, id: number): ReadPage {
  const page = objects.get(id)?.dictionary ?? ''
  const [, , width = 0, height = 0] = (/\/MediaBox \[([^\]]*)\]/.exec(page)?.[1] ?? '').split(' ').map(Number)
  const fonts = new Map(
    [...(/\/Font <<([^>]*)>>/.exec(page)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => {
      const [unicode] = referencesIn(/\/ToUnicode (\d+ 0 R)/.exec(objects.get(Number(font))?.dictionary ?? '')?.[1])
      return [name, readUnicode(objects.get(unicode ?? 0)?.stream ?? '')] as const
    }),
  )
  const content = objects.get(referencesIn(/\/Contents (\d+ 0 R)/.exec(page)?.[1])[0] ?? 0)?.stream ?? ''
  const operators = new Map<string, number>()
  for (const [, name = ''] of content.matchAll(/ ?([A-Za-z]+\*?)(?=\n)/g))
    operators.set(name, (operators.get(name) ?? 0) + 1)
  return { text: readText(content, fonts).trim(), size: [width, height], operators }
}

const textOperators = /\/(F\d+) [\d.]+ Tf|<([0-9A-F]*)> Tj|\/Span <<\/ActualText <feff(\w*)>>> BDC|EMC/g

/** What glyphs stand for, or what is said of them. */
function readText(content: string, fonts: ReadonlyMap<string, Letters>): string {
  let text = ''
  let letters: Letters = { byCode: new Map(), isNarrow: false }
  let isReplaced = false
  for (const [operator, font, glyphs, actual] of content.matchAll(textOperators)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters
    if (actual !== undefined) text += wordsOf(actual)
    if (actual !== undefined || operator === 'EMC') isReplaced = actual !== undefined
    if (isReplaced) continue
    // Fonts of drawings have codes of one byte.
    const codes = glyphs?.match(letters.isNarrow ? /../g : /.{4}/g) ?? []
    text += codes.map((code) => letters.byCode.get(Number.parseInt(code, 16)) ?? '').join('')
  }
  return text
}

interface Letters {
  readonly byCode: ReadonlyMap<number, string>
  readonly isNarrow: boolean
}

function readUnicode(map: string): Letters {
  const letters = new Map<number, string>()
  const number = (hex = '') => Number.parseInt(hex, 16)
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, glyph, text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) letters.set(number(glyph), wordsOf(text))
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from, to, text] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = number(from); glyph <= number(to); glyph++) {
        letters.set(glyph, String.fromCodePoint(number(text) + glyph - number(from)))
      }
    }
  }
  return { byCode: letters, isNarrow: map.includes('<00> <FF>') }
}

function wordsOf(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

function referencesIn(text = ''): number[] {
  return [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))
}

function numberAfter(text: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+)`).exec(text)?.[1])
}
