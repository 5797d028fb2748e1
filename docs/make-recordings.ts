// Films the editor for the guides (docs/recordings/*.webp), and takes the pictures of the README (docs/*.webp), in Chromium:
//   npm exec -- node docs/make-recordings.ts [--only <name>]...
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { scenes } from './make-recordings/scenes.ts'
import { openProduct, type Product } from './make-recordings/stage.ts'
import { stills } from './make-recordings/stills.ts'

const films = { width: 1080, height: 675 }
/** Sharp on fine screens. */
const pictures = { width: 1280, height: 760, scale: 1.5 }

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
/** In an order in which none changes what the next ones show. */
const all = [...new Set(['start', ...Object.keys(stills), ...Object.keys(scenes)])]
const names = all.filter((name) => values.only?.includes(name) ?? true)
const unknown = values.only?.filter((name) => !all.includes(name)) ?? []
if (unknown.length > 0) throw new Error(`There is no recording "${unknown.join('", "')}": choose of ${all.join(', ')}.`)

async function save(path: string, bytes: Buffer, note: string): Promise<void> {
  await writeFile(join(import.meta.dirname, path), bytes)
  console.log(`docs/${path}: ${note}${Math.round(bytes.length / 1000)} kB`)
}

async function record(product: Product, name: string): Promise<void> {
  const [scene, still] = [scenes[name], stills[name]]
  const stage = await (scene ? product.openWindow(films) : product.openWindow(pictures, pictures.scale))
  if (scene) {
    await scene(stage)
    await save(`recordings/${name}.webp`, await stage.film.encode(), `${stage.film.seconds.toFixed(1)} s, `)
  } else {
    await still?.(stage)
    const png = await stage.page.screenshot()
    await save(`${name}.webp`, await sharp(png).webp({ quality: 86, effort: 6 }).toBuffer(), '')
  }
  await stage.close()
}

await mkdir(join(import.meta.dirname, 'recordings'), { recursive: true })
const product = await openProduct()
try {
  for (const name of names) await record(product, name)
} finally {
  await product.close()
}
