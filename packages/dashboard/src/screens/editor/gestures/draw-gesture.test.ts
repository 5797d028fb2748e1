import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { type DrawTool, drawing } from './draw-gesture.ts'
import { type Held, pointer } from './pointer.test-kit.ts'

type Place = readonly [x: number, y: number]

const title = { type: 'text', name: 'Title', x: 100, y: 100, width: 200, height: 60, text: 'Tea' } as const

/** Draws on a page of 600 x 400 with a text; from one point to another, or by a click. */
function draw(tool: DrawTool, [x, y]: Place, to?: Place, held: Held = {}) {
  const session = openTestSession([title])
  drawAsWritten(session)
  session.set({ tool })
  const gesture = drawing(session, pointer(x, y, held), tool)
  if (to) gesture.move(pointer(...to, held))
  const { lines } = session.state.marks
  gesture.end(pointer(...(to ?? [x, y]), held))
  return { session, lines, made: session.state.document.design.layers[1] }
}

test('60, 33: what is drawn snaps at both of its ends, but not with Mod', () => {
  const { made, lines } = draw('rectangle', [3, 104], [597, 380])
  expect(made).toMatchObject({ x: 0, y: 100, width: 600, height: 280 })
  expect(lines).toMatchObject([{ axis: 'x', at: 600 }])
  expect(draw('line', [101, 300], [303, 300]).made).toMatchObject({ x: 100, width: 200 })
  const free = draw('rectangle', [3, 104], [597, 380], { mod: true })
  expect([free.made, free.lines]).toMatchObject([{ x: 3, y: 104, width: 594 }, []])
})

test('48: a text that is clicked is as wide as the page has room, and has a least width', () => {
  const widths = [100, 300, 550, 700].map((x) => Reflect.get(draw('text', [x, 300]).made ?? {}, 'width'))
  expect(widths).toEqual([400, 300, 120, 400])
})

test('48: a click on a text with the tool for texts types into that one', () => {
  const { session, made } = draw('text', [250, 150])
  expect([made, session.state.tool, session.state.editing?.layer]).toEqual([
    ...[undefined, 'select', session.state.document.ids[0]?.id],
  ])
  expect(draw('text', [250, 165]).made).toMatchObject({ type: 'text', name: 'Text' })
})
