import { layerAt } from '@pictable/editor'
import { describe, expect, test } from 'vitest'
import {
  detachSelection,
  duplicateSelection,
  flipSelection,
  hasLetters,
  matchSize,
  nudge,
  nudgeSize,
  removeSelected,
  setOnSelection,
  toggleLetters,
  toggleLocked,
  typeOpacity,
} from './arrange-actions.ts'
import { putGuide } from './guides.ts'
import { insertInMiddle } from './insert-actions.ts'
import { lockOthers } from './isolate-actions.ts'
import { chooseRecord, recordName } from './record-actions.ts'
import { selectAround, selectInside, selectNone, selectOut } from './select-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from './session.test-kit.ts'
import { editorPartOf, guidesOf } from './state.ts'
import { panBy, setWindow, zoomTo } from './view-actions.ts'

const box = (name: string, x: number, more: object = {}) =>
  ({ type: 'rectangle', name, x, y: 0, width: 100, height: 50, fill: '#f00', ...more }) as const
const group = (name: string, x: number) =>
  ({
    type: 'group',
    name,
    x,
    y: 0,
    width: 100,
    height: 50,
    children: [box(`${name} inside`, 10, { width: 40 })],
  }) as const

test('all others are locked and unlocked inside of a locked group, which stays locked', () => {
  const children = [box('One', 0), box('Two', 200)]
  const session = openTestSession([{ ...group('Group', 0), children }])
  const toggle = (name: string) => {
    selectNamed(session, name)
    const [id] = session.state.selection
    if (id) lockOthers(session, id)
    return editorPartOf(session.state.document).locked
  }
  selectNamed(session, 'Group')
  toggleLocked(session)
  expect(toggle('One')).toEqual(['Group', 'Two'])
  expect(toggle('One')).toEqual(['Group'])
})

describe('an undo step', () => {
  test.each([
    ['moves', (session) => nudge(session, 'ArrowRight', false), { x: 0 }],
    ['resizes', (session) => nudgeSize(session, 'ArrowRight', false), { width: 100 }],
    ['sets a property of', (session) => setOnSelection(session, 'opacity', 0.5), { name: 'One' }],
  ] satisfies [string, (session: ReturnType<typeof openTestSession>) => void, object][])(
    '%s one selection, also when another one follows closely',
    (_, act, before) => {
      const session = openTestSession([box('One', 0), box('Two', 200)])
      drawAsWritten(session)
      selectNamed(session, 'One')
      act(session)
      const [first] = session.state.document.design.layers
      selectNamed(session, 'Two')
      drawAsWritten(session)
      act(session)
      session.undo()
      expect(session.state.document.design.layers).toMatchObject([first, box('Two', 200)])
      session.undo()
      expect(session.state.document.design.layers[0]).toMatchObject(before)
      expect(session.state.canUndo).toBe(false)
    },
  )

  test('adds or removes one guide', () => {
    const session = openTestSession()
    const put = (index: number | null, at: number | null) => putGuide(session, { axis: 'x', index, at })
    for (const index of [null, null]) put(index, 300)
    for (const at of [1, 15, null, null]) put(0, at)
    const seen = Array.from({ length: 5 }, () => {
      session.undo()
      return guidesOf(session.state.document).x
    })
    expect(seen).toEqual([[300], [15, 300], [300, 300], [300], []])
  })
})

test('21: a layer that is detached stays where its anchor had put it', () => {
  const note = { type: 'rectangle', name: 'Note', x: 0, width: 40, height: 10, fill: '#f00' } as const
  const session = openTestSession([box('Title', 0), { ...note, anchor: { layer: 'Title', side: 'below', gap: 20 } }])
  drawAsWritten(session)
  const { frame } = session.state
  const place = frame?.placed.get('1')
  if (!frame || !place) throw new Error('the note is not drawn')
  const matrix = [1, 0, 0, 1, 0, 70] as const
  session.set({ frame: { ...frame, placed: new Map([...frame.placed, ['1', { ...place, matrix }]]) } })
  selectNamed(session, 'Note')
  detachSelection(session)
  expect(session.state.document.design.layers[1]).toEqual({ ...note, y: 70 })
})

test('a group that is undone is not the level on which layers are selected', () => {
  const session = openTestSession([box('One', 0)])
  session.run({ type: 'insert', parent: null, index: 1, layers: [group('Group', 200)] }, { select: true })
  const [entered = null] = session.state.selection
  session.set({ selection: [], entered })
  session.undo()
  expect(session.state.entered).toBeNull()
})

