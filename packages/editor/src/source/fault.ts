import { TemplateError } from '@pictable/renderer/template'
import { assertValid } from '#editor/document/document.ts'
import { keysOf } from '#editor/document/keys-of.ts'
import type { SourceIssue } from './source-issue.ts'

/** Why a stored design cannot be edited. */
export interface DesignFault {
  readonly issues: readonly SourceIssue[]
  /** All that is wrong is that this release does not know parts of it: a newer one saved it. */
  readonly isNewer: boolean
}

/** What is wrong with a stored design; null when nothing is. */
export function faultOf(design: unknown): DesignFault | null {
  try {
    assertValid(design)
    return null
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: keysOf(path), message }))
    return { issues, isNewer: issues.every(isUnknown) }
  }
}

const isUnknown = ({ path, message }: SourceIssue) =>
  message === 'is not a known property' || (path.length === 1 && path[0] === 'schema')
