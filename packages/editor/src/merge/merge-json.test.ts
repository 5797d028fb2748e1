import { describe, expect, test } from 'vitest'
import { mergeJson } from './merge-json.ts'

const box = (name: string, more: object = {}) => ({ type: 'rectangle', name, x: 0, width: 10, ...more })
const page = (...layers: object[]) => ({ width: 100, layers })
const base = page(box('A'), box('B'), box('C'))
const namesOf = (merged: unknown) => JSON.stringify(merged).match(/(?<="name":")\w+/g)

describe('mergeJson()', () => {
  test('takes each property from the side that changed it, and ours where both did', () => {
    const ours = page(box('A', { width: 7, fill: '#fff' }), box('B'), box('C'))
    const theirs = { ...page(box('A', { width: 8, x: 5 }), box('B', { x: 9 }), box('C')), width: 200 }
    expect(mergeJson({ base, ours, theirs })).toEqual({
      width: 200,
      layers: [box('A', { width: 7, fill: '#fff', x: 5 }), box('B', { x: 9 }), box('C')],
    })
    expect(mergeJson({ base, ours: base, theirs })).toBe(theirs)
    expect(
      mergeJson({
        base: box('A', { fill: 'red' }),
        ours: box('A', { width: 3 }),
        theirs: box('A', { fill: 'red', x: 1 }),
      }),
    ).toEqual(box('A', { width: 3, x: 1 }))
  })

  test('adds and removes the layers that either side did, also inside a group', () => {
    const ours = page(box('A'), box('New'), box('C'))
    const theirs = page(box('A'), box('B'), box('Other'))
    expect(namesOf(mergeJson({ base, ours, theirs }))).toEqual(['A', 'New', 'Other'])
    const group = (...children: object[]) => page({ type: 'group', name: 'G', children })
    const merged = mergeJson({
      base: group(box('A'), box('B')),
      ours: group(box('A', { x: 4 }), box('B')),
      theirs: group(box('B', { x: 2 }), box('A'), box('C')),
    })
    expect(merged).toEqual(group(box('B', { x: 2 }), box('A', { x: 4 }), box('C')))
  })

  test('keeps a layer that was removed there and changed here, and the order of the side that changed it', () => {
    const ours = page(box('C'), box('A', { x: 3 }), box('B'))
    expect(namesOf(mergeJson({ base, ours, theirs: page(box('B'), box('C', { x: 1 })) }))).toEqual(['C', 'A', 'B'])
    const moved = page(box('C'), box('B'), box('A'))
    expect(namesOf(mergeJson({ base, ours: page(box('A', { x: 3 }), box('B'), box('C')), theirs: moved }))).toEqual([
      'C',
      'B',
      'A',
    ])
  })

  test('takes ours as a whole where there is nothing to match', () => {
    expect(mergeJson({ base: [1], ours: [2], theirs: [3] })).toEqual([2])
    expect(mergeJson({ base: { a: 1 }, ours: null, theirs: { a: 2 } })).toBeNull()
  })
})