test('copies keep the drawing order and what a record fills', () => {
  const session = openTestSession([box('Card', 0), box('Title', 20)])
  drawAsWritten(session)
  selectNamed(session, 'Title')
  const [target = 'page'] = session.state.selection
  session.run({ type: 'set', target, path: ['y'], value: { bind: 'Top' } })
  selectNamed(session, 'Title', 'Card')
  duplicateSelection(session)
  expect(session.state.document.design.layers).toMatchObject([
    ...[{ name: 'Card' }, { name: 'Title' }, { name: 'Card 2', x: 10, y: 10 }],
    { name: 'Title 2', x: 30, y: { bind: 'Top' } },
  ])
  drawAsWritten(session)
  selectNamed(session, 'Card')
  duplicateSelection(session)
  const names = session.state.document.design.layers.map(({ name }) => name)
  expect(names).toEqual(['Card', 'Card 3', 'Title', 'Card 2', 'Title 2'])
})

describe('children of a group are scaled', () => {
  const insideOf = (session: ReturnType<typeof openTestSession>, at: number) =>
    Reflect.get(session.state.document.design.layers[at] ?? {}, 'children')[0]

  test('by Mod+Alt+arrow', () => {
    const session = openTestSession([group('Group', 0)])
    drawAsWritten(session)
    selectNamed(session, 'Group')
    nudgeSize(session, 'ArrowRight', true)
    expect(session.state.document.design.layers[0]).toMatchObject({ width: 110 })
    expect(insideOf(session, 0)).toMatchObject({ x: 11, width: 44 })
  })

  test('with the gaps of their anchors', () => {
    const note = box('Note', 0, { width: 40, height: 10, anchor: { layer: 'Group inside', side: 'below', gap: 20 } })
    const session = openTestSession([{ ...group('Group', 0), children: [...group('Group', 0).children, note] }])
    drawAsWritten(session)
    selectNamed(session, 'Group')
    nudgeSize(session, 'ArrowDown', true)
    expect(Reflect.get(session.state.document.design.layers[0] ?? {}, 'children')[1].anchor.gap).toBe(24)
  })

  test('by a width that is matched', () => {
    const session = openTestSession([box('Wide', 0, { width: 200 }), group('Group', 300)])
    drawAsWritten(session)
    selectNamed(session, 'Wide', 'Group')
    matchSize(session, 'width')
    expect(session.state.document.design.layers[1]).toMatchObject({ x: 300, width: 200 })
    expect(insideOf(session, 1)).toMatchObject({ x: 20, width: 80 })
  })
})

test('typeOpacity() takes two digits that follow each other closely as one number', () => {
  const session = openTestSession([box('One', 0)])
  selectNamed(session, 'One')
  const digits = [
    [4, 0],
    [5, 300],
    [6, 2000],
    [0, 4000],
    [0, 4100],
    [0, 9000],
  ] as const
  const seen = digits.map(([digit, atMs]) => {
    typeOpacity(session, digit, atMs)
    return Reflect.get(session.state.document.design.layers[0] ?? {}, 'opacity')
  })
  expect(seen).toEqual([0.4, 0.45, 0.6, 1, 0, 1])
})

test('typeOpacity() begins a number of its own for another selection', () => {
  const session = openTestSession([box('One', 0), box('Two', 200)])
  selectNamed(session, 'One')
  typeOpacity(session, 4, 0)
  selectNamed(session, 'Two')
  typeOpacity(session, 5, 300)
  expect(session.state.document.design.layers).toMatchObject([{ opacity: 0.4 }, { opacity: 0.5 }])
})

test('toggleLetters() makes all texts bold, or plain when all of them are', () => {
  const text = { type: 'text', x: 0, y: 0, width: 100, height: 40, text: 'Tea' } as const
  const session = openTestSession([{ ...text, name: 'One', fontWeight: 800 }, { ...text, name: 'Two' }, box('Box', 0)])
  const weights = () => session.state.document.design.layers.map((layer) => Reflect.get(layer, 'fontWeight'))
  selectNamed(session, 'One', 'Two', 'Box')
  toggleLetters(session, 'bold')
  expect(weights()).toEqual([700, 700, undefined])
  toggleLetters(session, 'bold')
  expect(weights()).toEqual([undefined, undefined, undefined])
  toggleLetters(session, 'italic')
  toggleLetters(session, 'underline')
  expect(session.state.document.design.layers[1]).toMatchObject({ fontStyle: 'italic', decoration: 'underline' })
  selectNamed(session, 'Box')
  expect([hasLetters(session.state, 'bold'), hasLetters(session.state, 'italic')]).toEqual([false, false])
})

