import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { furnishings } from './furnishings.ts'
import { photograph } from './studio.ts'
import { tableware } from './tableware.ts'
import { wearables } from './wearables.ts'

/** This photo is kept as an interrupted upload leaves it: the example of a record that cannot be rendered. */
const cutOff = 'speaker.jpg'

const folder = join(import.meta.dirname, '../photos')
await mkdir(folder, { recursive: true })
for (const product of [...tableware, ...wearables, ...furnishings]) {
  const bytes = await photograph(product)
  const kept = product.file === cutOff ? bytes.subarray(0, Math.floor(bytes.length * 0.45)) : bytes
  await writeFile(join(folder, product.file), kept)
}
