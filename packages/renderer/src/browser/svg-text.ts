import { untilReady } from '#renderer/async/pending.ts'
import type { Face, FileFace } from '#renderer/fonts/face.ts'
import type { OpenFace } from '#renderer/fonts/face-facts.ts'
import { inOutlineOrder } from '#renderer/fonts/fallback.ts'
import { createSliceShelf } from '#renderer/fonts/slices.ts'
import { nameFonts } from '#renderer/svg/name-fonts.ts'
import { everyElement, type SvgElement, writeSvg } from '#renderer/svg/svg-tree.ts'
import { writeBase64 } from './base64.ts'

/** The fonts of text in SVGs. */
export interface SvgFonts {
  readonly faces: readonly Face[]
  fetch(address: string): Promise<Uint8Array>
  /** Throws a Pending until the file is there. */
  open(face: FileFace): OpenFace
}

/** A file under a family name of the drawing. */
interface Rule {
  readonly family: string
  /** As CSS writes it. */
  readonly weight: string
  readonly style: string
  readonly path: string
}

/**
 * Writes a drawing with the fonts of its text inside, because a picture sees none of the page. They are those in which
 * the server outlines it: bundled ones only, and where one lacks a letter, those that it tries next.
 */
export async function writeWithFonts(root: SvgElement, { faces, fetch, open }: SvgFonts): Promise<string> {
  const bundled = inOutlineOrder(faces.filter(({ isBundled }) => isBundled))
  const named = nameFonts(root, (family) => bundled.some((face) => face.family === family))
  if (!named) return writeSvg(root)
  const isUsed = ({ family, weight = 400, style, ...rest }: Face) =>
    named.families.has(family) &&
    ('slices' in rest || named.weights.has(weight)) &&
    (style !== 'italic' || named.hasItalic)
  const chooser = createChooser(bundled.filter(isUsed), open, Math.min(...named.weights))
  let written: SvgElement = named.root
  await untilReady([() => (written = stacked(named.root, { family: '', chooser }))])
  const rules = chooser.rules()
  const css = await Promise.all(rules.map((rule) => ruleText(rule, fetch)))
  const style: SvgElement = {
    name: 'style',
    attributes: new Map(),
    children: [['*{font-synthesis:none}', ...css].join('')],
  }
  return writeSvg({ ...written, children: [style, ...rules.map(opener), ...written.children] })
}

/** Hidden text in a font: without it, browsers draw the picture before fonts that are only substitutes are there. */
function opener({ family, weight, style }: Rule): SvgElement {
  const attributes = new Map([
    ['font-family', `"${family}"`],
    ['font-weight', weight.split(' ')[0] ?? weight],
    ['font-style', style],
    ['visibility', 'hidden'],
  ])
  return { name: 'text', attributes, children: ['.'] }
}

interface Place {
  /** Of the elements around. */
  readonly family: string
  /** All that is written in one go. */
  readonly text?: string
  readonly chooser: Chooser
}

/** Names the families of each text, the first one and those that have what it lacks. */
function stacked(element: SvgElement, { family: inherited, text: around, chooser }: Place): SvgElement {
  const attributes = new Map(element.attributes)
  const own = attributes.get('font-family')
  const family = own ?? inherited
  const text = element.name === 'text' ? wordsOf(element) : around
  if (text !== undefined && (element.name === 'text' || own !== undefined)) {
    attributes.set('font-family', chooser.stackOf(family, text))
  }
  const inside = { family, chooser, ...(text !== undefined && { text }) }
  const children = element.children.map((child) => (typeof child === 'string' ? child : stacked(child, inside)))
  return { name: element.name, attributes, children }
}

function wordsOf(element: SvgElement): string {
  return [...everyElement(element)]
    .flatMap(({ children }) => children.filter((child) => typeof child === 'string'))
    .join('')
}

interface Chooser {
  /** Throws a Pending while a file that decides is not there. */
  stackOf(family: string, text: string): string
  /** The files of all stacks so far. */
  rules(): readonly Rule[]
}

const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/**
 * Chooses fonts as resvg does, which outlines text on the server: a font that has every letter takes all of a text; else
 * each one has the letters that those before it lack. They are tried in their order, whatever weight is asked for.
 */
function createChooser(faces: readonly Face[], open: SvgFonts['open'], leastWeight: number): Chooser {
  const families = [...new Set(faces.map(({ family }) => family))]
  const rules = new Map<string, Rule>()
  const shelf = createSliceShelf()

  function has(family: string, letter: string): boolean {
    const code = codeOf(letter)
    const face = faces.find((each) => each.family === family)
    if (!face) return false
    if (!('slices' in face)) return open(face).coverage.has(code)
    const slice = shelf.of(face).at(code)
    return slice !== undefined && open(slice.face).coverage.has(code)
  }

  /** Puts a file into the drawing. @returns the name by which its text asks for it */
  function add(family: string, face: FileFace, { weight = `${face.weight ?? 400}` } = {}): string {
    const { style = 'normal' } = face
    if ('path' in face) rules.set(`${family} ${face.path}`, { family, weight, style, path: face.path })
    return `"${family}"`
  }

  /** The names of what has these letters. A substitute has one weight. */
  function namesOf(family: string, letters: readonly string[], isSubstitute: boolean): string[] {
    const end = isSubstitute ? ' instead' : ''
    const own = faces.filter((each) => each.family === family)
    return own.slice(0, isSubstitute ? 1 : undefined).flatMap((face) => {
      if (!('slices' in face)) return add(`${family}${end}`, face)
      const { min, max } = face.weights ?? { min: 400, max: 400 }
      const weight = isSubstitute ? `${leastWeight}` : `${min} ${max}`
      const slices = new Set([' ', ...letters].flatMap((letter) => shelf.of(face).at(codeOf(letter)) ?? []))
      return [...slices].map((slice) => add(`${slice.name}${end}`, slice.face, { weight }))
    })
  }

  return {
    rules: () => [...rules.values()],
    stackOf(family, text) {
      const letters = [...new Set(text)].filter((letter) => !unseen.test(letter))
      const stack = namesOf(family, letters, false)
      let left = letters.filter((letter) => !has(family, letter))
      for (const next of families) {
        const [first] = left
        if (first === undefined) break
        if (next === family || !has(next, first)) continue
        if (letters.every((letter) => has(next, letter))) return namesOf(next, letters, true).join(',')
        stack.push(...namesOf(next, letters, true))
        left = left.filter((letter) => !has(next, letter))
      }
      return [...new Set(stack)].join(',')
    },
  }
}

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0

async function ruleText({ family, weight, style, path }: Rule, fetch: SvgFonts['fetch']): Promise<string> {
  const data = writeBase64(await fetch(path))
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(data:font/sfnt;base64,${data})}`
}
