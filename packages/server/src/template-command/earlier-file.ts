import { escapeDesign, type Template } from '@pictable/renderer/template'
import { diffDesigns } from '#core/template/diff-designs.ts'

/** What to do with such a file. */
export const EARLIER_FILE =
  'It differs from the server only in what is text there: "{{" (there "\\{{"), or cells of tables such as {"bind": "Name"} (there in a list). It may come from a release that fills neither. Pull it again with --force; or push it with --force, and both are filled.'

/** Whether a file differs from the server only in what releases that did not fill it had as text. */
export function isOfEarlierRelease(file: Template, there: Template): boolean {
  return (
    diffDesigns(there, file).length > 0 &&
    diffDesigns(there, escapeDesign(file, { expressions: false, links: false })).length === 0
  )
}
