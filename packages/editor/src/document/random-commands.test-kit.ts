import type { TemplateLayer } from '@pictable/renderer/template'
import fc from 'fast-check'
import type { Command, LaidOut, LayerId } from './command.ts'
import { childrenOf, type EditorDocument, layerAt, layersOf, openDocument } from './document.ts'
import { frameOf } from './layer-frame.ts'

/** A design with groups in groups, anchors, masks, bound properties and ids. */
export const design = {
  schema: 1,
  width: 400,
  height: 300,
  editor: { guides: { x: [200] }, locked: ['Card', 'Badge', 'Mark'] },
  layers: [
    { type: 'rectangle', name: 'Card', x: 10, y: 10, width: 200, height: 100, fill: '#fff' },
    { type: 'ellipse', id: 'e', name: 'Hole', x: 30, y: 30, width: 50, height: 40 },
    {
      type: 'image',
      name: 'Photo',
      x: 20,
      y: 20,
      width: 80,
      height: 80,
      src: { bind: 'Photo' },
      mask: { layer: 'Hole' },
    },
    { type: 'text', name: 'Title', x: 120, y: 20, width: 80, height: 30, text: { bind: 'Name' }, fit: 'grow' },
    { type: 'text', name: 'Price', x: 120, width: 80, height: 20, anchor: { layer: 'Title', side: 'below', gap: 4 } },
    {
      type: 'group',
      name: 'Badge',
      ...{ x: 220, y: 40, width: 100, height: 60, rotation: 30, flip: 'horizontal', opacity: 0.5 },
      children: [
        { type: 'star', name: 'Star', x: 0, y: 0, width: 40, height: 40, rotation: 10 },
        { type: 'text', name: 'Badge text', x: 50, y: 10, width: 40, height: 20, text: '1' },
        {
          type: 'group',
          name: 'Marks',
          ...{ x: 5, y: 40, width: 90, height: 15, layout: 'row', gap: 5 },
          children: [
            { type: 'rectangle', name: 'Mark', width: 15, height: 15 },
            {
              type: 'rectangle',
              name: 'Mark 2',
              width: 15,
              height: 15,
              visible: { when: { value: 'Name', notEmpty: true } },
            },
          ],
        },
      ],
    },
    { type: 'line', name: 'Rule', x: { bind: 'Left', fallback: 3 }, y: 200, width: 100, height: 2 },
  ],
}

export function open(): EditorDocument {
  return openDocument(structuredClone(design), 'test')
}

/** The boxes that layers would have without anchors, stacks and growing. */
export function laidOutOf(document: EditorDocument): LaidOut {
  return Object.fromEntries(
    [...layersOf(document)].map(([id, { layer }]) => {
      const { x, y, width, height } = frameOf(layer)
      return [id, { x, y, width, height }]
    }),
  )
}

/** Numbers from which one command of any kind is made for a document, whatever it contains. */
export interface Draw {
  readonly kind: number
  readonly picks: readonly number[]
  readonly value: number
}

export const drawing: fc.Arbitrary<Draw> = fc.record({
  kind: fc.nat(99),
  picks: fc.array(fc.nat(1000), { minLength: 3, maxLength: 6 }),
  value: fc.integer({ min: -50, max: 400 }),
})

const added: readonly TemplateLayer[] = [
  { type: 'rectangle', name: 'Card', width: 30, height: 30, x: 1 },
  { type: 'text', name: 'Title', width: 30, height: 30, anchor: { layer: 'Card', side: 'right' } },
  {
    type: 'group',
    name: 'Group',
    width: 9,
    height: 9,
    children: [{ type: 'ellipse', name: 'Mark', width: 4, height: 4, mask: { layer: 'Title' } }],
  },
]

/** A command for the document. It may be one that cannot be applied. */
export function commandFrom(document: EditorDocument, { kind, picks, value }: Draw): Command {
  const ids = [...layersOf(document).keys()]
  const [first = 0, second = 0, third = 0] = picks
  const pick = (number: number): LayerId => ids[number % ids.length] ?? 'none'
  const layers = picks.map(pick)
  const laidOut = first % 2 === 0 ? laidOutOf(document) : undefined
  const optional = laidOut && { laidOut }
  const parents = [null, ...ids.filter((id) => layerAt(document, id)?.type === 'group')]
  const parent = parents[second % parents.length] ?? null
  const index = third % (childrenOf(document, parent).length + 1)
  const siblings = childrenOf(document, parent).filter((_, at) => (value >> (at % 5)) % 2 === 0)
  if (kind < 30) return propertyCommand(pick(first), { second, value })
  if (kind < 40) return { type: 'insert', parent, index, layers: added.slice(third % 3) }
  if (kind < 48) return { type: 'remove', layers: layers.slice(0, 2), ...optional }
  if (kind < 62) return { type: 'move', layers: layers.slice(0, 2), parent, index, ...optional }
  if (kind < 68) return { type: 'rename', layer: pick(first), name: `Name ${value % 12}` }
  if (kind < 76) return { type: 'group', layers: siblings, ...optional }
  if (kind < 84) return { type: 'ungroup', layers: layers.slice(0, 1), ...optional }
  if (kind < 88) return { type: 'wrap', layers: siblings, ...optional }
  if (kind < 92) return { type: 'replace', design: { ...document.design, width: 400 + (value % 9) } }
  if (kind < 94) return { type: 'replace', design: { ...document.design, layers: document.design.layers.toReversed() } }
  return {
    type: 'batch',
    commands: [
      propertyCommand(pick(second), { second: third, value }),
      { type: 'move', layers: [pick(first)], parent, index, changes: { [pick(first)]: { x: value, y: 2 } } },
    ],
  }
}

function propertyCommand(target: LayerId, { second, value }: { second: number; value: number }): Command {
  const changes: readonly Command[] = [
    { type: 'set', target, path: ['x'], value },
    { type: 'set', target, path: ['width'], value },
    { type: 'set', target, path: ['rotation'], value: value / 10 },
    { type: 'set', target, path: ['opacity'], value: Math.abs(value % 10) / 10 },
    { type: 'set', target, path: ['x'], value: undefined },
    { type: 'set', target, path: ['x'], value: { bind: 'Left' } },
    { type: 'set', target, path: ['shadow', 'blur'], value: Math.abs(value) },
    { type: 'set', target, path: ['anchor'], value: { layer: 'Card', side: 'below' } },
    { type: 'set', target, path: ['mask'], value: { layer: 'Card' } },
    { type: 'set', target: 'page', path: ['background'], value: value % 2 ? '#eee' : undefined },
  ]
  return changes[second % changes.length] ?? { type: 'batch', commands: [] }
}
