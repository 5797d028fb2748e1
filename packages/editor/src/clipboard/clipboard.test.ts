import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply } from '#editor/document/apply.ts'
import type { Command } from '#editor/document/command.ts'
import { ancestorsOf, childrenOf, type EditorDocument, idOfName, layerAt, layersOf } from '#editor/document/document.ts'
import { frameOf } from '#editor/document/layer-frame.ts'
import { laidOutOf, open } from '#editor/document/random-commands.test-kit.ts'
import { frameCorners, unwrapFrame } from '#editor/geometry/frame.ts'
import { farthest } from '#editor/geometry/random-frames.test-kit.ts'
import { copyLayers, type PasteOptions, pasteLayers, readClipboard } from './layers.ts'
import { copyStyle, pasteStyle } from './style.ts'

const id = (document: EditorDocument, name: string) => idOfName(document, name) ?? ''
const layer = (document: EditorDocument, name: string) => layerAt(document, id(document, name))
const ids = (document: EditorDocument) => [...layersOf(document).keys()]
const onTop: PasteOptions = { parent: null, index: 0 }

function paste(document: EditorDocument, text: string, options: PasteOptions) {
  const pasted = readClipboard(text)
  if (pasted.type !== 'layers') throw new Error(`${pasted.type} instead of layers`)
  return apply(document, pasteLayers(document, pasted.layers, options))
}

/** The corners of a layer on the page. */
function corners(document: EditorDocument, which: string) {
  const frames = [...ancestorsOf(document, which), which].map((one) => frameOf(layerAt(document, one) ?? {}))
  return frameCorners(frames.reduceRight((inner, outer) => unwrapFrame(inner, outer)))
}

describe('copied layers', () => {
  test('are pasted at the same place on the page, out of and into groups', () => {
    const document = open()
    const free = ids(document).filter((one) => !['Price', 'Rule'].includes(layerAt(document, one)?.name ?? ''))
    const parents = [null, id(document, 'Badge'), id(document, 'Marks')]
    fc.assert(
      fc.property(fc.constantFrom(...free), fc.constantFrom(...parents), (which, parent) => {
        const text = copyLayers(document, [which], laidOutOf(document))
        const { document: after, touched } = paste(document, text, { parent, index: 0 })
        const [copy = ''] = touched
        expect(childrenOf(after, parent)[0]).toBe(copy)
        expect(farthest(corners(after, copy), corners(document, which))).toBeLessThan(0.02)
      }),
    )
  })

  test('keep anchors and masks among each other, with new names; others are pinned', () => {
    const document = open()
    const both = copyLayers(document, [id(document, 'Price'), id(document, 'Title')])
    expect(layer(paste(document, both, onTop).document, 'Price 2')).toMatchObject({ anchor: { layer: 'Title 2' } })
    const laidOut = { [id(document, 'Price')]: { x: 120, y: 54, width: 80, height: 20 } }
    const alone = layer(
      paste(document, copyLayers(document, [id(document, 'Price')], laidOut), onTop).document,
      'Price 2',
    )
    expect(alone).toMatchObject({ x: 120, y: 54 })
    expect(alone).not.toHaveProperty('anchor')
  })

  test('go to the pointer', () => {
    const document = open()
    const text = copyLayers(document, [id(document, 'Card'), id(document, 'Hole')])
    const after = paste(document, text, { ...onTop, at: { x: 510, y: 260 } }).document
    expect([layer(after, 'Card 2'), layer(after, 'Hole 2')]).toMatchObject([
      { x: 410, y: 210 },
      { x: 430, y: 230 },
    ])
  })
})

