import type { FontChoice, FontQuestion } from '#renderer/text/types.ts'
import type { Face, SlicedFace } from './face.ts'
import { DEFAULT_FAMILY, familiesFor, NO_SCRIPT, SERIF_FAMILY, scriptOf, serifNames } from './fallback.ts'
import type { FontFiles } from './font-book.ts'
import type { SliceIndex } from './slices.ts'

interface Library extends Pick<FontFiles, 'open'> {
  readonly isKnown: (family: string) => boolean
  /** Throws for an unknown family. */
  readonly faceOf: (style: Pick<FontQuestion, 'families' | 'weight' | 'italic'>) => Face
  readonly slicesOf: (face: SlicedFace) => SliceIndex
}

/** Text longer than this is not laid out either. */
const LONGEST_READ = 100_000
const MOST_REMEMBERED = 1_000

const plain = /^[\s\x20-\x7e]*$/
/** What is not drawn: spaces, controls, and what only says how its neighbours look. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
const shared = /[\p{sc=Common}\p{sc=Inherited}]/u

/** Answers which families have the letters of a text: those asked for, the default one, and others only where needed. */
export function createFontChooser(library: Library): (question: FontQuestion) => FontChoice {
  let remembered = new Map<string, FontChoice>()
  return (question) => {
    const { families, weight, italic, language } = question
    const text = question.text.slice(0, LONGEST_READ)
    const key = text.length > 200 ? undefined : JSON.stringify([families, weight, italic, language, text])
    const known = key === undefined ? undefined : remembered.get(key)
    if (known) return known
    const choice = chooseFonts({ ...question, text }, library)
    if (remembered.size >= MOST_REMEMBERED) remembered = new Map()
    if (key !== undefined) remembered.set(key, choice)
    return choice
  }
}

function chooseFonts(question: FontQuestion, library: Library): FontChoice {
  const { text, language = '' } = question
  const stack = createStack(question, library)
  const isPlain = plain.test(text)
  const hasSerifs = !isPlain && isSerif(question, library)
  for (const family of new Set(question.families)) stack.put(family)
  if (hasSerifs) stack.fill([...stack.left()], { candidates: () => [SERIF_FAMILY], asOne: false })
  if (!question.families.includes(DEFAULT_FAMILY)) stack.put(DEFAULT_FAMILY)
  if (isPlain) return { families: stack.families(), missing: new Set() }
  // Signs that several scripts share come last: a font that is there already may have them.
  const characters = [...stack.left()].toSorted((a, b) => Number(shared.test(a)) - Number(shared.test(b)))
  const candidates = (first: string) => familiesFor(first, { text, language, hasSerifs })
  for (const [script, group] of Map.groupBy(characters, scriptOf)) {
    stack.fill(group, { candidates, asOne: script !== NO_SCRIPT })
  }
  return { families: stack.families(), missing: stack.left() }
}

/** Whether the first family has serifs: the others are chosen to go with it. */
function isSerif({ families: [family = ''], weight, italic }: FontQuestion, { faceOf, open }: Library): boolean {
  if (serifNames.test(family)) return true
  const face = faceOf({ families: [family], weight, italic })
  return !(/sans/i.test(family) || 'slices' in face) && open(face).hasSerifs
}

interface Filling {
  readonly candidates: (character: string) => readonly string[]
  readonly asOne: boolean
}

function createStack({ text, ...style }: FontQuestion, library: Library) {
  const left = new Set(plain.test(text) ? text : [...text].filter((character) => !invisible.test(character)))
  const families: string[] = []

  function partsOf(family: string): readonly { name: string; has: (codePoint: number) => boolean }[] {
    const face = library.faceOf({ ...style, families: [family] })
    if (!('slices' in face)) return [{ name: family, has: library.open(face).coverage.has }]
    const { at } = library.slicesOf(face)
    const slices = new Set([...left].map((character) => at(codePointOf(character))))
    return [...slices].flatMap((slice) =>
      slice ? [{ name: slice.name, has: library.open(slice.face).coverage.has }] : [],
    )
  }

  /** The names of the parts that have some of what is left, which is then no longer left. */
  function take(family: string): string[] {
    return partsOf(family).flatMap(({ name, has }) => {
      const found = [...left].filter((character) => has(codePointOf(character)))
      for (const character of found) left.delete(character)
      return found.length > 0 ? [name] : []
    })
  }

  function hasAll(family: string, characters: readonly string[]): boolean {
    const parts = partsOf(family)
    return characters.every((character) => parts.some(({ has }) => has(codePointOf(character))))
  }

  return {
    families: () => families,
    left: () => left,
    /** A family that is asked for by name stands in the stack whether it is needed or not. */
    put(family: string): void {
      const face = library.faceOf({ ...style, families: [family] })
      if (!('slices' in face) && plain.test(text)) {
        families.push(family)
        return
      }
      const taken = take(family)
      families.push(...('slices' in face ? taken : [family]))
    },
    /** Puts what has these characters; `asOne`: a single family, if one has them all. */
    fill(characters: readonly string[], { candidates, asOne }: Filling): void {
      const open = characters.filter((character) => left.has(character))
      const [first] = open
      if (first === undefined) return
      const known = candidates(first).filter(library.isKnown)
      const whole = asOne ? known.find((family) => hasAll(family, open)) : undefined
      for (const family of whole === undefined ? known : [whole]) {
        const taken = take(family)
        families.push(...taken.filter((name) => !families.includes(name)))
      }
    },
  }
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
