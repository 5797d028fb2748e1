import { inflateSync } from 'node:zlib'
import { type LetterMap, readLetterMap, writeLetterMap } from '#renderer/pdf/letter-map.ts'
import { type MarkedFont, markText } from '#renderer/pdf/mark-text.ts'
import { type OpenPdf, openPdf, type PdfObject } from '#renderer/pdf/open-pdf.ts'
import { withStreams } from '#renderer/pdf/write-pdf.ts'
import type { WrittenCluster, WrittenFace } from './written-letters.ts'

/**
 * The file of Skia with the letters that were written: Skia knows those of the character map of a font, not of what takes
 * their place, such as an alternate beside digits, a ligature, or letters that are drawn in parts.
 */
export function nameLetters(bytes: Uint8Array, faces: readonly WrittenFace[]): Uint8Array {
  const pdf = openPdf(bytes)
  const fonts = new Map<string, NamedFont>()
  const lettered = faces.map((face) => ({ ...face, letters: lettersOfOne(face.clusters) }))
  for (const font of fontsOf(pdf)) {
    const face = faceOf(font, lettered)
    if (face) fonts.set(`F${font.number}`, nameFont(font, face.clusters))
  }
  const streams = new Map<number, string>()
  for (const { mapId, map } of fonts.values()) streams.set(mapId, writeLetterMap(map))
  const isMarked = [...fonts.values()].some(({ hasMarks }) => hasMarks)
  for (const id of isMarked ? contentsOf(pdf) : []) {
    const content = textOfStream(pdf.object(id))
    const marked = markText(content, (name) => fonts.get(name)?.marked)
    if (marked !== content) streams.set(id, marked)
  }
  return streams.size > 0 ? withStreams(pdf, streams) : bytes
}

/** A font as Skia has written it. */
interface WrittenFont {
  /** Of its object, and in its name on pages. */
  readonly number: number
  /** `AAAAAA+Inter-Regular`. */
  readonly name: string
  readonly mapId: number
  readonly map: LetterMap
  /** Hexadecimal digits of the code of a glyph. */
  readonly codeLength: number
  /** The number of a glyph in the file of its face, by its code here. */
  glyphOf(code: string): number
}

function* fontsOf(pdf: OpenPdf): Generator<WrittenFont, undefined> {
  for (let number = 1; number < pdf.size; number++) {
    const { head } = pdf.object(number)
    const mapId = referenceIn(head, 'ToUnicode')
    if (mapId === undefined) continue
    const descriptor = referenceIn(head, 'FontDescriptor')
    const named = descriptor === undefined ? head : pdf.object(descriptor).head
    const [, name = ''] = /\/(?:BaseFont|FontName) \/(\S+)/.exec(named) ?? []
    const map = readLetterMap(textOfStream(pdf.object(mapId)))
    yield { number, name, mapId, map, codeLength: codeLengthOf(head), glyphOf: glyphNumbers(head) }
  }
}

function referenceIn(head: string, name: string): number | undefined {
  const key = `/${name} `
  const at = head.indexOf(key)
  const [, id] = (at >= 0 && /^(\d+) 0 R/.exec(head.slice(at + key.length))) || []
  return id === undefined ? undefined : Number(id)
}

/** Of pages, and of what is drawn as a whole. */
function* contentsOf(pdf: OpenPdf): Generator<number, undefined> {
  for (let number = 1; number < pdf.size; number++) {
    const { head } = pdf.object(number)
    const contents = referenceIn(head, 'Contents')
    if (contents !== undefined) yield contents
    if (head.includes('/Subtype /Form')) yield number
  }
}

const STREAM_START = ' stream\n'.length

function textOfStream({ head, rest }: PdfObject): string {
  const length = Number(/\/Length (\d+)/.exec(head)?.[1])
  const stream = rest.subarray(STREAM_START, STREAM_START + length)
  return (head.includes('/FlateDecode') ? inflateSync(stream) : Buffer.from(stream)).toString('latin1')
}

/** Fonts of drawings have codes of one byte; the map tells it only where it has letters. */
function codeLengthOf(head: string): number {
  return head.includes('/Differences') ? 2 : 4
}

/** The same number, or in fonts of drawings the name of the drawing. */
function glyphNumbers(head: string): (code: string) => number {
  const [, rest] = head.split('/Differences [0 ', 2)
  if (rest === undefined) return (code) => Number.parseInt(code, 16)
  const [names = ''] = rest.split(']', 1)
  const glyphs = names.split(' ').map((name) => Number.parseInt(name.slice('/g'.length), 16))
  return (code) => glyphs[Number.parseInt(code, 16)] ?? 0
}