describe('readClipboard()', () => {
  const one = { type: 'text', name: 'A', width: 1, height: 1 }

  test.each([
    [JSON.stringify(one), { type: 'layers', layers: [one] }],
    [` ${JSON.stringify([one, one])}\n`, { type: 'layers', layers: [one, one] }],
    [JSON.stringify({ schema: 1, layers: [one] }), { type: 'layers', layers: [one] }],
    ['<svg viewBox="0 0 1 1"/>', { type: 'svg', svg: '<svg viewBox="0 0 1 1"/>' }],
    ['{{ not JSON', { type: 'text', text: '{{ not JSON' }],
    ['Words', { type: 'text', text: 'Words' }],
    [' \n', { type: 'nothing', reason: 'The clipboard contains no text.' }],
    ['[1, 2]', { type: 'nothing', reason: 'This JSON contains no layers. A layer has a "type" and a "name".' }],
    [JSON.stringify([one, 5]), { type: 'nothing' }],
    ['x'.repeat(5_000_001), { type: 'nothing', reason: 'The text in the clipboard is too long to paste.' }],
  ])('%.40s', (text, expected) => {
    expect(readClipboard(text)).toMatchObject(expected)
  })

  test('of a wrong layer: pasting says what is wrong and changes nothing', () => {
    const document = open()
    expect(() => paste(document, JSON.stringify({ ...one, fontSize: -1 }), onTop)).toThrow(/fontSize: must be at least/)
  })
})

describe('styles', () => {
  const at = { x: 0, y: 0, width: 80, height: 40 }
  const set = (document: EditorDocument, name: string, properties: object) =>
    Object.entries(properties).reduce(
      (before, [key, value]) => apply(before, { type: 'set', target: id(before, name), path: [key], value }).document,
      document,
    )

  test('take everything but place, size, name and content; of another kind what both have', () => {
    const document = set(open(), 'Title', { fill: 'red', fontSize: 20, opacity: 0.5, rotation: 5 })
    const style = copyStyle(document, id(document, 'Title'))
    if (!style) throw new Error('there is a style')
    expect(style.properties).toEqual({ fill: 'red', fontSize: 20, opacity: 0.5, fit: 'grow' })
    const command = pasteStyle(document, [id(document, 'Badge text'), id(document, 'Star')], style)
    const after = apply(document, command).document
    expect(layer(after, 'Badge text')).toMatchObject({ fill: 'red', fontSize: 20, text: '1', fit: 'grow', width: 40 })
    expect(layer(after, 'Star')).toMatchObject({ fill: 'red', opacity: 0.5, rotation: 10 })
    expect(layer(after, 'Star')).not.toHaveProperty('fontSize')
  })

  test('leave the kind of a code as it is, but not how the numbers of a chart look', () => {
    const layers = [
      { ...at, type: 'barcode', name: 'Goods', format: 'ean-13', fill: '#111' },
      { ...at, type: 'barcode', name: 'Parcel', format: 'code-39' },
      { ...at, type: 'chart', name: 'Sales', format: { type: 'number', maximumDigits: 2 } },
      { ...at, type: 'chart', name: 'Costs' },
    ] as const
    const document = apply(open(), { type: 'insert', parent: null, index: 0, layers }).document
    const pasted = (from: string, to: string) => {
      const style = copyStyle(document, id(document, from))
      if (!style) throw new Error('there is a style')
      return layer(apply(document, pasteStyle(document, [id(document, to)], style)).document, to)
    }
    expect(pasted('Goods', 'Parcel')).toMatchObject({ fill: '#111', format: 'code-39' })
    expect(pasted('Sales', 'Costs')).toMatchObject({ format: { type: 'number', maximumDigits: 2 } })
  })

  test('reset what they do not have in a layer of the same kind, and leave out what does not fit', () => {
    const document = set(set(open(), 'Card', { radius: [1, 2, 3, 4] }), 'Mark', { opacity: 0.3 })
    const style = copyStyle(document, id(document, 'Card'))
    if (!style) throw new Error('there is a style')
    const command: Command = pasteStyle(document, [id(document, 'Mark'), id(document, 'Star')], style)
    const after = apply(document, command).document
    expect(layer(after, 'Mark')).toMatchObject({ radius: [1, 2, 3, 4], fill: '#fff' })
    expect(layer(after, 'Mark')).not.toHaveProperty('opacity')
    expect(layer(after, 'Star')).not.toHaveProperty('radius')
    expect(() => pasteStyle(document, [id(document, 'Rule')], { type: 'text', properties: { fontSize: 3 } })).toThrow(
      'The copied style has no property that the selected layers support.',
    )
  })
})
