import { escapeDesign, type Template } from '@pictable/renderer/template'
import { diffDesigns } from '#core/template/diff-designs.ts'

/** What to do with such a file. */
export const EARLIER_FILE =
  'It differs from the server only in "{{", which is text there ("\\{{"). It may come from a release without expressions. Pull it again with --force; or push it with --force, and "{{" begins expressions.'

/** Whether a file differs from the server only in that its braces are not escaped, as they were before there were expressions. */
export function isOfEarlierRelease(file: Template, there: Template): boolean {
  return (
    diffDesigns(there, file).length > 0 &&
    diffDesigns(there, escapeDesign(file, { expressions: false, links: false })).length === 0
  )
}
