import { RenderError } from '#renderer/errors/render-error.ts'
import { bytesOf, readerOfBytes } from '#renderer/font-files/byte-reader.ts'
import type { Coverage } from '#renderer/font-files/coverage.ts'
import type { FontAxis } from '#renderer/font-files/font-facts.ts'
import { type FontTables, tagAt } from '#renderer/font-files/font-tables.ts'
import { openFont } from '#renderer/font-files/open-font.ts'
import { MAX_FONT_BYTES } from './face.ts'
import { openFace } from './open-face.ts'
import { scripts } from './scripts.ts'

/** What a font file says about itself. */
export interface FontFacts {
  readonly format: 'ttf' | 'otf' | 'woff' | 'woff2'
  /** Null when it has no name that can be read. */
  readonly family: string | null
  readonly weight: number
  readonly style: 'normal' | 'italic'
  /** Of a variable font; none for others. */
  readonly axes: readonly FontAxis[]
  readonly glyphs: number
  /** English names of those whose usual letters it has. */
  readonly scripts: readonly string[]
  /** A few words that it can set. */
  readonly sample: string
}

/** Vets a font file and says what is in it. Throws a RenderError that names the font as `name`. */
export function inspectFont(bytes: Uint8Array, name: string): FontFacts {
  if (bytes.length > MAX_FONT_BYTES) {
    const message = `the file of the font "${name}" is larger than ${MAX_FONT_BYTES / 1e6} MB`
    throw new RenderError('font_invalid', message)
  }
  const { coverage, axes } = openFace({ family: name, bytes })
  const file = readerOfBytes(bytes)
  const tables = openFont(file)
  const set = scripts.filter(({ words }) => hasAll(coverage, words))
  return {
    format: formatOf(tagAt(file.read(0, 4), 0)),
    family: familyOf(tables),
    ...lookOf(tables),
    axes,
    glyphs: tables.table('maxp')?.getUint16(4) ?? 0,
    scripts: set.map(({ name: script }) => script),
    sample: set[0]?.words ?? firstLetters(coverage),
  }
}

function formatOf(signature: string): FontFacts['format'] {
  switch (signature) {
    case 'wOFF':
      return 'woff'
    case 'wOF2':
      return 'woff2'
    case 'OTTO':
      return 'otf'
    default:
      return 'ttf'
  }
}

function hasAll(coverage: Coverage, words: string): boolean {
  return [...words].every((letter) => letter === ' ' || coverage.has(letter.codePointAt(0) ?? 0))
}

const MOST_LETTERS = 12

/** For fonts of symbols. */
function firstLetters(coverage: Coverage): string {
  const letters: string[] = []
  for (let codePoint = 0x21; codePoint < 0x1_f9_ff && letters.length < MOST_LETTERS; codePoint++) {
    const letter = String.fromCodePoint(codePoint)
    if (coverage.has(codePoint) && /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u.test(letter)) letters.push(letter)
  }
  return letters.join(' ')
}

function lookOf(tables: FontTables): Pick<FontFacts, 'weight' | 'style'> {
  const os2 = tables.table('OS/2')
  const weight = os2 && os2.byteLength >= 6 ? os2.getUint16(4) : 400
  const slanted =
    os2 && os2.byteLength >= 64 ? os2.getUint16(62) & 0x201 : (tables.table('head')?.getUint16(44) ?? 0) & 2
  return { weight: weight >= 1 && weight <= 1000 ? weight : 400, style: slanted ? 'italic' : 'normal' }
}

const TYPOGRAPHIC_FAMILY = 16
const FAMILY = 1
const ENGLISH = 0x409
const LONGEST_FAMILY = 200

/** The name that all weights share, in English where it is there. */
function familyOf(tables: FontTables): string | null {
  const view = tables.table('name')
  if (!view || view.byteLength < 6) return null
  const names = namesIn(view).flatMap((entry) => {
    const text = entry.text
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, LONGEST_FAMILY)
    return text === '' ? [] : [{ ...entry, text }]
  })
  const rank = ({ id, language }: NameEntry) => (id === TYPOGRAPHIC_FAMILY ? 2 : 0) + (language === ENGLISH ? 1 : 0)
  return names.toSorted((a, b) => rank(b) - rank(a))[0]?.text ?? null
}

interface NameEntry {
  readonly id: number
  readonly language: number
  readonly text: string
}

/** The names of families; what is cut short has none. */
function namesIn(view: DataView): NameEntry[] {
  const strings = view.getUint16(4)
  const count = Math.min(view.getUint16(2), Math.floor((view.byteLength - 6) / 12))
  return Array.from({ length: count }, (_, index) => 6 + index * 12).flatMap((at) => {
    const [platform, language, id] = [view.getUint16(at), view.getUint16(at + 4), view.getUint16(at + 6)]
    if (id !== FAMILY && id !== TYPOGRAPHIC_FAMILY) return []
    const start = strings + view.getUint16(at + 10)
    const bytes = bytesOf(view).subarray(start, start + view.getUint16(at + 8))
    // Platform 1 is the old Macintosh, with one byte for each letter.
    const text = new TextDecoder(platform === 1 ? 'macintosh' : 'utf-16be').decode(bytes)
    return [{ id, language: platform === 1 && language === 0 ? ENGLISH : language, text }]
  })
}
