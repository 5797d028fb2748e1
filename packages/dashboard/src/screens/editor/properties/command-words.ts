import type { CommandError, PropertyIssue } from '@pictable/editor'
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
export const commandWords = ({ issues, message }: CommandError): string =>
  issues.length === 0 ? message : issues.slice(0, MAX_ISSUES).map(issueWords).join('; ')
