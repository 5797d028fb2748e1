import type { TemplateInput } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { guidesOf } from '#dashboard/screens/editor/session/state.ts'
import { resizePage } from './resize-page.ts'

const layers: TemplateInput['layers'] = [
  { type: 'rectangle', name: 'Ground', x: -10, y: -10, width: 620, height: 420, fill: '#ddd', radius: 10 },
  { type: 'rectangle', name: 'Band', x: 0, y: 300, width: 600, height: 100, fill: '#333' },
  { type: 'text', name: 'Title', x: 100, y: 40, width: 400, height: 60, text: 'Sale', fontSize: 40, fit: 'grow' },
  {
    ...{ type: 'group', name: 'Badge', x: 0, y: 0, width: 600, height: 400 },
    children: [{ type: 'ellipse', name: 'Dot', x: 450, y: 50, width: 100, height: 100, fill: '#f00' }],
  },
]

function open() {
  const session = openTestSession(layers)
  drawAsWritten(session)
  const layer = (name: string) => session.state.document.design.layers.find((each) => each.name === name)
  return { session, layer }
}

test('resizePage() fits the design: grounds and bands reach the edges, all else is scaled in the middle', () => {
  const { session, layer } = open()
  session.run({ type: 'set', target: 'page', path: ['editor'], value: { guides: { x: [300], y: [20] } } })
  drawAsWritten(session)
  resizePage(session, { width: 1200, height: 1600 }, true)
  expect(session.state.document.design).toMatchObject({ width: 1200, height: 1600 })
  // Twice as wide, four times as high: all is twice as large, 400 px lower.
  expect(layer('Ground')).toMatchObject({ x: -20, y: -40, width: 1240, height: 1680, radius: 20 })
  expect(layer('Band')).toMatchObject({ x: 0, y: 1000, width: 1200, height: 200 })
  expect(layer('Title')).toMatchObject({ x: 200, y: 480, width: 800, height: 120, fontSize: 80 })
  expect(layer('Badge')).toMatchObject({ x: 0, y: 400, width: 1200, height: 800 })
  expect(layer('Badge')).toMatchObject({ children: [{ x: 900, y: 100, width: 200, height: 200 }] })
  expect(guidesOf(session.state.document)).toEqual({ x: [600], y: [440] })
  session.undo()
  expect(session.state.document.design).toMatchObject({ width: 600, height: 400 })
  expect(layer('Title')).toMatchObject(layers[2] ?? {})
})

test('resizePage() leaves the layers where they are when they are not to fit', () => {
  const { session, layer } = open()
  resizePage(session, { width: 400, height: 600 }, false)
  expect(session.state.document.design).toMatchObject({ width: 400, height: 600 })
  expect(layer('Title')).toMatchObject(layers[2] ?? {})
})
