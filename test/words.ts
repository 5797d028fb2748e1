import { parseSync, Visitor } from 'oxc-parser'
import { z } from 'zod'
import { createParsed } from '#test/parsed.ts'

const entry = z.strictObject({
  /** What to write. */
  term: z.string(),
  /** Words and phrases that it replaces, each form of its own. */
  insteadOf: z.array(z.string().regex(/^[a-z0-9' -]+$/)).min(1),
  why: z.string(),
  /** Phrases that contain such a word and are fine. */
  except: z.array(z.string()).optional(),
  /** Whether the word is also counted in names, comments and tests. */
  names: z.boolean().optional(),
})

export const wordList = z.array(entry)
export type Word = z.infer<typeof entry>

/** One listed word at one place. */
export interface Hit {
  /** The area whose count it raises: a package, `guides`, `test` or `bench`. */
  area: string
  path: string
  line: number
  /** Whether users read it: otherwise it is a name, a comment or a test. */
  visible: boolean
  found: string
  word: Word
}

const spanSchema = z.tuple([z.int(), z.int()]).readonly()
/** From its start to its end. */
type Span = z.infer<typeof spanSchema>

/** Whether all of the file is text for users: Markdown, and alerts and deployment files with their comments. */
const isPage = (path: string): boolean => /\.(md|ya?ml)$/.test(path)

const isTestCode = /\.test\.tsx?$|\.test-kit\.ts$|\/fakes\/|^(test|bench|examples)\//

/** Texts in another language, whose words may look like English ones. */
const isTranslation = (path: string): boolean => /\/form-texts\/(?!en\.)[a-z]{2}(-[a-z]{4})?\.ts$/.test(path)

/** Statements of the database are no text, and neither are lists of CSS classes. */
const isSql = /\b(select|insert into|delete from|create (unique )?(table|index)|alter table|set \w+ =|on conflict)\b/

/** Matches any of the phrases; a space in a phrase is any run of white space or hyphens. */
function matcherOf(phrases: readonly string[]): RegExp {
  const sources = [...phrases]
    .sort((one, other) => other.length - one.length)
    .map((phrase) => phrase.split(/[ -]/).map(RegExp.escape).join('[\\s-]+'))
  return new RegExp(`(?<!\\w|\\w')(?:${sources.join('|')})(?!\\w|'\\w)`, 'gi')
}

const hide = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Replaces every character of the spans by a space, so that places stay what they were. */
function blank(text: string, spans: readonly Span[]): string {
  let result = text
  for (const [start, end] of spans) result = result.slice(0, start) + hide(result.slice(start, end)) + result.slice(end)
  return result
}

/** Prose of a Markdown page: without blocks of code, code in a line, and targets of links. */
function proseOf(page: string): string {
  return [/^ *```[\s\S]*?^ *```/gm, /`[^`\n]*`/g, /\]\([^)\n]*\)/g].reduce(
    (text, pattern) => text.replace(pattern, hide),
    page,
  )
}

/** Where the texts of a source file are: string literals, templates and JSX that contain at least two words. */
function textSpans(path: string, source: string): Span[] {
  const spans: Span[] = []
  const tagged = new Set<number>()
  const add = (start: number, end: number, text: string): void => {
    if (/\S\s+\S/.test(text) && /[a-z]{2}/i.test(text) && !isSql.test(text)) spans.push([start, end])
  }
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => void tagged.add(quasi.start),
    Literal: ({ start, end, value }) => typeof value === 'string' && add(start, end, value),
    JSXText: ({ start, end, value }) => add(start, end, value),
    TemplateLiteral: ({ start, quasis }) => {
      const text = quasis.map(({ value }) => value.raw).join('x')
      if (!tagged.has(start) && !isSql.test(text)) for (const part of quasis) add(part.start, part.end, `${text} x`)
    },
  }).visit(parseSync(path, source).program)
  return spans
}

/** Where the texts of each file are. */
export const parsedTexts = createParsed({
  name: 'texts',
  found: z.array(spanSchema),
  parse: textSpans,
  parser: [import.meta.filename],
})

/** `fooBar` and `foo_bar` as the words they are made of, without moving a line. */
function splitNames(source: string): string {
  return source.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/_/g, ' ')
}

function areaOf(path: string): string {
  if (isPage(path)) return 'guides'
  return /^packages\/(\w+)\//.exec(path)?.[1] ?? path.slice(0, path.indexOf('/'))
}

/** `findWords()` lists every listed word in the files, given by path: pages (`.md`) and sources. */
export function findWords(files: ReadonlyMap<string, string>, words: readonly Word[]): Hit[] {
  const exceptions = matcherOf(words.flatMap((word) => word.except ?? []))
  const byPhrase = new Map(words.flatMap((word) => word.insteadOf.map((phrase) => [normalize(phrase), word])))
  const matchers = {
    visible: matcherOf(words.flatMap((word) => word.insteadOf)),
    hidden: matcherOf(words.flatMap((word) => (word.names ? word.insteadOf : []))),
  }
  const hits: Hit[] = []
  const search = (path: string, text: string, visible: boolean): void => {
    const cleaned = text.replace(exceptions, hide).replace(/\{\w+\}/g, hide)
    for (const { 0: found, index } of cleaned.matchAll(visible ? matchers.visible : matchers.hidden)) {
      const word = byPhrase.get(normalize(found))
      const line = cleaned.slice(0, index).split('\n').length
      if (word) hits.push({ area: areaOf(path), path, line, visible, found, word })
    }
  }
  for (const [path, source] of files) {
    if (isTranslation(path)) continue
    if (isPage(path)) {
      search(path, proseOf(source), true)
      continue
    }
    const spans = isTestCode.test(path) ? [] : parsedTexts.of(path, source)
    search(path, splitNames(blank(source, spans)), false)
    if (spans.length > 0) search(path, invert(source, spans), true)
  }
  return hits
}

/** Keeps only the spans. */
function invert(source: string, spans: readonly Span[]): string {
  const sorted = [...spans].sort(([one], [other]) => one - other)
  const rest = sorted.map(([, end], at): Span => [end, sorted[at + 1]?.[0] ?? source.length])
  return blank(source, [[0, sorted[0]?.[0] ?? source.length], ...rest])
}

function normalize(phrase: string): string {
  return phrase.toLowerCase().replace(/[\s-]+/g, ' ')
}

export function describeHit({ path, line, found, word }: Hit): string {
  return `${path}:${line}: "${found.replace(/\s+/g, ' ')}": write ${word.term}. ${word.why}.`
}

/** Counts by area, as `docs/word-counts.json` stores them. */
export function countWords(hits: readonly Hit[]): { visible: Record<string, number>; names: Record<string, number> } {
  const count = (some: readonly Hit[]): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const { area } of some) counts[area] = (counts[area] ?? 0) + 1
    return Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)))
  }
  return { visible: count(hits.filter((hit) => hit.visible)), names: count(hits.filter((hit) => !hit.visible)) }
}
