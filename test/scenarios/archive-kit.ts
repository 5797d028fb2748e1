import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { z } from 'zod'

const rowsShape = z.array(
  z.strictObject({
    ...{ file: z.string(), image_id: z.string(), action: z.string(), record_id: z.string() },
    ...{ label: z.string(), url: z.string(), created_at: z.iso.datetime(), problem: z.string(), output: z.string() },
  }),
)

/** The files of an archive whose bytes are stored as they are, by its directory at the end. */
export function filesOf(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive)
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const sizeBytes = bytes.readUInt32LE(at + 24)
    const local = bytes.readUInt32LE(at + 42)
    expect([bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]).toEqual([0, sizeBytes])
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const name = bytes.subarray(at + 46, at + 46 + (nameBytes ?? 0)).toString('utf8')
    files.set(name, bytes.subarray(start, start + sizeBytes))
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return files
}

/** The table of its images in an archive. */
export function tableOf(files: ReadonlyMap<string, Buffer>) {
  const csv = files.get('images.csv')?.toString('utf8') ?? ''
  return rowsShape.parse(parse(csv, { columns: true, bom: true }))
}
