import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createCsvRows } from './csv-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-csv-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whether this process has the file open. */
function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path
    } catch {
      return false
    }
  })
}

describe('createCsvRows()', () => {
  test.each([
    ['whose reading ends at the first row', 'name,price\n'],
    ['whose header is invalid', 'name,name\n'],
  ])('closes a file %s', async (_what, header) => {
    const path = join(folder, `${header.trim()}.csv`)
    writeFileSync(path, header + 'Tea,3\n'.repeat(100_000))
    let wasOpen = false
    try {
      for await (const _row of createCsvRows()(path)) {
        wasOpen = isOpen(path)
        break
      }
      expect(wasOpen).toBe(true)
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringContaining('are both called "name"') })
    }
    await expect.poll(() => isOpen(path)).toBe(false)
  })
})
