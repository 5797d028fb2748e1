import { splitFenced } from './fenced.ts'
import { refused, tooMuch } from './svg-error.ts'
import type { SvgElement } from './svg-tree.ts'

const MAX_RULES = 2000
const MAX_COMPOUNDS = 6
/** Rules that are tried on elements, all together. */
const MAX_TRIES = 1_000_000
const MAX_CLASSES_LENGTH = 2000

/** A property as it stands in CSS, its value not looked at yet. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly important: boolean
}

interface Compound {
  readonly element: string | undefined
  readonly id: string | undefined
  readonly classes: readonly string[]
  /** Stands directly inside of the one before. */
  readonly isChild: boolean
}

interface Rule {
  /** From the element itself outwards. */
  readonly compounds: readonly Compound[]
  readonly specificity: number
  readonly declarations: readonly Declaration[]
}

/** The rules of a drawing: selectors of elements, classes and ids, also inside of others. */
export interface StyleSheet {
  /** What the rules say of the element, the strongest last. `ancestors` begin with its parent. */
  declarationsFor(element: SvgElement, ancestors: readonly SvgElement[]): Declaration[]
}

/** Reads style sheets. Rules with selectors of other kinds (`:hover`) never hold. Throws a RenderError. */
export function readStyleSheet(texts: readonly string[]): StyleSheet {
  const rules = texts.flatMap((text) => readRules(withoutComments(text)))
  if (rules.length > MAX_RULES) {
    throw tooMuch(`is an SVG with more than ${MAX_RULES} CSS rules; save it again with presentation attributes`)
  }
  const sorted = rules
    .toSorted((one, other) => one.specificity - other.specificity)
    .map((rule, rank) => ({ ...rule, rank }))
  const byKey = Map.groupBy(sorted, ({ compounds }) => keyOf(compounds[0]))
  let tries = 0
  return {
    declarationsFor(element, ancestors) {
      const id = element.attributes.get('id') ?? ''
      const keys = [`#${id}`, ...classesOf(element).map((name) => `.${name}`), element.name, '*']
      const candidates = keys.flatMap((key) => byKey.get(key) ?? [])
      tries += candidates.length
      if (tries > MAX_TRIES)
        throw tooMuch('is an SVG with too many CSS rules for its elements; save it again without CSS')
      const found = candidates.filter((rule) => holds(rule, element, ancestors))
      return found
        .toSorted((one, other) => one.specificity - other.specificity || sorted.indexOf(one) - sorted.indexOf(other))
        .flatMap(({ declarations }) => declarations)
    },
  }
}

/** `fill: red; stroke: blue !important` as declarations. */
export function readDeclarations(text: string): Declaration[] {
  return splitOutside(text, ';').flatMap((part) => {
    const colon = part.indexOf(':')
    const property = part.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = part.slice(colon + 1).trim()
    if (property === '' || value === '') return []
    const bare = value.replace(/!\s*important$/i, '').trimEnd()
    return [{ property, value: bare, important: bare !== value }]
  })
}

function withoutComments(css: string): string {
  const pieces = splitFenced(css, { '/*': '*/' }).map(({ fence, text }) => (fence === '' ? text : ' '))
  return pieces.join('').replaceAll(/<!--|-->/g, ' ')
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = []
  const nextOpen = finder(css, '{')
  const nextEnd = finder(css, ';')
  for (let at = 0; at < css.length && rules.length <= MAX_RULES; ) {
    while (/\s/.test(css[at] ?? '')) at++
    const open = nextOpen(at)
    if (css[at] === '@') {
      refuseForeign(css.slice(at, at + 20))
      const end = nextEnd(at)
      at = end < open ? end + 1 : closing(css, open) + 1
      continue
    }
    const close = closing(css, open)
    rules.push(...readRule(css.slice(at, open), css.slice(open + 1, close)))
    at = close + 1
  }
  return rules
}

