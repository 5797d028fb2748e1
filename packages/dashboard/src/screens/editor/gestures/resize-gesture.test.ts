import { frameMatrix, frameOf, type Handle, transform } from '@pictable/editor'
import { describe, expect, test } from 'vitest'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { type Held, pointer } from './pointer.test-kit.ts'
import { handleCursor, resizing } from './resize-gesture.ts'

type Session = ReturnType<typeof openTestSession>
/** Drags a handle of what is selected by a way on the page. */
function pull(session: Session, handle: Handle, [x, y]: readonly [number, number], held: Held = {}): void {
  const gesture = resizing(session, pointer(0, 0), handle)
  gesture.move(pointer(x, y, held))
  gesture.end(pointer(x, y, held))
}

const firstLayer = (session: Session) => session.state.document.design.layers[0]

describe('pictures, codes and drawings', () => {
  const kinds = [
    { type: 'image', src: '' },
    { type: 'svg', src: '' },
    { type: 'qr-code', value: 'A' },
    { type: 'barcode', value: 'A' },
  ] as const

  test.each(kinds)('25: keep their ratio at each handle, and not with Shift: $type', (kind) => {
    const open = () => {
      const session = openTestSession([{ ...kind, name: 'One', x: 100, y: 100, width: 80, height: 40 }])
      drawAsWritten(session)
      selectNamed(session, 'One')
      return session
    }
    const kept = { e: [100, 95, 100, 50], n: [80, 80, 120, 60], se: [100, 100, 100, 50] } as const
    for (const [handle, [x, y, width, height]] of Object.entries(kept)) {
      const session = open()
      pull(session, handle as Handle, [20, handle === 'n' ? -20 : 0])
      expect(firstLayer(session)).toMatchObject({ x, y, width, height })
    }
    const free = open()
    pull(free, 'e', [20, 0], { shift: true })
    expect(firstLayer(free)).toMatchObject({ x: 100, y: 100, width: 100, height: 40 })
  })
})

describe('a text that grows', () => {
  const text = {
    type: 'text',
    name: 'Title',
    x: 100,
    y: 100,
    width: 200,
    height: 60,
    text: 'Two lines',
    fontSize: 30,
    fit: 'grow',
  } as const

  /** Draws it: its lines need so much of the height. */
  function draw(session: Session, textHeight: number): void {
    drawAsWritten(session)
    const { frame } = session.state
    const place = frame?.placed.get('0')
    if (!frame || !place) throw new Error('the text is not drawn')
    const height = Math.max(60, textHeight)
    const matrix = frameMatrix(frameOf({ ...firstLayer(session), height }))
    const grown = { ...place, height, matrix, textBounds: { x: 0, y: 0, width: 200, height: textHeight } }
    session.set({ frame: { ...frame, placed: new Map([['0', { ...grown, bounds: { ...place.bounds, height } }]]) } })
  }

  function open(textHeight: number, more: object = {}) {
    const session = openTestSession([{ ...text, ...more }])
    draw(session, textHeight)
    selectNamed(session, 'Title')
    return session
  }

  test.each<[Handle, readonly [number, number], object]>([
    ['n', [0, -30], { y: 70, height: 90, width: 200 }],
    ['nw', [-10, -30], { x: 90, y: 70, height: 90, width: 210 }],
    ['ne', [10, -30], { x: 100, y: 70, height: 90, width: 210 }],
    ['s', [0, 30], { y: 100, height: 90 }],
    ['se', [10, 30], { x: 100, y: 100, height: 90, width: 210 }],
    ['e', [10, 30], { y: 100, height: 60, width: 210 }],
  ])('26, 28: is as high as %s makes it, at the least', (handle, by, expected) => {
    const session = open(40)
    pull(session, handle, by)
    expect(firstLayer(session)).toMatchObject(expected)
  })

  test.each<[Handle, number]>([
    ['n', 100],
    ['nw', 100],
    ['ne', 100],
    ['s', 100],
    ['se', 100],
  ])('26, 28: does not move when %s makes it lower than its lines', (handle, y) => {
    const session = open(80)
    // Its lower side is at 180.
    pull(session, handle, [0, handle.startsWith('n') ? 50 : -50])
    expect(firstLayer(session)).toMatchObject({ x: 100, y, width: 200, height: 30 })
  })

  test('26: keeps the corner of its first line when it is turned, and has fewer lines once it is wider', () => {
    const session = open(80, { rotation: 30 })
    const corner = () => {
      const matrix = session.state.frame?.placed.get('0')?.matrix
      const { x = Number.NaN, y = Number.NaN } = matrix ? transform(matrix, { x: 0, y: 0 }) : {}
      return [x, y].map((place) => place.toFixed(2))
    }
    const before = corner()
    const gesture = resizing(session, pointer(0, 0), 'e')
    const wider = pointer(100 * Math.cos(Math.PI / 6), 50)
    gesture.move(wider)
    draw(session, 40)
    gesture.move(wider)
    expect(session.state.marks.label).toBe('300 × 60')
    gesture.end(wider)
    draw(session, 40)
    expect(firstLayer(session)).toMatchObject({ width: 300, height: 60 })
    expect(corner()).toEqual(before)
  })

  test('28: has larger letters with Mod', () => {
    const session = open(40)
    pull(session, 'se', [200, 60], { mod: true })
    expect(firstLayer(session)).toMatchObject({ width: 400, height: 120, fontSize: 60 })
  })
})

