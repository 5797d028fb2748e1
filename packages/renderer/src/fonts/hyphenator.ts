import { createRequire } from 'node:module'
import type { Hyphenator } from '#renderer/text/types.ts'
import { hyphenatorBy, patternNames } from './hyphen-patterns.ts'

const require = createRequire(import.meta.url)

const hyphenators = new Map<string, Hyphenator | undefined>()

/** Where words of a language (BCP 47) may be hyphenated; undefined when nobody knows. Patterns are read when first asked for. */
export function hyphenator(language: string): Hyphenator | undefined {
  if (!hyphenators.has(language)) hyphenators.set(language, make(language))
  return hyphenators.get(language)
}

function make(language: string): Hyphenator | undefined {
  // The name becomes part of a path.
  const name = patternNames(language).find((each) => /^[a-z0-9-]+$/.test(each) && exists(each))
  return name === undefined ? undefined : hyphenatorBy(require(`#patterns/${name}.js`))
}

function exists(name: string): boolean {
  try {
    require.resolve(`#patterns/${name}.js`)
    return true
  } catch {
    return false
  }
}