test('toggleLetters() leaves out what a record fills', () => {
  const text = { type: 'text', x: 0, y: 0, width: 100, height: 40, text: 'Tea' } as const
  const fontWeight = { bind: 'Weight' }
  const session = openTestSession([
    { ...text, name: 'Bold', fontWeight: 700 },
    { ...text, name: 'Bound', fontWeight },
  ])
  selectNamed(session, 'Bold', 'Bound')
  toggleLetters(session, 'bold')
  expect(session.state.document.design.layers.map((layer) => Reflect.get(layer, 'fontWeight'))).toEqual([
    undefined,
    fontWeight,
  ])
  selectNamed(session, 'Bound')
  expect(hasLetters(session.state, 'bold')).toBe(false)
})

test('flipSelection() leaves out what a record flips', () => {
  const layers = [box('Bound', 0, { flip: { bind: 'Flip' } }), box('Other', 200)]
  const session = openTestSession(layers)
  drawAsWritten(session)
  selectNamed(session, 'Bound', 'Other')
  flipSelection(session, 'horizontal')
  expect(session.state.document.design.layers).toEqual([layers[0], { ...layers[1], flip: 'horizontal' }])
})

test('flipSelection() mirrors several layers as one', () => {
  const session = openTestSession([box('One', 0, { rotation: 30 }), box('Two', 200, { flip: 'horizontal' })])
  drawAsWritten(session)
  selectNamed(session, 'Two')
  flipSelection(session, 'horizontal')
  expect(session.state.document.design.layers[1]).toEqual(box('Two', 200))
  drawAsWritten(session)
  selectNamed(session, 'One', 'Two')
  flipSelection(session, 'vertical')
  expect(session.state.document.design.layers).toMatchObject([
    { rotation: -30, flip: 'vertical' },
    { flip: 'vertical' },
  ])
})

test('15: what is locked is not moved, not even by keys when it was chosen in the tree', () => {
  const session = openTestSession([box('One', 0), box('Two', 200)])
  drawAsWritten(session)
  selectNamed(session, 'One')
  toggleLocked(session)
  selectNamed(session, 'One', 'Two')
  nudge(session, 'ArrowRight', false)
  nudgeSize(session, 'ArrowRight', false)
  expect(session.state.document.design.layers).toMatchObject([box('One', 0), box('Two', 201, { width: 101 })])
})

test('removing all of a group removes the group, unless it is seen without', () => {
  const filled = { ...group('Filled', 0), fill: '#fff' }
  const outer = { ...group('Outer', 0), children: [group('Group', 0)] }
  const session = openTestSession([outer, filled])
  drawAsWritten(session)
  const names = () => session.state.document.design.layers.map(({ name }) => name)
  selectNamed(session, 'Filled inside')
  removeSelected(session)
  expect(names()).toEqual(['Outer', 'Filled'])
  selectNamed(session, 'Group inside')
  removeSelected(session)
  expect(names()).toEqual(['Filled'])
  session.undo()
  expect(session.state.document.design.layers[0]).toEqual(outer)
})

test('layers of several groups are removed, with each group that they empty', () => {
  const names = (...selected: readonly string[]) => {
    const several = { ...group('Several', 200), children: [box('One', 0), box('Two', 50)] }
    const session = openTestSession([group('Single', 0), several, box('Loose', 400)])
    selectNamed(session, ...selected)
    removeSelected(session)
    return session.state.document.design.layers.map(({ name }) => name)
  }
  expect(names('Single inside', 'One', 'Loose')).toEqual(['Several'])
  expect(names('Loose', 'One', 'Two')).toEqual(['Single'])
  expect(names('Two', 'Single inside', 'One')).toEqual(['Loose'])
})

test('layers that are inserted one after the other do not cover each other', () => {
  const session = openTestSession()
  session.set({ window: { width: 600, height: 400 } })
  for (let times = 0; times < 3; times++) insertInMiddle(session, 'rectangle')
  const places = session.state.document.design.layers.map(({ x, y }) => [x, y])
  expect(places).toEqual([
    [180, 120],
    [190, 130],
    [200, 140],
  ])
})

