import { expect, test } from 'vitest'
import { createTolerance } from '#renderer/model/tolerance.ts'
import type { Value } from '#renderer/values/value.ts'
import { fill } from './fill.ts'
import { parseTemplate, type TemplateInput } from './template.ts'
import { createTemplateParser } from './template-parser.ts'

const words = { type: 'text', name: 'Words', width: 90, height: 90 } as const

test('fill() keeps the layers of the records of a contact sheet where a design is edited, no more', () => {
  const template = parseTemplate({ schema: 1, width: 1, height: 1, layers: [{ ...words, text: { bind: 'A' } }] })
  const fillAs = (A: string, edited: boolean) =>
    fill(template, { values: { A }, tolerance: edited ? createTolerance(0) : undefined }).layers[0]
  const records = Array.from({ length: 25 }, (_, n) => `Record ${n}`)
  const first = records.map((A) => fillAs(A, true))
  expect(records.map((A) => fillAs(A, true)).map((layer, n) => layer === first[n])).not.toContain(false)
  for (let n = 0; n < 8; n++) fillAs(`Other ${n}`, true)
  expect(fillAs('Record 0', true)).not.toBe(first[0])
  expect(fillAs('Record 24', true)).toBe(first[24])
  const single = fillAs('Single', false)
  expect(fillAs('Single', false)).toBe(single)
  fillAs('Next', false)
  expect(fillAs('Single', false)).not.toBe(single)
})

test('fill() keeps few layers with pictures, and none of values that may be changed', () => {
  const box = { width: 9, height: 9 } as const
  const photo = { ...box, type: 'image', name: 'Photo', src: { bind: 'Photo' } } as const
  const plain = { ...box, type: 'image', name: 'Still', src: 'still.png' } as const
  const title = { ...words, text: { bind: 'A' } } as const
  const template = parseTemplate({
    ...{ schema: 1, width: 1, height: 1 },
    layers: [
      photo,
      { ...box, type: 'group', name: 'Card', children: [{ ...photo, name: 'Inner' }, title] },
      { ...box, type: 'group', name: 'Banner', children: [plain, { ...title, name: 'Slogan' }] },
      { ...title, name: 'Any' },
    ],
  })
  const fillAs = (A: Value) =>
    fill(template, { values: { A, Photo: `${A}.png` }, tolerance: createTolerance(0) }).layers
  const first = ['One', 'Two', 'Three'].map(fillAs)
  const isKept = (name: string, at: number) => fillAs(name).map((layer, n) => layer === first[at]?.[n])
  expect(isKept('Three', 2)).toEqual([true, true, true, true])
  expect(isKept('Two', 1)).toEqual([true, true, true, true])
  expect(isKept('One', 0)).toEqual([false, false, true, true])
  expect(fillAs('One')[1]?.children[1]).toBe(first[0]?.[1]?.children[1])
  const list = ['a', 'b']
  expect(fillAs(list)[3]).not.toBe(fillAs(list)[3])
  for (let n = 0; n < 40; n++) fillAs(list)
  expect(fillAs('One')[3]).toBe(first[0]?.[3])
})

test('fill() forgets the records of layers that were changed since, but not of those that stayed', () => {
  const inside = { type: 'text', name: 'Inside', width: 9, height: 9, text: { bind: 'A' } } as const
  const group = { type: 'group', name: 'Group', width: 9, height: 9, children: [inside] } as const
  const parse = createTemplateParser()
  const fillAs = (A: string, layers: TemplateInput['layers']) =>
    fill(parse({ schema: 1, width: 1, height: 1, layers }), { values: { A }, tolerance: createTolerance(0) }).layers
  const records = ['One', 'Two', 'Three']
  const before = records.map((A) => fillAs(A, [group]))
  const moved = { ...group, x: 5 } as const
  const after = records.map((A) => fillAs(A, [moved]))
  const again = records.map((A) => fillAs(A, [moved]))
  expect(after.map(([one], at) => one?.children[0] === before[at]?.[0]?.children[0])).toEqual([true, true, true])
  expect(again.map(([one], at) => one === after[at]?.[0])).toEqual([true, true, true])
  expect(records.map((A, at) => fillAs(A, [group])[0] === before[at]?.[0])).toEqual([false, false, true])
})
