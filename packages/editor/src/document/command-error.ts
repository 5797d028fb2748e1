import type { PropertyPath } from './command.ts'

/** What is wrong with a property, and of which layer it is: none for the page. */
export interface PropertyIssue {
  readonly layer: string | undefined
  /** Within the layer or the page: `['text', 'format', 'currency']`. */
  readonly path: PropertyPath
  readonly message: string
}

/** The command cannot be applied; the message or the issues say why, in words for the person who edits. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly issues: readonly PropertyIssue[]

  constructor(message: string, issues: readonly PropertyIssue[] = []) {
    super(message)
    this.issues = issues
  }
}
