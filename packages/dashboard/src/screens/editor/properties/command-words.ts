import { type CommandError, type PropertyIssue, propertyIssues } from '@pictable/editor'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'

/** More would be a list to read. */
const MAX_ISSUES = 3

/** The layer and the property as the inspector calls them. */
function issueWords({ layer, path, message }: PropertyIssue): string {
  const [name, parent] = path.filter((key) => typeof key === 'string').toReversed()
  const sentence = name === undefined ? message : `${titleOf(name, parent)} ${message}`
  return layer === undefined ? sentence : `${layer}: ${sentence}`
}

/** Why a command cannot be applied. */
export function commandWords(error: CommandError): string {
  const issues = propertyIssues(error).slice(0, MAX_ISSUES)
  return issues.length === 0 ? error.message : issues.map(issueWords).join('; ')
}
