import { describe, expect, test } from 'vitest'
import { openDocument } from '#editor/document/document.ts'
import { compareSides, mergeSides } from './merge.ts'

const box = (name: string, x = 0) => ({ type: 'rectangle' as const, name, x, y: 0, width: 10, height: 10 })
const page = (...layers: ReturnType<typeof box>[]) => ({ schema: 1 as const, width: 100, height: 50, layers })
const base = page(box('A'), box('B'), box('C'))
const namesOf = ({ layers }: { layers: readonly { name: string }[] }) => layers.map(({ name }) => name)

describe('compareSides()', () => {
  test('names what each side changed, and suggests the side that did', () => {
    const sides = { base, ours: page(box('A', 5), box('B'), box('C')), theirs: page(box('A'), box('B', 7), box('D')) }
    expect(compareSides(sides)).toEqual([
      { key: expect.any(String), name: 'A', ours: 'changed', theirs: 'none', suggested: 'ours', isConflict: false },
      { key: expect.any(String), name: 'B', ours: 'none', theirs: 'changed', suggested: 'theirs', isConflict: false },
      { key: expect.any(String), name: 'C', ours: 'none', theirs: 'removed', suggested: 'theirs', isConflict: false },
      { key: expect.any(String), name: 'D', ours: 'none', theirs: 'added', suggested: 'theirs', isConflict: false },
    ])
  })

  test('is a conflict where both changed one layer, or where the beginning is not known', () => {
    const sides = { ours: page(box('A', 5), box('B')), theirs: page(box('A', 6), box('C')) }
    expect(compareSides({ base, ...sides })[0]).toMatchObject({ name: 'A', isConflict: true, suggested: 'ours' })
    expect(compareSides(sides).map(({ name, isConflict, suggested }) => [name, isConflict, suggested])).toEqual([
      ['A', true, 'ours'],
      ['B', false, 'ours'],
      ['C', false, 'theirs'],
    ])
    expect(compareSides({ base, ours: sides.ours, theirs: sides.ours })).toEqual([])
  })

  test('knows a layer by its id when its name changed', () => {
    const named = (name: string, x = 0) => ({ ...box(name, x), id: 'one' })
    const parts = compareSides({ base: page(named('A')), ours: page(named('Title')), theirs: page(named('A', 9)) })
    expect(parts.map(({ name, isConflict }) => [name, isConflict])).toEqual([['Title', true]])
  })
})

describe('mergeSides()', () => {
  test('takes every change of either side when they touch different layers', () => {
    const ours = page(box('A', 5), box('B'), box('C'), box('E'))
    const theirs = { ...page(box('A'), box('D'), box('B', 7)), background: '#ff0000' }
    const merged = mergeSides({ base, ours, theirs }, new Map())
    expect(merged).toEqual({ ...page(box('A', 5), box('D'), box('B', 7), box('E')), background: '#ff0000' })
    expect(namesOf(openDocument(merged).design)).toEqual(['A', 'D', 'B', 'E'])
  })

  test('takes the chosen side of each layer and of the page', () => {
    const ours = { ...page(box('A', 5), box('B')), width: 200, height: 60 }
    const theirs = { ...page(box('A', 6), box('B'), box('C')), width: 300, background: '#00ff00' }
    const sides = { base, ours, theirs }
    const [, first] = compareSides(sides)
    const chosen = new Map([[first?.key ?? '', 'theirs' as const]])
    expect(mergeSides(sides, chosen)).toEqual({ ...ours, background: '#00ff00', layers: [box('A', 6), box('B')] })
    expect(mergeSides(sides, new Map([['page', 'theirs']]))).toMatchObject({ width: 300, height: 60 })
  })

  test('of one side for all gives that side', () => {
    const ours = page(box('B', 1), box('A'), box('X'))
    const theirs = page(box('C', 4), box('Y'), box('A', 3))
    for (const side of ['ours', 'theirs'] as const) {
      const sides = { base, ours, theirs }
      const all = new Map(compareSides(sides).map(({ key }) => [key, side]))
      const merged = mergeSides(sides, all)
      expect(merged.layers.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(
        sides[side].layers.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      )
    }
  })
})
