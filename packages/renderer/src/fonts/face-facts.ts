import { type Coverage, coverageOf } from '#renderer/font-files/coverage.ts'
import { axesOf, type FontAxis, hasSerifsIn, lineFactsOf } from '#renderer/font-files/font-facts.ts'
import { featuresOf } from '#renderer/font-files/font-features.ts'
import type { FontTables } from '#renderer/font-files/font-tables.ts'
import type { LineFacts } from '#renderer/text/types.ts'

/** What is known of a face from its file. */
export interface OpenFace {
  readonly coverage: Coverage
  readonly axes: readonly FontAxis[]
  /** Tags of OpenType features. */
  readonly features: ReadonlySet<string>
  readonly lines: LineFacts
  /** False where the file does not tell. */
  readonly hasSerifs: boolean
}

/** Reads the facts. Throws a FontError. */
export function factsOf(tables: FontTables): OpenFace {
  return {
    coverage: coverageOf(tables),
    axes: axesOf(tables),
    features: featuresOf(tables),
    lines: lineFactsOf(tables),
    hasSerifs: hasSerifsIn(tables),
  }
}