test('34: takes on the width of another layer, marks both, and measures the gaps that are equal', () => {
  const box = (name: string, x: number, width: number, y = 0) => ({
    ...({ type: 'rectangle', name, x, y, width, height: 40 } as const),
  })
  const layers = [box('One', 100, 77), box('Wide', 300, 80, 200), box('Next', 200, 50), box('Later', 270, 50)]
  const session = openTestSession(layers)
  drawAsWritten(session)
  selectNamed(session, 'One')
  const gesture = resizing(session, pointer(0, 0), 'e')
  gesture.move(pointer(1, 0))
  expect(firstLayer(session)).toMatchObject({ width: 80 })
  // The gaps of 20, and both widths.
  const marked = session.state.marks.distances.map(({ from, to }) => [from.x, to.x])
  expect(marked).toEqual(
    expect.arrayContaining([
      [180, 200],
      [250, 270],
      [100, 180],
      [300, 380],
    ]),
  )
  gesture.cancel()
})

describe('the cursor', () => {
  test.each<[Handle, object, string]>([
    ['nw', {}, 'nwse-resize'],
    ['ne', {}, 'nesw-resize'],
    ['e', {}, 'ew-resize'],
    ['se', { rotation: 45 }, 'ns-resize'],
    ['n', { rotation: 90 }, 'ew-resize'],
    ['se', { rotation: 30 }, 'ns-resize'],
  ])('24: of %s of a wide box with %j points along the handle while it is dragged', (handle, more, cursor) => {
    const session = openTestSession([{ type: 'rectangle', name: 'One', x: 0, y: 0, width: 420, height: 40, ...more }])
    drawAsWritten(session)
    selectNamed(session, 'One')
    expect(resizing(session, pointer(0, 0), handle).cursor).toBe(cursor)
  })
})

test.each([
  [0, 'ew-resize', 'nwse-resize'],
  [45, 'nwse-resize', 'ns-resize'],
  [100, 'ns-resize', 'nesw-resize'],
  [-45, 'nesw-resize', 'ew-resize'],
])('24: handles of a layer that is turned by %d degrees have the cursors %s and %s', (rotation, side, corner) => {
  const matrix = frameMatrix(frameOf({ x: 10, y: 20, width: 200, height: 100, rotation }))
  expect([handleCursor(matrix, 'e'), handleCursor(matrix, 'w')]).toEqual([side, side])
  expect([handleCursor(matrix, 'se'), handleCursor(matrix, 'nw')]).toEqual([corner, corner])
})
