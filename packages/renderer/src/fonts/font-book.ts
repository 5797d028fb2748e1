import './no-system-fonts.ts'

import { GlobalFonts } from '@napi-rs/canvas'
import { RenderError } from '#renderer/render-error.ts'
import type { FontChoice, FontQuestion, FontStyle, LineFacts } from '#renderer/text/types.ts'
import { createFontChooser } from './choose-fonts.ts'
import type { Face, FileFace } from './face.ts'
import type { FontAxis } from './font-facts.ts'
import { identityOf, openFace } from './open-face.ts'
import { createSliceShelf } from './slices.ts'

/** The fonts a renderer knows. Faces are registered with the canvas one by one, when they are first used. */
export interface FontBook {
  /** The style with only those families that this text needs of it: the canvas is slow with long lists. */
  narrow(style: FontStyle, text: string): FontStyle
  /** The value of `context.font` for this style. Throws a RenderError for an unknown family and a face that cannot be read. */
  css(style: FontStyle, sizePx: number): string
  /** The value of `context.fontVariationSettings`. */
  variations(style: FontStyle): string
  /** The families that have the letters of a text. */
  choose(question: FontQuestion): FontChoice
  /** Where the first font of the style wants lines. */
  lines(style: FontStyle): LineFacts
}

const FEW_FAMILIES = 4

interface Stack {
  readonly css: string
  readonly variations: string
}

/**
 * A face is registered under an alias of its own before its first look-up, so that neither the order of registration nor
 * equal family names of different files can change which one is used.
 */
export function createFontBook(faces: readonly Face[]): FontBook {
  const byFamily = Map.groupBy(faces, (face) => face.family)
  const stacks = new Map<string, Stack>()
  const shelf = createSliceShelf()

  function faceOf({ families: [family = ''], weight, italic }: Wanted): Face {
    const face = closest(byFamily.get(family) ?? [], weight, italic)
    if (face) return face
    const known = [...byFamily.keys()].map((name) => `"${name}"`).join(', ')
    throw new RenderError('font_unknown', `there is no font "${family}"; there are ${known}`)
  }

  function filesOf(family: string, style: Wanted): readonly FileFace[] {
    const slice = shelf.byName(family)
    if (slice) return [slice]
    const face = faceOf({ ...style, families: [family] })
    return 'slices' in face ? shelf.of(face).all.map((each) => each.face) : [face]
  }

  function makeStack(style: FontStyle): Stack {
    const files = style.families.flatMap((family) => filesOf(family, style))
    return {
      css: files.map((face) => `"${register(face)}"`).join(', '),
      variations: variationsOf(files, style),
    }
  }

  function stackOf(style: FontStyle): Stack {
    const { families, weight, italic, variations } = style
    const key = `${weight} ${italic} ${JSON.stringify(variations ?? '')} ${families.join()}`
    const known = stacks.get(key)
    if (known) return known
    // Families are cut into slices by the text, so there can be many stacks.
    if (stacks.size >= 5_000) stacks.clear()
    const stack = makeStack(style)
    stacks.set(key, stack)
    return stack
  }

  /** Answers the first family with a character, by list of families. */
  const owners = new WeakMap<readonly string[], (character: string) => string>()

  function findOwners(style: FontStyle): (character: string) => string {
    const coverages = style.families.map((family) => filesOf(family, style).map((file) => openFace(file).coverage))
    const known = new Map<string, string>()
    return (character) => {
      const owner = known.get(character)
      if (owner !== undefined) return owner
      const codePoint = character.codePointAt(0) ?? 0
      const index = coverages.findIndex((files) => files.some((coverage) => coverage.has(codePoint)))
      const found = style.families[Math.max(0, index)] ?? ''
      known.set(character, found)
      return found
    }
  }

  return {
    narrow: (style, text) => {
      if (style.families.length <= FEW_FAMILIES) return style
      const ownerOf = owners.get(style.families) ?? findOwners(style)
      owners.set(style.families, ownerOf)
      const owning = new Set(Array.from(text, ownerOf))
      return { ...style, families: style.families.filter((family) => owning.has(family)) }
    },
    css: (style, sizePx) => `${sizePx}px ${stackOf(style).css}`,
    variations: (style) => stackOf(style).variations,
    choose: createFontChooser({ faceOf, slicesOf: shelf.of, isKnown: (family) => byFamily.has(family) }),
    lines: (style) => {
      const [first] = filesOf(style.families[0] ?? '', style)
      return first
        ? openFace(first).lines
        : { underline: -0.1, underlineThickness: 0.06, strike: 0.31, strikeThickness: 0.06 }
    },
  }
}

type Wanted = Pick<FontStyle, 'families' | 'weight' | 'italic'>

/** The face to use: the right slant counts most, then the nearest weight; of two, the one further from 400. */
function closest(faces: readonly Face[], weight: number, italic: boolean): Face | undefined {
  const distance = (face: Face) => {
    const { min, max } = weightsOf(face)
    const own = Math.min(max, Math.max(min, weight))
    const wrongSide = (own - weight) * (weight - 400) < 0 ? 0.5 : 0
    return Math.abs(own - weight) + wrongSide + ((face.style === 'italic') === italic ? 0 : 10_000)
  }
  return faces.length < 2 ? faces[0] : faces.toSorted((a, b) => distance(a) - distance(b))[0]
}

function weightsOf(face: Face): { readonly min: number; readonly max: number } {
  if (face.weights) return face.weights
  const axis = face.isBundled || 'slices' in face ? undefined : axisOf(face, 'wght')
  return axis ?? { min: face.weight ?? 400, max: face.weight ?? 400 }
}

function axisOf(face: FileFace, tag: string) {
  return openFace(face).axes.find((axis) => axis.tag === tag)
}

/** Axes are set for the whole stack: by the weight and slant asked for, then by name; optical sizes stay where they are. */
function variationsOf(files: readonly FileFace[], style: FontStyle): string {
  const axes = new Map<string, number>()
  for (const face of files) {
    if (face.weights) axes.set('wght', style.weight)
    for (const axis of face.isBundled ? [] : openFace(face).axes) {
      const value = axisValue(axis, face, style)
      if (value !== undefined) axes.set(axis.tag, value)
    }
  }
  for (const [tag, value] of Object.entries(style.variations ?? {})) axes.set(tag, value)
  return [...axes].map(([tag, value]) => `"${tag}" ${value}`).join(', ')
}

function axisValue(axis: FontAxis, face: FileFace, { weight, italic }: FontStyle): number | undefined {
  switch (axis.tag) {
    case 'wght':
      return weight
    case 'ital':
      return italic ? axis.max : axis.min
    case 'slnt':
      return face.style === 'italic' ? undefined : italic ? axis.min : axis.default
    case 'opsz':
      return axis.default
    default:
      return undefined
  }
}

/** The canvas has one list of fonts per process. */
const registered = new Map<string, string>()

function register(face: FileFace): string {
  const identity = identityOf(face)
  const known = registered.get(identity)
  if (known !== undefined) return known
  if (!face.isBundled) openFace(face)
  const alias = `face-${registered.size}`
  const done =
    'path' in face
      ? GlobalFonts.registerFromPath(face.path, alias)
      : GlobalFonts.register(Buffer.from(face.bytes), alias)
  if (!done) {
    const where = 'path' in face ? ` (${face.path})` : ''
    throw new RenderError(
      'font_invalid',
      `the file of the font "${face.family}"${where} is not a font that can be read`,
    )
  }
  registered.set(identity, alias)
  return alias
}
