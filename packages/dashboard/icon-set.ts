import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>]

const tagsFile = join(import.meta.dirname, 'icon-tags.txt')

/** The elements of an icon as SVG. */
function markupOf(shapes: readonly Shape[]): string {
  return shapes
    .map(([element, { key: _, ...attributes }]) => {
      const words = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${element}${words.join('')}/>`
    })
    .join('')
}

/** Name, tags and SVG elements of every icon that has tags. */
async function iconSet(): Promise<(readonly [name: string, tags: string, markup: string])[]> {
  const lines = readFileSync(tagsFile, 'utf8').trim().split('\n')
  return Promise.all(
    lines.map(async (line) => {
      const [name = '', tags = ''] = line.split(': ')
      const { __iconData } = await import(`lucide-react/icons/${name}`)
      return [name, tags, markupOf(__iconData.node)] as const
    }),
  )
}

/** Writes `icons.json`: the icons of Lucide, which the editor loads when they are first shown. */
export function icons(): Plugin {
  return {
    name: 'pictable:icons',
    async configureServer(server) {
      const source = JSON.stringify(await iconSet())
      server.middlewares.use('/icons.json', (_, response) => response.end(source))
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'icons.json', source: JSON.stringify(await iconSet()) })
    },
  }
}