interface LetteredFace extends WrittenFace {
  /** Of glyphs that were written alone. */
  readonly letters: ReadonlyMap<number, string>
}

/**
 * The face of a font: the file does not say it, but its name does, or else all of its glyphs: many fonts have the same
 * numbers for some of them.
 */
function faceOf(font: WrittenFont, faces: readonly LetteredFace[]): WrittenFace | undefined {
  const mapped = [...font.map.letters].filter(([, letter]) => letter !== '')
  const ranked = faces.map((face) => {
    const agreeing = mapped.filter(([code, letter]) => face.letters.get(font.glyphOf(code)) === letter).length
    return { face, agreeing, isNamed: plainName(face.name) === plainName(font.name) }
  })
  const named = ranked.filter(({ isNamed }) => isNamed)
  const alike = ranked.filter(({ agreeing }) => agreeing > 0 && agreeing === mapped.length)
  const [best] = (named.length > 0 ? named : alike).toSorted((one, other) => other.agreeing - one.agreeing)
  return best?.face
}

/** `NotoSansKR-Thin` is also written as `BAAAAA+NotoSansKRThin_400wght`. */
function plainName(name: string): string {
  const [plain = ''] = name.replace(/^[A-Z]{6}\+/, '').split('_', 1)
  return plain.replaceAll(/\W/g, '')
}

interface NamedFont {
  readonly mapId: number
  readonly map: LetterMap
  readonly marked: MarkedFont
  readonly hasMarks: boolean
}

function nameFont({ mapId, map, codeLength, glyphOf }: WrittenFont, clusters: readonly WrittenCluster[]): NamedFont {
  const known = new Map([...map.letters].map(([code, letter]) => [glyphOf(code), letter]))
  const letters = lettersOf(clusters, known)
  const named = new Map(
    [...map.letters.keys()].map((code) => [code, letters.get(glyphOf(code)) ?? map.letters.get(code) ?? '']),
  )
  const readsWell = ({ glyphs, text }: WrittenCluster) => glyphs.map((glyph) => letters.get(glyph)).join('') === text
  const longestFirst = clusters.toSorted((one, other) => other.glyphs.length - one.glyphs.length)
  const byFirst = Map.groupBy(longestFirst, ({ glyphs: [first] }) => first)
  return {
    mapId,
    map: { ...map, letters: named },
    hasMarks: !clusters.every(readsWell),
    marked: {
      codeLength,
      partsAt(codes, at) {
        const glyphAt = (place: number) => glyphOf(codes[at + place] ?? '')
        const found = byFirst
          .get(glyphAt(0))
          ?.find(({ glyphs }) => glyphs.every((each, place) => glyphAt(place) === each))
        if (!found) return [{ length: 1 }]
        const { glyphs, body, text } = found
        if (readsWell(found)) return [{ length: glyphs.length }]
        // Readers take the ends of what is marked for the ends of a letter.
        const silent = (mark: number) => ({ length: 1, text: letters.get(mark) === '' ? undefined : '' })
        const marks = [glyphs.slice(0, body.start), glyphs.slice(body.end)].map((each) => each.map(silent))
        return [...(marks[0] ?? []), { length: body.end - body.start, text }, ...(marks[1] ?? [])]
      },
    },
  }
}

/** No letter is drawn with more; a row of marks without end would take the square of its length. */
const MAX_CLUSTER_GLYPHS = 64

/** What each glyph reads as by itself: what it alone was written for, or its part of what it was written for with others. */
function lettersOf(clusters: readonly WrittenCluster[], known: ReadonlyMap<number, string>): Map<number, string> {
  const letters = lettersOfOne(clusters)
  for (const { glyphs, body, text } of clusters) {
    if (glyphs.length > MAX_CLUSTER_GLYPHS) continue
    const parts = glyphs.map((glyph) => letters.get(glyph) ?? known.get(glyph) ?? '')
    const isPart = (part = '') => part !== '' && text.includes(part)
    const taken = new Set(parts)
    const rest = [...text].filter((letter) => !taken.has(letter)).join('')
    const heir = glyphs.findIndex((_, at) => at >= body.start && !isPart(parts[at]))
    for (const [at, glyph] of glyphs.entries()) {
      const own = at === heir ? rest : isPart(parts[at]) ? parts[at] : ''
      if (!letters.has(glyph)) letters.set(glyph, own ?? '')
    }
  }
  return letters
}

/** Of glyphs that were written alone. */
function lettersOfOne(clusters: readonly WrittenCluster[]): Map<number, string> {
  const single = clusters.filter(({ glyphs }) => glyphs.length === 1)
  return new Map(single.map(({ glyphs: [glyph = 0], text }) => [glyph, text]))
}
