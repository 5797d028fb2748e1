import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { AutoWidth, roomFor } from './auto-width.ts'

const text = { type: 'text', name: 'Title', x: 100, y: 40, width: 120, height: 58, text: 'Sale', fit: 'grow' } as const

/** A text on a page of 600 x 400 whose line is as wide as its box, or so much narrower. */
function open(layer: object = {}, narrowerPx = 0) {
  const session = openTestSession([{ ...text, ...layer }])
  const [id = ''] = session.state.document.ids.map((each) => each.id)
  drawAsWritten(session)
  const draw = (widthPx: number) => {
    const { frame, document } = session.state
    const { design } = document
    const place = frame?.placed.get('0')
    if (!frame || !place) throw new Error('it is not drawn')
    const textBounds = { x: 0, y: 0, width: widthPx, height: 58 }
    session.set({ frame: { ...frame, design, placed: new Map([['0', { ...place, textBounds, baselines: [40] }]]) } })
  }
  draw(120 - narrowerPx)
  const drawnBox = () => {
    const { x, width } = { x: 0, width: 0, ...session.state.document.design.layers[0] }
    return [x, width]
  }
  const type = (words: string, isNew = false) => {
    const auto = new AutoWidth(session, id, isNew)
    session.run(auto.withRoom({ type: 'set', target: id, path: ['text'], value: words }))
    return auto
  }
  return { session, draw, drawnBox, type }
}

test('a box around its line has room to the edge of the page while it is typed into, and is around the line afterwards', () => {
  const { session, draw, drawnBox, type } = open()
  const auto = type('Summer sale')
  expect(drawnBox()).toEqual([100, 470])
  auto.end()
  // Not before the letters are drawn.
  expect(drawnBox()).toEqual([100, 470])
  draw(260.2)
  expect(drawnBox()).toEqual([100, 261])
  session.undo()
  session.undo()
  expect(drawnBox()).toEqual([100, 120])
})

test.each([
  ['another box', {}, 30],
  ['a box that shrinks its text', { fit: 'shrink' }, 0],
  ['a turned box', { rotation: 10 }, 0],
  ['a text with a field', { text: 'From {{Price}}' }, 0],
])('%s stays as wide as it is', (_, layer, narrowerPx) => {
  const { drawnBox, type } = open(layer, narrowerPx)
  type('Summer sale').end()
  expect(drawnBox()).toEqual([100, 120])
})

test('a new text gets the room, whatever its box is', () => {
  const { drawnBox, type } = open({}, 120)
  type('S', true)
  expect(drawnBox()).toEqual([100, 470])
})

test('words that are read from the right have it on their left', () => {
  const { drawnBox, type } = open({ x: 300 }, 120)
  type('عرض', true)
  expect(drawnBox()).toEqual([30, 390])
})

test('what is done before the letters are drawn stays', () => {
  const { session, draw, drawnBox, type } = open()
  type('Summer sale').end()
  session.undo()
  draw(260)
  expect(drawnBox()).toEqual([100, 120])
  expect(session.state.canRedo).toBe(true)
})

test('roomFor() widens away from the side that stays', () => {
  expect(roomFor({ x: 100, width: 50 }, 'start', 600)).toEqual({ x: 100, width: 470 })
  expect(roomFor({ x: 10, width: 50 }, 'start', 600)).toEqual({ x: 10, width: 580 })
  expect(roomFor({ x: 400, width: 100 }, 'end', 600)).toEqual({ x: 30, width: 470 })
  expect(roomFor({ x: 250, width: 100 }, 'middle', 600)).toEqual({ x: 30, width: 540 })
  expect(roomFor({ x: 500, width: 300 }, 'start', 600)).toEqual({ x: 500, width: 300 })
})
