import { apply, type EditorDocument, idOfName, openDocument } from '@pictable/editor'
import { describe, expect, test } from 'vitest'
import { dropPlace, keyPlace } from './drop-place.ts'
import { findLayers, rowByName, rowReader, treeRows } from './tree-rows.ts'

const box = (name: string) => ({ type: 'rectangle', name, width: 10, height: 10 })
const document = openDocument({
  schema: 1,
  width: 100,
  height: 100,
  layers: [
    box('Back'),
    { type: 'group', name: 'Card', width: 50, height: 50, children: [box('Low'), box('High')] },
    { type: 'text', name: 'Title', width: 10, height: 10, text: { bind: 'Headline' } },
    { ...box('Badge'), visible: { when: { value: 'Sold', notEmpty: true } } },
  ],
})
const id = (name: string, from: EditorDocument = document) => idOfName(from, name) ?? ''
const nameOf = new Map(['Back', 'Card', 'Low', 'High', 'Title', 'Badge'].map((name) => [id(name), name]))
const namesOf = (rows: ReturnType<typeof treeRows>) => rows.map((row) => nameOf.get(row.id))
const rows = treeRows(document, { closed: new Set() })

describe('treeRows()', () => {
  test('lists the front-most layer first, and children below their group', () => {
    expect(namesOf(rows)).toEqual(['Badge', 'Title', 'Card', 'High', 'Low', 'Back'])
    expect(rows[3]).toMatchObject({ level: 2, place: 1, count: 2, parent: id('Card') })
  })

  test('leaves out what is inside of closed groups', () => {
    const closed = treeRows(document, { closed: new Set([id('Card')]) })
    expect(namesOf(closed)).toEqual(['Badge', 'Title', 'Card', 'Back'])
  })

  test('finds by name, kind, bound field and condition, with the groups around', () => {
    const find = (wanted: string) => {
      const found = findLayers(document, wanted, (type) => (type === 'rectangle' ? 'Rectangle' : type))
      return found && namesOf(treeRows(document, { closed: new Set(), found }))
    }
    expect(find('high')).toEqual(['Card', 'High'])
    expect(find('headline')).toEqual(['Title'])
    expect(find('sold')).toEqual(['Badge'])
    expect(find('rect ba')).toEqual(['Badge', 'Back'])
    expect(find('  ')).toBeUndefined()
  })
})

test('rows that did not change stay the same objects', () => {
  const reader = rowReader()
  // Each step looks again for those that are closed.
  const read = (from: EditorDocument) => reader(from, { closed: new Set() })
  const before = read(document)
  const moved = apply(document, { type: 'set', target: id('Title'), path: ['x'], value: 5 }).document
  expect(read(moved)).toBe(before)
  const shorter = read(apply(moved, { type: 'remove', layers: [id('Low')] }).document)
  expect(shorter).toHaveLength(before.length - 1)
  expect(shorter[0]).toBe(before[0])
  expect(shorter[3]).not.toBe(before[3])
})

describe('rowByName()', () => {
  test('goes on from the present row and around', () => {
    const names = ['Badge', 'Title', 'Back']
    expect(rowByName(names, 'b', 0)).toBe(2)
    expect(rowByName(names, 'b', 2)).toBe(0)
    expect(rowByName(names, 'ba', 2)).toBe(2)
    expect(rowByName(names, 'x', 0)).toBe(-1)
  })
})

describe('dropPlace()', () => {
  const drop = (moved: string, row: number, level = 9) =>
    dropPlace(document, { rows, moved: [id(moved)] }, { row, level })

  test('puts layers in front of a row, or behind it', () => {
    expect(drop('Back', 0.1)).toMatchObject({ parent: null, index: 3, line: 0, into: null })
    expect(drop('Badge', 1.9)).toMatchObject({ parent: null, index: 2, line: 2 })
    expect(drop('Badge', 5.9)).toMatchObject({ parent: null, index: 0, line: 6 })
  })

  test('puts layers into a group by its middle, and on top of it by its lower edge', () => {
    expect(drop('Title', 2.5)).toMatchObject({ parent: id('Card'), index: 2, into: id('Card') })
    expect(drop('Title', 2.95)).toMatchObject({ parent: id('Card'), index: 2, into: null, level: 2 })
    expect(drop('Title', 3.9)).toMatchObject({ parent: id('Card'), index: 1, level: 2 })
  })

  test('lets the side decide at the end of a group', () => {
    expect(drop('Title', 4.9)).toMatchObject({ parent: id('Card'), index: 0, level: 2, line: 5 })
    expect(drop('Title', 4.9, 1)).toMatchObject({ parent: null, index: 1, level: 1, line: 5 })
  })

  test('does not put a group into itself', () => {
    expect(drop('Card', 3.5)).toBeNull()
    expect(drop('Card', 2.5)).toBeNull()
  })
})

describe('keyPlace()', () => {
  const press = (name: string, key: string) => keyPlace(document, [id(name)], key)

  test('moves one place, out of the group, and not beyond the ends', () => {
    expect(press('Back', 'ArrowUp')).toMatchObject({ parent: null, index: 1 })
    expect(press('Badge', 'ArrowUp')).toBeNull()
    expect(press('Back', 'ArrowDown')).toBeNull()
    expect(press('Low', 'ArrowLeft')).toMatchObject({ parent: null, index: 2 })
  })

  test('moves into the group beside', () => {
    expect(press('Title', 'ArrowRight')).toMatchObject({ parent: id('Card'), index: 2 })
    expect(press('Badge', 'ArrowRight')).toBeNull()
  })
})
