import type { PropertyPath } from '#editor/document/command.ts'

/** One thing that is wrong with a text. */
export interface SourceIssue {
  /** Where in the JSON of the text: `['layers', 2, 'fontSize']`. */
  readonly path: PropertyPath
  readonly message: string
}

/** `layers[2].fontSize` as `['layers', 2, 'fontSize']`. */
export function keysOf(path: string): PropertyPath {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index === undefined ? key : Number(index)))
}