const inner = { type: 'group', name: 'Inner', x: 0, y: 0, width: 40, height: 40, children: [box('Deep', 0)] } as const
const nested = {
  ...inner,
  name: 'Group',
  children: [box('Left', 0), inner, { ...box('Hidden', 0), visible: false }],
} as const

function openNested() {
  const session = openTestSession([box('Red', 0), nested])
  drawAsWritten(session)
  const selected = () => session.state.selection.map((id) => layerAt(session.state.document, id)?.name)
  return { session, selected }
}

test('13: selectInside() goes into a group level by level, and selectAround() out of it', () => {
  const { session, selected } = openNested()
  selectNamed(session, 'Group')
  selectInside(session)
  expect(selected()).toEqual(['Left', 'Inner', 'Hidden'])
  selectInside(session)
  expect(selected()).toEqual(['Deep'])
  selectInside(session)
  expect(selected()).toEqual(['Deep'])
  selectAround(session)
  expect(selected()).toEqual(['Inner'])
  selectAround(session)
  selectAround(session)
  expect(selected()).toEqual(['Group'])
})

test('60: selectOut() puts a tool away before it leaves a group or selects nothing', () => {
  const { session, selected } = openNested()
  selectNamed(session, 'Group')
  selectInside(session)
  session.set({ tool: 'text' })
  selectOut(session)
  expect([session.state.tool, ...selected()]).toEqual(['select', 'Left', 'Inner', 'Hidden'])
  selectOut(session)
  expect(selected()).toEqual(['Group'])
  selectOut(session)
  expect(selected()).toEqual([])
})

test('13: once nothing is selected, a click selects on the page again', () => {
  const { session } = openNested()
  selectNamed(session, 'Group')
  selectInside(session)
  selectNone(session)
  expect(session.state).toMatchObject({ selection: [], entered: null })
})

test('recordName() calls a record without a label by its id', () => {
  const record = { record_id: 'rec_1', label: '', because: [], values: {} }
  expect([record, { ...record, label: 'Teapot' }, null].map(recordName)).toEqual(['rec_1', 'Teapot', 'Sample values'])
})

test('a sample value that is typed is one step, and shown where no record is', () => {
  const session = openTestSession([], { Name: 'Ada' })
  for (const value of ['G', 'Gr', 'Grace'])
    session.run({ type: 'set', target: 'sample', path: ['Name'], value }, { merge: 'sample Name' })
  expect(session.state.values).toEqual({ Name: 'Grace' })
  const record = { record_id: 'rec_1', label: 'One', because: [], values: { Name: 'Of the record' } }
  chooseRecord(session, record)
  session.undo()
  expect(session.state).toMatchObject({ document: { sample: { Name: 'Ada' } }, values: record.values, canUndo: false })
  session.redo()
  session.undo()
  expect(session.state.values).toEqual(record.values)
})

test('an undo changes neither the zoom nor the record', () => {
  const session = openTestSession([box('One', 0)])
  const teapot = { record_id: 'rec_1', label: 'Teapot', because: [], values: {} }
  selectNamed(session, 'One')
  setOnSelection(session, 'opacity', 0.5)
  zoomTo(session, 2)
  panBy(session, { x: 30, y: 40 })
  chooseRecord(session, teapot)
  const { view, record, records } = session.state
  expect([view.zoom, record === null ? null : records[record]]).toEqual([2, teapot])
  session.undo()
  expect(session.state.document.design.layers).toEqual([expect.not.objectContaining({ opacity: 0.5 })])
  expect(session.state).toMatchObject({ view, record, records })
  session.redo()
  expect(session.state).toMatchObject({ view, record, records })
})

test('a page that is fitted stays so when the window gets another size; one that was zoomed keeps its zoom', () => {
  const session = openTestSession([box('One', 0)])
  setWindow(session, { width: 1000, height: 800 })
  const { zoom } = session.state.view
  setWindow(session, { width: 548, height: 800 })
  expect(session.state.view.zoom).toBeLessThan(zoom)
  zoomTo(session, 1.5)
  setWindow(session, { width: 1000, height: 800 })
  expect(session.state.view.zoom).toBe(1.5)
})
