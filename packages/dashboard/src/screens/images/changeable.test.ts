import { describe, expect, test } from 'vitest'
import { type ChangeField, changeableLayers, type Modification, typedIn, withTyped, writtenIn } from './changeable.ts'

const design = {
  layers: [
    { type: 'image', name: 'Photo', src: { bind: 'Photo' }, focalPoint: { x: 0.25, y: 0.5 } },
    { type: 'group', name: 'Frame', layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, x: 8 }] },
  ],
}
const text: ChangeField = { property: 'text', kind: 'text' }
const x: ChangeField = { property: 'x', kind: 'number' }
const focalX: ChangeField = { property: 'focalPoint', part: 'x', kind: 'percent' }
const title = { layer: 'Title', scope: undefined }

describe('changeableLayers()', () => {
  test('lists layers from front to back, with those of groups, and what the design says', () => {
    const layers = changeableLayers(design)
    expect(layers.map(({ name }) => name)).toEqual(['Frame', 'Title', 'Photo'])
    const [, own, photo] = layers
    if (!own || !photo) throw new Error('layers are missing')
    expect([writtenIn(own, text), writtenIn(own, x), writtenIn(photo, focalX)]).toEqual(['', '8', '25'])
  })

  test('finds none in what is no design', () => {
    expect([null, {}, { layers: [1, {}] }].map(changeableLayers)).toEqual([[], [], []])
  })
})

describe('withTyped()', () => {
  test('adds, replaces and removes a property, and keeps those that are not shown', () => {
    const stored: Modification[] = [{ name: 'Title', fontSize: 30 }]
    const typed = withTyped(stored, text, { ...title, typed: 'Sold' })
    expect(typed).toEqual([{ name: 'Title', fontSize: 30, text: 'Sold' }])
    expect(typedIn(typed, text, title)).toBe('Sold')
    expect(withTyped(typed, text, { ...title, typed: '' })).toEqual(stored)
    const moved = withTyped([], x, { ...title, typed: '-4' })
    expect(moved).toEqual([{ name: 'Title', x: -4 }])
    expect(withTyped(moved, x, { ...title, typed: '' })).toEqual([])
  })

  test('changes one part of the focal point', () => {
    const photo = { layer: 'Photo', scope: undefined }
    const left = withTyped([], focalX, { ...photo, typed: '10' })
    expect(left).toEqual([{ name: 'Photo', focalPoint: { x: 0.1, y: 0.5 } }])
    const both = withTyped(left, { ...focalX, part: 'y' }, { ...photo, typed: '400' })
    expect(both).toEqual([{ name: 'Photo', focalPoint: { x: 0.1, y: 1 } }])
    expect(typedIn(both, focalX, photo)).toBe('10')
  })

  test('changes one output alone', () => {
    const small = { layer: 'Title', scope: 'small' }
    const both = withTyped(withTyped([], text, { ...title, typed: 'Sold' }), text, { ...small, typed: 'Out' })
    expect(both).toEqual([
      { name: 'Title', text: 'Sold' },
      { name: 'Title', output: 'small', text: 'Out' },
    ])
    expect([typedIn(both, text, title), typedIn(both, text, small)]).toEqual(['Sold', 'Out'])
  })
})
