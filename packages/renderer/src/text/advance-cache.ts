import type { FontMetrics, FontStyle } from './types.ts'

/** Longer texts are rarely seen twice. */
const LONGEST_CACHED = 64

interface StyleCache<Advance> {
  metrics: FontMetrics | undefined
  readonly advances: Map<string, Advance>
}

/** A TextMeasurer, or one that tells something else of a text. */
interface Measurer<Advance> {
  advance(style: FontStyle, text: string): Advance
  metrics(style: FontStyle): FontMetrics
}

/**
 * A measurer that remembers up to `maxEntries` advances, by the value of the style and the text. When full it keeps the
 * half used last.
 */
export function createAdvanceCache<Advance>(measurer: Measurer<Advance>, maxEntries: number): Measurer<Advance> {
  const keys = new WeakMap<FontStyle, string>()
  let recent = new Map<string, StyleCache<Advance>>()
  let older = new Map<string, StyleCache<Advance>>()
  let recentEntries = 0

  function styleKey(style: FontStyle): string {
    const known = keys.get(style)
    if (known !== undefined) return known
    const { families, weight, italic, letterSpacing, variations, features, language } = style
    const settings = [sorted(variations), sorted(features)]
    const key = JSON.stringify([families, weight, italic, letterSpacing, ...settings, language])
    keys.set(style, key)
    return key
  }

  function styleCache(key: string): StyleCache<Advance> {
    const known = recent.get(key)
    if (known) return known
    const created = { metrics: older.get(key)?.metrics, advances: new Map<string, Advance>() }
    recent.set(key, created)
    return created
  }

  function makeRoom(): void {
    if (++recentEntries <= maxEntries / 2) return
    older = recent
    recent = new Map()
    recentEntries = 1
  }

  return {
    advance: (style, text) => {
      if (text.length > LONGEST_CACHED) return measurer.advance(style, text)
      const key = styleKey(style)
      const known = recent.get(key)?.advances.get(text)
      if (known !== undefined) return known
      const advance = older.get(key)?.advances.get(text) ?? measurer.advance(style, text)
      makeRoom()
      styleCache(key).advances.set(text, advance)
      return advance
    },
    metrics: (style) => {
      const key = styleKey(style)
      const known = recent.get(key)?.metrics
      if (known) return known
      makeRoom()
      const cache = styleCache(key)
      cache.metrics = cache.metrics ?? measurer.metrics(style)
      return cache.metrics
    },
  }
}

function sorted<Value>(values: Readonly<Record<string, Value>> | undefined): [string, Value][] {
  return Object.entries(values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
}
