import { describe, expect, test } from 'vitest'
import type { ReadTableFile, TableFile } from '#core/ports/table-file.ts'
import { createStarters } from './starters.ts'

const row = { line: 2, cells: ['Lamp'] }
const file: TableFile = {
  columns: [{ name: 'Name', kind: 'text' }],
  rowCount: 1,
  sheets: null,
  errorCells: 0,
  async *pieces() {
    yield [row]
  },
  close: async () => {},
}

/** Starters whose data is read as often as is counted; `failures` of the first times fail. */
function startersOf({ failures = 0 } = {}) {
  let reads = 0
  const readTableFile: ReadTableFile = async () => {
    if (++reads <= failures) throw new Error('no process could be started')
    return file
  }
  return { starters: createStarters(readTableFile), reads: () => reads }
}

describe('createStarters()', () => {
  test('sample() reads a file once, also for designs that share it and ask together', async () => {
    const { starters, reads } = startersOf()
    const names = ['social-card', 'square-product', 'story', 'social-card']
    expect(await Promise.all(names.map(starters.sample))).toEqual(names.map(() => ({ Name: 'Lamp' })))
    expect(await starters.sample('story')).toEqual({ Name: 'Lamp' })
    expect(reads()).toBe(1)
    await starters.sample('invoice')
    expect(reads()).toBe(2)
  })

  test('sample() reads a file again that could not be read', async () => {
    const { starters, reads } = startersOf({ failures: 1 })
    await expect(starters.sample('story')).rejects.toThrow('no process')
    expect(await starters.sample('story')).toEqual({ Name: 'Lamp' })
    expect(reads()).toBe(2)
  })
})
