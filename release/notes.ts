import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.ts'

/**
 * The section of a version in CHANGELOG.md: `## 0.2.0 (2026-12-01)`.
 * @throws when there is none, or when it is to be published and has no date
 */
export function notesOf(
  version: string,
  { isDry, changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8') }: { isDry: boolean; changelog?: string },
): string {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version} (`))
  if (section === undefined)
    throw new Error(`CHANGELOG.md has no section "## ${version} (…)". Add it, with what has changed.`)
  const [heading = '', ...lines] = section.split('\n')
  if (!isDry && !/\(\d{4}-\d\d-\d\d\)$/.test(heading))
    throw new Error(`CHANGELOG.md: write the date of the release into "## ${heading}": ## ${version} (2026-12-31)`)
  return `# Pictable ${heading}\n${lines.join('\n').trimEnd()}\n`
}
