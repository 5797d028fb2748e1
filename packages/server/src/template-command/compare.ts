import { parseTemplate } from '@pictable/renderer/template'
import { diffDesigns } from '#core/template/diff-designs.ts'
import { changeLines } from './change-lines.ts'
import { readDesigns } from './design-file.ts'
import { EARLIER_FILE, isOfEarlierRelease } from './earlier-file.ts'
import { openLock } from './lock-file.ts'
import { asOnServer } from './pictures.ts'
import { allTemplates, latestOf, type Remote, templateOf } from './remote.ts'

/** Says what a push would change. @returns how many files differ from the server */
export async function compare(
  remote: Remote,
  paths: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const files = await readDesigns(paths)
  const templates = await allTemplates(remote)
  let differing = 0
  for (const file of files) {
    const { server } = await openLock(file.folder, remote.url)
    const template = templateOf(file, server, templates)
    if (!template) {
      differing++
      print(`${file.path}: new`)
      continue
    }
    const there = await latestOf(remote, template.id)
    const design = parseTemplate(asOnServer(file.design, server))
    const changes = diffDesigns(there.design, design)
    if (changes.length === 0) continue
    differing++
    print(`${file.path}: differs from version ${there.latest_version} of ${template.id}`)
    for (const line of changeLines(changes)) print(line)
    if (isOfEarlierRelease(design, there.design)) print(`  ${EARLIER_FILE}`)
  }
  if (differing === 0) print(`${files.length} of ${files.length} designs match the server.`)
  return differing
}
