import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { outputKinds } from './index.ts'

/** What each format makes of a design, as hashes by name, after the designs in `before` were rendered. */
export async function hashFiles(before: readonly string[] = []): Promise<Record<string, string>> {
  const folder = join(import.meta.dirname, '..', '..', 'designs')
  const renderer = createRenderer({ load: createFileLoader(folder) })
  const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  const formats = outputKinds.map(({ name }) => name)
  for (const name of before) await renderer.render({ ...read(name), formats })

  const { template, values } = read('social-card')
  const { files, thumbnail } = await renderer.render({ template, values, formats, thumbnail: { width: 200 } })
  const rows = [{ values }, { values: { ...values, Title: 'Ein 茶壺' } }]
  const book = await renderer.renderPdf({ template, rows, settings: { dpi: 300 } })
  const animation = await renderer.renderAnimation({ template, frames: rows, scale: 0.3 })
  const named = files.map(({ format, bytes }) => [format, bytes] as const)
  const others = { thumbnail: thumbnail?.bytes ?? new Uint8Array(), book: book.bytes, animation: animation.bytes }
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return Object.fromEntries([...named, ...Object.entries(others)].map(([name, bytes]) => [name, hash(bytes)]))
}
