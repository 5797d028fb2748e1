import { apply, openDocument } from '@pictable/editor'
import { expect, test } from 'vitest'
import { documentColors, recolor, usesOf } from './document-colors.ts'

const box = { x: 0, y: 0, width: 10, height: 10 }
const design = {
  schema: 1,
  name: 'Red',
  width: 100,
  height: 100,
  background: '#FFF',
  layers: [
    // Neither a name nor a text is a colour.
    { ...box, type: 'text', name: 'red', text: 'red', fill: 'red', highlight: '#ffffff' },
    {
      ...box,
      type: 'rectangle',
      name: 'Fade',
      fill: { type: 'linear', stops: [{ color: '#f00' }, { color: 'rgb(0 0 0 / 0.5)' }] },
      stroke: { width: 2, color: 'rgb(255 0 0)' },
    },
    { ...box, type: 'rectangle', name: 'Bound', fill: { bind: 'Colour', fallback: '#f00' } },
    {
      ...box,
      type: 'group',
      name: 'Group',
      children: [{ ...box, type: 'chart', name: 'Bars', values: [1], colors: ['#ff0000', 'transparent'] }],
    },
  ],
}

test('usesOf() finds where a colour is written, and nothing for one that is not', () => {
  const document = openDocument(design)
  expect(usesOf(document, '#ff0000')).toHaveLength(4)
  expect(usesOf(document, '#123456')).toEqual([])
})

test('documentColors() finds each colour where a colour is meant, and recolor() replaces all of its uses', () => {
  const document = openDocument(design)
  const colors = documentColors(document)
  expect(colors.map(({ hex, uses }) => [hex, uses.length])).toEqual([
    ['#ff0000', 4],
    ['#ffffff', 2],
    ['#00000080', 1],
  ])
  const changed = apply(document, recolor(colors[0]?.uses ?? [], '#00aa44'))
  expect(documentColors(changed.document).map(({ hex }) => hex)).toEqual(['#00aa44', '#ffffff', '#00000080'])
  expect(changed.document.design.name).toBe('Red')
  expect(changed.document.design.layers[0]).toMatchObject({ name: 'red', text: 'red', fill: '#00aa44' })
  expect(apply(changed.document, changed.inverse).document.design).toEqual(design)
})
