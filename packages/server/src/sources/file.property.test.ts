import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createFileSource } from './file.ts'
import { createReadTableFile } from './table-file.ts'

const readTableFile = createReadTableFile()

let filesDir: string
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'pictable-file-'))
})
afterAll(() => rm(filesDir, { recursive: true, force: true }))

/** Reads the whole table of a file. */
async function readAll(path: string): Promise<void> {
  const source = createFileSource({ filesDir, readTableFile }).open({ path }, 'con_test')
  for await (const page of source.pages({ baseId: 'files', tableId: path }, { viewId: null })) void page
}

describe('a file of', () => {
  test.each(['csv', 'json', 'jsonl'])('any bytes is read or refused in words (%s)', async (extension) => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', '{', '}', '[', ']', ':', '1', ' ', '\0'),
      maxLength: 30,
    })
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      text.map((value) => new TextEncoder().encode(value)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (value) => {
        await writeFile(join(filesDir, `any.${extension}`), value)
        const outcome: unknown = await readAll(`any.${extension}`).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError)
      }),
      { numRuns: 200 },
    )
  })
})
