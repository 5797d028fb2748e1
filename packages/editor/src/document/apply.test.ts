import { describe, expect, test } from 'vitest'
import { apply } from './apply.ts'
import type { Command, LayerId } from './command.ts'
import { childrenOf, type EditorDocument, idOfName, layerAt, layersOf, openDocument } from './document.ts'
import { laidOutOf, open } from './random-commands.test-kit.ts'

function id(document: EditorDocument, name: string): LayerId {
  return idOfName(document, name) ?? `no layer "${name}"`
}

const names = (document: EditorDocument, parent: LayerId | null = null) =>
  childrenOf(document, parent).map((child) => layerAt(document, child)?.name)

const run = (document: EditorDocument, command: Command) => apply(document, command).document

function layer(document: EditorDocument, name: string) {
  return layerAt(document, id(document, name))
}

describe('apply() set', () => {
  test('sets and removes a nested property, and says why a value is wrong', () => {
    const document = open()
    const target = id(document, 'Card')
    const set = run(document, { type: 'set', target, path: ['shadow', 'x'], value: 4 })
    expect(layer(set, 'Card')).toMatchObject({ shadow: { x: 4 } })
    expect(layer(run(set, { type: 'set', target, path: ['shadow'] }), 'Card')).not.toHaveProperty('shadow')
    expect(() => apply(document, { type: 'set', target, path: ['opacity'], value: 7 })).toThrow(
      /opacity: must be at most 1/,
    )
    expect(() => apply(document, { type: 'set', target: 'page', path: ['layers'], value: [] })).toThrow(/cannot be set/)
  })

  test('changes nothing when the value is there already', () => {
    const document = open()
    const done = apply(document, { type: 'set', target: id(document, 'Card'), path: ['x'], value: 10 })
    expect(done).toMatchObject({ isEmpty: true })
    expect(done.document).toBe(document)
  })

  test('adds, changes and removes an entry of a list', () => {
    const document = open()
    const target = id(document, 'Card')
    const stops = [{ color: 'red' }, { color: 'blue' }]
    const filled = run(document, { type: 'set', target, path: ['fill'], value: { type: 'linear', stops } })
    const third = run(filled, { type: 'set', target, path: ['fill', 'stops', 2], value: { color: 'lime' } })
    expect(layer(run(third, { type: 'set', target, path: ['fill', 'stops', 0] }), 'Card')).toMatchObject({
      fill: { stops: [{ color: 'blue' }, { color: 'lime' }] },
    })
  })
})

describe('apply() set of a sample value', () => {
  const set = (name: string, value?: unknown): Command => ({ type: 'set', target: 'sample', path: [name], value })

  test('leaves the design as it is, and is undone', () => {
    const document = open()
    const first = apply(document, set('children', 'Two'))
    const second = apply(first.document, set('constructor', [1, 2]))
    expect(second.document.sample).toEqual({ children: 'Two', constructor: [1, 2] })
    expect(second.document.design).toBe(document.design)
    expect(run(second.document, set('children')).sample).toEqual({ constructor: [1, 2] })
    expect(run(run(second.document, second.inverse), first.inverse)).toEqual(document)
  })

  test('stays when the design is another one, and refuses what is no value', () => {
    const document = run(open(), set('Name', 'Ada'))
    const design = { ...document.design, width: 700 }
    expect(run(document, { type: 'replace', design })).toMatchObject({
      sample: { Name: 'Ada' },
      design: { width: 700 },
    })
    expect(() =>
      apply(
        document,
        set('Name', () => 'Ada'),
      ),
    ).toThrow(/sample value is text/)
  })
})

