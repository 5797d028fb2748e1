import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import { createRenderer } from '#renderer/create-renderer.ts'
import { outputKinds } from './index.ts'

// Run as a program: prints what each format makes of a design as hashes; designs in arguments are rendered before.
const folder = join(import.meta.dirname, '..', '..', 'designs')
const renderer = createRenderer({ load: createFileLoader(folder) })
const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const formats = outputKinds.map(({ name }) => name)

for (const name of process.argv.slice(2)) await renderer.render({ ...read(name), formats })

const { template, values } = read('social-card')
const { files, thumbnail } = await renderer.render({ template, values, formats, thumbnail: { width: 200 } })
const rows = [{ values }, { values: { ...values, Title: 'Ein 茶壺' } }]
const book = await renderer.renderPdf({ template, rows, settings: { dpi: 300 } })
const gif = await renderer.renderAnimation({ template, frames: rows, scale: 0.3 })
const hashes = files.map(({ format, bytes }) => [format, hash(bytes)])
const others = [
  ['thumbnail', hash(thumbnail?.bytes ?? new Uint8Array())],
  ['book', hash(book.bytes)],
  ['animation', hash(gif.bytes)],
]
process.stdout.write(JSON.stringify(Object.fromEntries([...hashes, ...others])))