/** Where the character stands next, or the end; looks at the text only once. */
function finder(text: string, character: string): (from: number) => number {
  let known = -1
  return (from) => {
    if (known >= from) return known
    const found = text.indexOf(character, from)
    known = found < 0 ? text.length : found
    return known
  }
}

function refuseForeign(prelude: string): void {
  if (/^@import/i.test(prelude)) {
    throw refused('is an SVG with external styles (@import): save it with embedded styles, and its text as outlines')
  }
  if (/^@font-face/i.test(prelude)) {
    throw refused('is an SVG with an embedded font (@font-face): convert its text to outlines')
  }
}

/** Where the block that opens at `open` ends. */
function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}

function readRule(selectors: string, body: string): Rule[] {
  const declarations = readDeclarations(body)
  if (declarations.length === 0) return []
  return selectors.split(',', MAX_RULES + 1).flatMap((selector) => {
    const compounds = readSelector(selector)
    if (!compounds) return []
    const specificity = compounds.reduce((sum, { id, classes, element }) => {
      return sum + (id === undefined ? 0 : 10_000) + classes.length * 100 + (element === undefined ? 0 : 1)
    }, 0)
    return [{ compounds, specificity, declarations }]
  })
}

function readSelector(selector: string): Compound[] | undefined {
  const parts = selector.replaceAll(':root', 'svg').replaceAll('>', ' > ').trim().split(/\s+/)
  const compounds: Compound[] = []
  for (const [index, part] of parts.entries()) {
    if (part === '>') continue
    const [, element = '', rest = ''] = /^(\*|[\w-]+)?((?:[.#][\w\u0080-\uffff-]+)*)$/.exec(part) ?? []
    if (element === '' && rest === '') return undefined
    const names = rest.match(/[.#][^.#]+/g) ?? []
    compounds.unshift({
      element: element === '' || element === '*' ? undefined : element,
      id: names.find((name) => name.startsWith('#'))?.slice(1),
      classes: names.filter((name) => name.startsWith('.')).map((name) => name.slice(1)),
      isChild: parts[index - 1] === '>',
    })
  }
  return compounds.length > 0 && compounds.length <= MAX_COMPOUNDS ? compounds : undefined
}

function keyOf(compound: Compound | undefined): string {
  if (compound?.id !== undefined) return `#${compound.id}`
  const [first] = compound?.classes ?? []
  return first === undefined ? (compound?.element ?? '*') : `.${first}`
}

/** From the inside out, each part by the nearest ancestor that suits. */
function holds({ compounds }: Rule, element: SvgElement, ancestors: readonly SvgElement[]): boolean {
  let place = -1
  let mustBeParent = false
  for (const compound of compounds) {
    const candidates = place < 0 ? [element, ...ancestors] : ancestors.slice(place)
    const first = place < 0 || mustBeParent ? candidates.slice(0, 1) : candidates
    const found = first.findIndex((candidate) => suits(compound, candidate))
    if (found < 0) return false
    place = place < 0 ? 0 : place + found + 1
    mustBeParent = compound.isChild
  }
  return true
}

function suits({ element, id, classes }: Compound, candidate: SvgElement): boolean {
  if (element !== undefined && element !== candidate.name) return false
  if (id !== undefined && id !== candidate.attributes.get('id')) return false
  const own = classesOf(candidate)
  return classes.every((name) => own.includes(name))
}

function classesOf(element: SvgElement): readonly string[] {
  const known = classes.get(element)
  if (known) return known
  const text = element.attributes.get('class') ?? ''
  const found = text.length > MAX_CLASSES_LENGTH ? [] : [...new Set(text.split(/\s+/).filter((name) => name !== ''))]
  classes.set(element, found)
  return found
}

const classes = new WeakMap<SvgElement, readonly string[]>()

/** Splits where the separator is neither in quotes nor in brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let [quote, brackets, start] = ['', 0, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '(') brackets++
    else if (character === ')') brackets = Math.max(0, brackets - 1)
    else if (character === separator && brackets === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
