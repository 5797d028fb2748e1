import type { PropertyPath } from '#editor/document/command.ts'

/** One thing that is wrong with a text. */
export interface SourceIssue {
  /** Where in the JSON of the text: `['layers', 2, 'fontSize']`. */
  readonly path: PropertyPath
  readonly message: string
}
