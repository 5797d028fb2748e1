import { RenderError } from '#renderer/errors/render-error.ts'
import type { FontAxis } from '#renderer/font-files/font-facts.ts'
import { changedBy, type FontFeatures } from '#renderer/font-files/font-features.ts'
import type { FontChoice, FontQuestion, FontStyle, LineFacts } from '#renderer/text/types.ts'
import { createFontChooser } from './choose-fonts.ts'
import type { Face, FileFace } from './face.ts'
import type { OpenFace } from './face-facts.ts'
import { createSliceShelf } from './slices.ts'

/** What a font book needs of the files of its faces. */
export interface FontFiles {
  /** Throws a RenderError that names the family when there is something wrong with the file. */
  open(face: FileFace): OpenFace
  /**
   * Gives the face to the canvas, with what the canvas cannot set later; the answer is asked for the name by which the canvas
   * knows it, each time that something is drawn with it.
   */
  register(face: FileFace, look: FaceLook): () => string
}

/** How a face is drawn. */
export interface FaceLook {
  /** Values of its axes by tag. */
  readonly axes: ReadonlyMap<string, number>
  /** Those that it has and that change something. */
  readonly features: FontFeatures
}

/** The fonts a renderer knows. Faces are registered with the canvas one by one, when they are first used. */
export interface FontBook {
  /** The style with only those families that this text needs of it: the canvas is slow with long lists. */
  narrow(style: FontStyle, text: string): FontStyle
  /** The value of `context.font` for this style. Throws a RenderError for an unknown family and a face that cannot be read. */
  css(style: FontStyle, sizePx: number): string
  /** The values of the axes of variable fonts, by tag. */
  axes(style: FontStyle): ReadonlyMap<string, number>
  /** The value of `context.fontVariationSettings`. */
  variations(style: FontStyle): string
  /** Of the features of the style, those that none of its fonts has. */
  missingFeatures(style: FontStyle): readonly string[]
  /** The files in which glyphs are looked for, in this order. */
  files(style: FontStyle): readonly FileFace[]
  /** The families that have the letters of a text. */
  choose(question: FontQuestion): FontChoice
  /** Where the first font of the style wants lines. */
  lines(style: FontStyle): LineFacts
}

const FEW_FAMILIES = 4

interface Stack {
  readonly files: readonly FileFace[]
  /** By which the canvas knows the files. */
  readonly names: readonly (() => string)[]
  readonly axes: ReadonlyMap<string, number>
  readonly variations: string
}

/**
 * A face is registered under an alias of its own before its first look-up, so that neither the order of registration nor
 * equal family names of different files can change which one is used.
 */
export function createFontBook(faces: readonly Face[], { open, register }: FontFiles): FontBook {
  const byFamily = Map.groupBy(faces, (face) => face.family)
  const stacks = new Map<string, Stack>()
  const shelf = createSliceShelf()

  function faceOf({ families: [family = ''], weight, italic }: Wanted): Face {
    const face = closest(byFamily.get(family) ?? [], { weight, italic }, open)
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
    const axes = axesFor(files, style, open)
    return {
      files,
      names: files.map((face) => {
        const features = style.features ? changedBy(style.features, open(face).features) : {}
        return register(face, { axes: axesFor([face], style, open), features })
      }),
      axes,
      variations: [...axes].map(([tag, value]) => `"${tag}" ${value}`).join(', '),
    }
  }

  function stackOf(style: FontStyle): Stack {
    const { families, weight, italic, variations = '', features = '' } = style
    const key = `${weight} ${italic} ${JSON.stringify([variations, features])} ${families.join()}`
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
    const coverages = style.families.map((family) => filesOf(family, style).map((file) => open(file).coverage))
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
    css: (style, sizePx) =>
      `${sizePx}px ${stackOf(style)
        .names.map((nameOf) => `"${nameOf()}"`)
        .join(', ')}`,
    axes: (style) => stackOf(style).axes,
    variations: (style) => stackOf(style).variations,
    missingFeatures: ({ features = {}, ...style }) => {
      const asked = Object.keys(features).filter((tag) => features[tag])
      if (asked.length === 0) return []
      const files = style.families.flatMap((family) => filesOf(family, style))
      return files.length === 0 ? [] : asked.filter((tag) => !files.some((face) => open(face).features.has(tag)))
    },
    files: (style) => stackOf(style).files,
    choose: createFontChooser({ open, faceOf, slicesOf: shelf.of, isKnown: (family) => byFamily.has(family) }),
    lines: (style) => {
      const [first] = filesOf(style.families[0] ?? '', style)
      return first
        ? open(first).lines
        : { underline: -0.1, underlineThickness: 0.06, strike: 0.31, strikeThickness: 0.06 }
    },
  }
}

type Wanted = Pick<FontStyle, 'families' | 'weight' | 'italic'>

type Open = FontFiles['open']

/** The face to use: the right slant counts most, then the nearest weight; of two, the one further from 400. */
function closest(
  faces: readonly Face[],
  { weight, italic }: Pick<FontStyle, 'weight' | 'italic'>,
  open: Open,
): Face | undefined {
  const distance = (face: Face) => {
    const { min, max } = weightsOf(face, open)
    const own = Math.min(max, Math.max(min, weight))
    const wrongSide = (own - weight) * (weight - 400) < 0 ? 0.5 : 0
    return Math.abs(own - weight) + wrongSide + ((face.style === 'italic') === italic ? 0 : 10_000)
  }
  return faces.length < 2 ? faces[0] : faces.toSorted((a, b) => distance(a) - distance(b))[0]
}

function weightsOf(face: Face, open: Open): { readonly min: number; readonly max: number } {
  if (face.weights) return face.weights
  const axis = face.isBundled || 'slices' in face ? undefined : open(face).axes.find(({ tag }) => tag === 'wght')
  return axis ?? { min: face.weight ?? 400, max: face.weight ?? 400 }
}

/** Axes are set for the whole stack: by the weight and slant asked for, then by name; optical sizes stay where they are. */
function axesFor(files: readonly FileFace[], style: FontStyle, open: Open): Map<string, number> {
  const axes = new Map<string, number>()
  for (const face of files) {
    if (face.weights) axes.set('wght', style.weight)
    for (const axis of face.isBundled ? [] : open(face).axes) {
      const value = axisValue(axis, face, style)
      if (value !== undefined) axes.set(axis.tag, value)
    }
  }
  for (const [tag, value] of Object.entries(style.variations ?? {})) axes.set(tag, value)
  return axes
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
