/**
 * A process that renders the scenes of a folder with the renderer of a version, and prints processor time per picture:
 * `node render-cells.ts <root of the version> <folder> <pictures per cell>`. It imports nothing of this version.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const WARM_PICTURES = 4
const formats = ['jpeg', 'png', 'webp'] as const

const [root = '', folder = '', pictures = ''] = process.argv.slice(2)
const { createRenderer } = await import(join(root, 'packages/renderer/src/index.ts'))

interface Scenes {
  template: unknown
  records: { values: Record<string, string>; photos: Record<string, string> }[]
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function measureWorkload(name: string): Promise<Record<string, number>> {
  const { template: design, records }: Scenes = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
  const renderer = createRenderer()
  const template = renderer.prepare(design)
  let next = 0
  const renderOne = async (format: string) => {
    const { values, photos } = records[next++ % records.length] ?? { values: {}, photos: {} }
    const load = (src: string) => readFile(join(folder, photos[src] ?? ''))
    await renderer.render({ template, values, formats: [format], load })
  }
  const cells: Record<string, number> = {}
  for (const format of formats) {
    for (let n = 0; n < WARM_PICTURES; n++) await renderOne(format)
    const before = cpuMs()
    for (let n = 0; n < Number(pictures); n++) await renderOne(format)
    cells[`render ${name} ${format}`] = (cpuMs() - before) / Number(pictures)
  }
  return cells
}

const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
const cells: Record<string, number> = {}
for (const name of names.sort()) Object.assign(cells, await measureWorkload(name))
console.log(JSON.stringify(cells))
process.exit(0)
