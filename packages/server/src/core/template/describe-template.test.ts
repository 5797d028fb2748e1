import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { describeTemplate } from './describe-template.ts'
import { requiredNames } from './required-names.ts'

const design = parseTemplate({
  schema: 1,
  width: 100,
  height: 100,
  layers: [
    {
      type: 'group',
      name: 'Card',
      width: 100,
      height: 100,
      children: [{ type: 'text', name: 'Title', width: 100, height: 20, text: { bind: 'title' } }],
    },
  ],
})

test('describeTemplate() sees layers in groups, and what may be set on them', () => {
  const { variables, layers } = describeTemplate(design)
  expect(variables).toMatchObject([{ name: 'title', kind: 'text', layer: 'Title', property: 'text' }])
  expect(layers.map(({ name, type }) => `${name}: ${type}`)).toEqual(['Card: group', 'Title: text'])
  expect(layers[0]?.properties).toEqual(expect.arrayContaining(['gap', 'opacity']))
  // What a modification cannot change is not offered.
  expect(layers[0]?.properties).not.toEqual(expect.arrayContaining(['children']))
})

test('requiredNames() sees layers in groups', () => {
  expect(requiredNames(design)).toEqual([{ name: 'title', place: 'the layer "Title"', mayFallBack: true }])
})

test('describeTemplate() says which values a text shows as they are given', () => {
  const box = { width: 9, height: 9 }
  const price = { bind: 'Bound', format: { type: 'currency', currency: 'EUR' } }
  const layers = [
    { type: 'text', name: 'Written', ...box, text: 'From {{Price}}, was {{Before | number}}, {{Note || "none"}}' },
    {
      type: 'text',
      name: 'Plain',
      ...box,
      text: { bind: 'Date' },
      visible: { when: { value: 'Date', notEmpty: true } },
    },
    { type: 'text', name: 'Formatted', ...box, text: price },
    { type: 'qr-code', name: 'Code', ...box, value: '{{Sku}}' },
    { type: 'text', name: 'Sized', ...box, text: 'x', fontSize: { bind: 'Size' } },
  ]
  const { variables: uses } = describeTemplate(parseTemplate({ schema: 1, width: 9, height: 9, layers }))
  expect(uses.filter(({ isPlain }) => isPlain).map(({ name }) => name)).toEqual(['Price', 'Note', 'Date'])
  expect(uses.filter(({ name }) => name === 'Date').map(({ isPlain }) => isPlain)).toEqual([true, false])
})
