import { parseTemplate } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import { diffDesigns, sameDesign } from './diff-designs.ts'

const size = { width: 10, height: 10 }
const box = (name: string, more: object = {}) => ({ type: 'rectangle', name, ...size, ...more })
const design = (layers: object[], more: object = {}) =>
  parseTemplate({ schema: 1, width: 100, height: 100, layers, ...more })

describe('diffDesigns()', () => {
  test('says nothing about equal designs, however they were written', () => {
    const one = design([box('A', { fill: 'red', x: 1 })])
    const other = design([box('A', { x: 1, fill: 'red' })], { $schema: 'https://example.com/schema.json' })
    expect(diffDesigns(one, other)).toEqual([])
    expect(sameDesign(one, design([box('A', { x: 1, fill: 'red' })]))).toBe(true)
    expect(sameDesign(one, other)).toBe(false)
  })

  test('names the smallest part that changed, on the page and in layers', () => {
    const fill = (color: string) => ({ type: 'linear', stops: [{ color }, { color: 'white' }] })
    const before = design([box('A', { fill: fill('red'), x: 1 })])
    const after = design([box('A', { fill: fill('blue'), x: 1, opacity: 0.5 })], { width: 200 })
    expect(diffDesigns(before, after)).toEqual([
      { kind: 'changed', layer: null, property: 'width', before: 100, after: 200 },
      { kind: 'changed', layer: 'A', property: 'fill.stops[0].color', before: 'red', after: 'blue' },
      { kind: 'changed', layer: 'A', property: 'opacity', after: 0.5 },
    ])
  })

  test('tells added, removed and renamed layers apart', () => {
    const before = design([box('A'), box('B', { fill: 'red' }), box('C', { fill: 'blue' })])
    const after = design([box('A'), box('B2', { fill: 'red' }), box('D', { fill: 'green' })])
    expect(diffDesigns(before, after)).toEqual([
      { kind: 'renamed', layer: 'B2', property: null, before: 'B', after: 'B2' },
      { kind: 'added', layer: 'D', property: null, after: { type: 'rectangle', name: 'D', ...size, fill: 'green' } },
      { kind: 'removed', layer: 'C', property: null, before: { type: 'rectangle', name: 'C', ...size, fill: 'blue' } },
    ])
  })

  test('finds the one layer that was put elsewhere', () => {
    const [a, b, c, d] = [box('A'), box('B'), box('C'), box('D')]
    expect(diffDesigns(design([a, b, c, d]), design([d, a, b, c]))).toEqual([
      { kind: 'reordered', layer: 'D', property: null },
    ])
    const inGroup = design([{ ...box('G'), type: 'group', children: [b] }, a])
    const outside = design([{ ...box('G'), type: 'group', children: [] }, a, b])
    expect(diffDesigns(inGroup, outside)).toEqual([{ kind: 'reordered', layer: 'B', property: null }])
    expect(diffDesigns(design([a]), design([b, a, c])).map(({ kind }) => kind)).toEqual(['added', 'added'])
  })

  test('a renamed group keeps its children where they are', () => {
    const group = (name: string) => ({ ...box(name), type: 'group', children: [box('A')] })
    expect(diffDesigns(design([group('G')]), design([group('H')]))).toEqual([
      { kind: 'renamed', layer: 'H', property: null, before: 'G', after: 'H' },
    ])
  })

  test('tells a part of which much has changed as one', () => {
    const line = (x: number) => ({
      type: 'line',
      name: 'L',
      ...size,
      points: Array.from({ length: 21 }, () => ({ x, y: 0 })),
    })
    expect(diffDesigns(design([line(0)]), design([line(1)]))).toEqual([
      { kind: 'changed', layer: 'L', property: 'points', before: line(0).points, after: line(1).points },
    ])
  })

  test('compares the largest designs without holding up other requests', () => {
    const points = (last: number) => [...Array.from({ length: 75 }, () => ({ x: 1, y: 1 })), { x: last, y: 1 }]
    const page = design([{ type: 'line', name: 'L', ...size, points: points(0) }])
    // One line is parsed for all of them: what is measured is the comparison.
    const large = (prefix: string, last: number) => ({
      ...page,
      layers: page.layers.flatMap((layer) => {
        if (layer.type !== 'line') return []
        return Array.from({ length: 500 }, (_, at) => {
          return { ...layer, name: `${prefix}${at}`, points: points((at + last) / 1000) }
        })
      }),
    })
    const [one, other] = [large('A', 0), large('B', 500)]
    const before = process.cpuUsage()
    expect(diffDesigns(one, other)).toHaveLength(1000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(400)
  })
})
