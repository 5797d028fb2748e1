import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { BASE } from './page.ts'

/** Where a file of the repository, or a folder, is shown. */
export const filePageOf = (path: string) => `files/${path}`
export const fileUrlOf = (path: string) => `${BASE}/${filePageOf(path)}`

function block(name: string, text: string): string {
  const language = extname(name).slice(1) || 'text'
  return `\`\`\`\`\`${language} ${basename(name)}\n${text.trimEnd()}\n\`\`\`\`\``
}

/** The Markdown of a page that shows a file. */
export function filePage(root: string, path: string): string {
  return `# ${basename(path)}\n\n\`${path}\` of the repository.\n\n${block(path, readFileSync(join(root, path), 'utf8'))}\n`
}

/** The files of a folder, without those of folders below. */
export function filesIn(root: string, path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => `${path}/${name}`)
}

/** The Markdown of a page that shows the files of a folder. */
export function folderPage(root: string, path: string): string {
  const blocks = filesIn(root, path).map(
    (file) => `## ${basename(file)}\n\n${block(file, readFileSync(join(root, file), 'utf8'))}`,
  )
  return `# ${basename(path)}\n\nThe folder \`${path}\` of the repository.\n\n${blocks.join('\n\n')}\n`
}