describe('apply() insert', () => {
  test('gives unique names, ids and references within the set', () => {
    const document = open()
    const { document: after, touched } = apply(document, {
      type: 'insert',
      parent: null,
      index: 1,
      layers: [
        { type: 'text', name: 'Title', id: 'old', width: 10, height: 10 },
        { type: 'text', name: 'Note', width: 10, height: 10, anchor: { layer: 'Title', side: 'below' } },
        { type: 'text', name: 'Mark 2', width: 10, height: 10, anchor: { layer: 'Price', side: 'below' } },
      ],
    })
    expect(names(after).slice(0, 5)).toEqual(['Card', 'Title 2', 'Note', 'Mark 3', 'Hole'])
    expect(touched.map((one) => layerAt(after, one)?.id)).toEqual(touched)
    expect(layer(after, 'Note')).toMatchObject({ anchor: { layer: 'Title 2', side: 'below' } })
    expect(layer(after, 'Mark 3')).not.toHaveProperty('anchor')
  })

  test('refuses to put layers into a layer that is no group', () => {
    const document = open()
    const command: Command = { type: 'insert', parent: id(document, 'Card'), index: 0, layers: [] }
    expect(() => apply(document, command)).toThrow('"Card" is not a group and cannot contain layers.')
  })
})

describe('apply() with locks', () => {
  const locked = (...layers: string[]) => {
    const document = open()
    const value = { guides: { x: [40] }, locked: layers }
    return run(document, { type: 'set', target: 'page', path: ['editor'], value })
  }
  const locksOf = (document: EditorDocument) => document.design.editor?.locked

  test('rename keeps the lock, remove drops it, and undo restores both', () => {
    const document = locked('Hole', 'Mark', 'No such layer')
    const renamed = apply(document, { type: 'rename', layer: id(document, 'Hole'), name: 'Window' })
    expect(locksOf(renamed.document)).toEqual(['Window', 'Mark', 'No such layer'])
    expect(run(renamed.document, renamed.inverse).design).toEqual(document.design)
    const removed = apply(document, { type: 'remove', layers: [id(document, 'Hole'), id(document, 'Badge')] })
    expect(locksOf(removed.document)).toEqual(['No such layer'])
    expect(run(removed.document, removed.inverse).design).toEqual(document.design)
  })

  test('a name that becomes free is not locked for the next layer', () => {
    const document = locked('Hole')
    const removed = run(document, { type: 'remove', layers: [id(document, 'Hole')] })
    expect(removed.design.editor).toEqual({ guides: { x: [40] } })
  })

  test('ungroup locks what was inside the locked group; move, group and copies leave locks alone', () => {
    const document = locked('Badge', 'Card')
    const free = run(document, { type: 'ungroup', layers: [id(document, 'Badge')] })
    expect(locksOf(free)).toEqual(['Star', 'Badge text', 'Marks', 'Card'])
    const grouped = run(document, { type: 'group', layers: [id(document, 'Card'), id(document, 'Hole')] })
    expect(locksOf(grouped)).toEqual(['Badge', 'Card'])
    const copied = run(document, {
      type: 'insert',
      parent: null,
      index: 0,
      layers: [{ type: 'rectangle', name: 'Card', width: 1, height: 1 }],
    })
    expect(locksOf(copied)).toEqual(['Badge', 'Card'])
  })
})

describe('apply() with names and references', () => {
  test('rename rewrites anchors and masks, and undo restores them', () => {
    const document = open()
    const { document: renamed, inverse } = apply(document, {
      type: 'rename',
      layer: id(document, 'Hole'),
      name: 'Window',
    })
    expect(layer(renamed, 'Photo')).toMatchObject({ mask: { layer: 'Window' } })
    expect(run(renamed, inverse).design).toEqual(document.design)
    expect(() => apply(document, { type: 'rename', layer: id(document, 'Hole'), name: 'Card' })).toThrow(
      'Another layer is named "Card".',
    )
  })

  test('remove leaves an anchored layer where it was laid out', () => {
    const document = open()
    const laidOut = { [id(document, 'Price')]: { x: 120, y: 71, width: 80, height: 20 } }
    const after = run(document, { type: 'remove', layers: [id(document, 'Title'), id(document, 'Hole')], laidOut })
    expect(layer(after, 'Price')).toEqual({ type: 'text', name: 'Price', x: 120, y: 71, width: 80, height: 20 })
    expect(layer(after, 'Photo')).not.toHaveProperty('mask')
  })

  test('move keeps references between layers that move together and cuts the others', () => {
    const document = open()
    const together = [id(document, 'Title'), id(document, 'Price')]
    const command: Command = { type: 'move', layers: together, parent: id(document, 'Badge'), index: 1 }
    const after = run(document, command)
    expect(names(after, id(after, 'Badge'))).toEqual(['Star', 'Title', 'Price', 'Badge text', 'Marks'])
    expect(layer(after, 'Price')).toMatchObject({ anchor: { layer: 'Title' } })
    const alone = run(document, { ...command, layers: together.slice(1) })
    expect(layer(alone, 'Price')).not.toHaveProperty('anchor')
  })

  test('move reorders: the index counts the layers that stay', () => {
    const document = open()
    const layers = [id(document, 'Card'), id(document, 'Photo')]
    expect(names(run(document, { type: 'move', layers, parent: null, index: 2 })).slice(0, 4)).toEqual([
      ...['Hole', 'Title', 'Card', 'Photo'],
    ])
    const inside: Command = { type: 'move', layers: [id(document, 'Badge')], parent: id(document, 'Marks'), index: 0 }
    expect(() => apply(document, inside)).toThrow('"Badge" cannot be moved into itself.')
  })

  test('a layer and one inside it count as the outer one', () => {
    const document = open()
    const layers = [id(document, 'Mark'), id(document, 'Badge'), id(document, 'Marks')]
    expect(names(run(document, { type: 'remove', layers }))).not.toContain('Badge')
  })
})

