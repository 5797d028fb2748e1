import { posix } from 'node:path'
import { readNavigation } from '@pictable/docs/pages/read-navigation.ts'
import { page } from './markdown.ts'

const folder = 'docs'

/** `docs/README.md`: the pages of the site, for those who read them on a code host. */
export function contentsPage(root: string): string {
  const { tasks, sections } = readNavigation(root)
  const link = (title: string, path: string) => `[${title}](${posix.relative(folder, path)})`
  return page(
    '# Documentation',
    'A running server has these pages at `/docs`, with search; `npx pictable docs` serves them without a server.',
    tasks.map(({ title, path, summary }) => `* **${link(title, path)}**: ${summary}`).join('\n'),
    ...sections.flatMap(({ title, summary, pages }) => [
      `## ${title}`,
      summary,
      pages.map((entry) => `* ${link(entry.title, entry.path)}: ${entry.summary}`).join('\n'),
    ]),
  )
}