describe('apply() group', () => {
  test('takes a mask along that cuts only its members, at the place of the highest', () => {
    const document = open()
    const layers = [id(document, 'Photo'), id(document, 'Card')]
    const after = run(document, { type: 'group', layers, laidOut: laidOutOf(document) })
    expect(names(after)).toEqual(['Group', 'Title', 'Price', 'Badge', 'Rule'])
    expect(names(after, id(after, 'Group'))).toEqual(['Card', 'Hole', 'Photo'])
    expect(layer(after, 'Group')).toMatchObject({ x: 10, y: 10, width: 200, height: 100 })
    expect(layer(after, 'Photo')).toMatchObject({ x: 10, y: 10, mask: { layer: 'Hole' } })
  })

  test('keeps the meaning of a bound coordinate', () => {
    const document = open()
    const after = run(document, { type: 'group', layers: [id(document, 'Rule')] })
    expect(layer(after, 'Group')).toMatchObject({ x: 0, y: 200 })
    expect(layer(after, 'Rule')).toMatchObject({ x: { bind: 'Left' }, y: 0 })
  })

  test('wrap chooses the row, its order and its gap', () => {
    const boxes = [
      { name: 'Right', x: 90, y: 12 },
      { name: 'Left', x: 0, y: 10 },
      { name: 'Middle', x: 40, y: 8 },
    ]
    const document = openDocument({
      ...{ schema: 1, width: 200, height: 100 },
      layers: boxes.map((box) => ({ type: 'rectangle', width: 30, height: 30, ...box })),
    })
    const after = run(document, { type: 'wrap', layers: [...layersOf(document).keys()] })
    expect(layer(after, 'Row')).toMatchObject({ type: 'group', layout: 'row', gap: 15, fit: 'hug', x: 0, y: 8 })
    expect(names(after, id(after, 'Row'))).toEqual(['Left', 'Middle', 'Right'])
  })
})

describe('apply() replace', () => {
  test('keeps ids by id, then name, then place, and equal layers as objects', () => {
    const document = open()
    const [card, hole, ...others] = structuredClone(document.design.layers)
    if (!card || !hole) throw new Error('the design has layers')
    const after = run(document, {
      type: 'replace',
      design: {
        ...document.design,
        layers: [{ ...hole, name: 'Window' }, { ...card, name: 'Sheet' }, ...others.slice(1)],
      },
    })
    expect(id(after, 'Window')).toBe(id(document, 'Hole'))
    expect(id(after, 'Badge')).toBe(id(document, 'Badge'))
    expect(layer(after, 'Badge')).toBe(layer(document, 'Badge'))
  })

  test('of the same tree is undone by what changed only', () => {
    const document = open()
    const { inverse } = apply(document, { type: 'replace', design: { ...document.design, width: 500 } })
    expect(inverse).toEqual({ type: 'set', target: 'page', path: ['width'], value: 400 })
  })

  test('says what is wrong with the new design', () => {
    const document = open()
    expect(() => apply(document, { type: 'replace', design: { ...document.design, width: 0 } })).toThrow(/width/)
  })
})
