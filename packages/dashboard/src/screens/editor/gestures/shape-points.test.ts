import type { TemplateLayer } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { shapePoints } from './shape-points.ts'

const size = { width: 300, height: 100 }

type Table = Extract<TemplateLayer, { type: 'table' }>

/** The points of a table whose columns are drawn at these places. */
function allPointsOf(
  columns: readonly { x: number; width: number; isByPlace?: boolean }[],
  written?: object[],
  rows: Table['rows'] = [['a', 'b', 'c']],
) {
  const table = { type: 'table' as const, name: 'Table', x: 0, y: 0, ...size, rows }
  const session = openTestSession([{ ...table, ...(written && { columns: written }) }])
  drawAsWritten(session)
  const { frame } = session.state
  const placed = new Map(
    [...(frame?.placed ?? [])].map(([path, place]) => [
      path,
      { ...place, columns: columns.map((each) => ({ isByPlace: false, ...each })) },
    ]),
  )
  session.set({ frame: frame && { ...frame, placed } })
  selectNamed(session, 'Table')
  return shapePoints(session.state, session.state.selection[0] ?? '', size)
}

const isMove = ({ name }: { name: string }) => name.startsWith('move')
/** Those between columns. */
const pointsOf = (...table: Parameters<typeof allPointsOf>) => allPointsOf(...table).filter((point) => !isMove(point))
const movesOf = (...table: Parameters<typeof allPointsOf>) => allPointsOf(...table).filter(isMove)

const three = [0, 1, 2].map((at) => ({ x: at * 100, width: 100 }))

test('the points between columns give one of them what the other one loses', () => {
  const [first, second, ...others] = pointsOf(three)
  expect([first?.at.x, second?.at.x, others.length]).toEqual([100, 200, 0])
  expect(first?.valueAt({ x: 130.4, y: 0 })).toEqual({
    value: [{ width: 130 }, { width: 70 }, {}],
    label: '130 | 70 px',
  })
  // Neither disappears.
  expect(first?.valueAt({ x: 900, y: 0 }).value).toEqual([{ width: 192 }, { width: 8 }, {}])
  expect(second?.valueAt({ x: -9, y: 0 }).value).toEqual([{}, { width: 8 }, { width: 192 }])
})

const widthsOf = (value: unknown) => (Array.isArray(value) ? value.map(({ width }: { width?: unknown }) => width) : [])

test('columns whose widths a record fills are not dragged, and those that are too narrow', () => {
  const bound = pointsOf(three, [{ width: { bind: 'Width' } }, {}, {}])
  expect(bound.map(({ name }) => name)).toEqual(['column1'])
  expect(pointsOf(three, [{}, {}, { bind: 'Column' }]).map(({ name }) => name)).toEqual(['column0'])
  const narrow = [
    { x: 0, width: 5 },
    { x: 5, width: 3 },
    { x: 8, width: 292 },
  ]
  const [point, ...others] = pointsOf(narrow)
  expect([point?.name, others]).toEqual(['column1', []])
  expect(widthsOf(point?.valueAt({ x: 0, y: 0 }).value)).toEqual([undefined, 8, 287])
})

test('columns that are too wide together get the widths that they are drawn with', () => {
  const places = [
    { x: 0, width: 150 },
    { x: 150, width: 100 },
    { x: 250, width: 50 },
  ]
  const written = [{ title: 'A', width: 300 }, { width: 200 }, { width: 100 }]
  expect(pointsOf(places, written)[0]?.valueAt({ x: 180, y: 0 }).value).toEqual([
    { title: 'A', width: 180 },
    { width: 70 },
    { width: 50 },
  ])
  expect(pointsOf(places, [...written.slice(0, 2), { width: { bind: 'Width' } }])).toEqual([])
})

test('the points keep what is written of columns, which may begin at the right', () => {
  const [first] = pointsOf(three.toReversed(), [
    { title: 'A', align: 'right' },
    { title: 'B', width: '2fr' },
    { title: 'C' },
  ])
  expect(first?.at.x).toBe(200)
  expect(first?.valueAt({ x: 180, y: 0 }).value).toEqual([
    { title: 'A', align: 'right', width: 120 },
    { title: 'B', width: 80 },
    { title: 'C' },
  ])
})

type Chart = Extract<TemplateLayer, { type: 'chart' }>

test.each<[Chart['chart'], Partial<Chart>, string[]]>([
  ['pie', {}, ['turn']],
  ['donut', {}, ['hole', 'turn']],
  ['ring', { labels: ['A'] }, ['hole', 'turn']],
  ['donut', { labels: ['A'] }, []],
  ['donut', { labels: ['A'], legend: 'none' }, ['hole', 'turn']],
  ['donut', { startAngle: { bind: 'Angle' } }, ['hole']],
  ['bar', {}, []],
])('a %s chart with %j has the points %j', (chart, more, names) => {
  const session = openTestSession([{ type: 'chart', name: 'Chart', x: 0, y: 0, ...size, chart, ...more }])
  drawAsWritten(session)
  selectNamed(session, 'Chart')
  const points = shapePoints(session.state, session.state.selection[0] ?? '', size)
  expect(points.map(({ name }) => name)).toEqual(names)
  const turn = points.find(({ name }) => name === 'turn')
  if (turn === undefined) return
  expect(turn.at).toEqual({ x: 150, y: expect.closeTo(chart === 'pie' || 'startAngle' in more ? 12.5 : 8.75) })
  expect([turn.valueAt({ x: 300, y: 50 }), turn.valueAt({ x: 0, y: 50 }), turn.valueAt({ x: 150, y: 99 })]).toEqual([
    { value: 90, label: '90°' },
    { value: -90, label: '-90°' },
    { value: 180, label: '180°' },
  ])
})

const byPlace = three.map((place) => ({ ...place, isByPlace: true }))

test('a column is dragged to another place and shows the same part of the rows there', () => {
  const places = byPlace.map((place, at) => ({ ...place, isByPlace: at !== 1 }))
  const [first, , third, ...others] = movesOf(places, [{ title: 'A' }, { field: 'b' }, {}])
  expect([first?.at.x, third?.at.x, others.length]).toEqual([50, 250, 0])
  const moved = [{ field: 'b' }, { title: 'A', field: 1 }, {}]
  expect(first?.valueAt({ x: 200, y: 0 })).toEqual({ value: moved, label: 'Column 2 of 3' })
  expect(third?.valueAt({ x: -20, y: 0 }).value).toEqual([{ field: 3 }, { title: 'A', field: 1 }, { field: 'b' }])
  // Back at its place, nothing is written.
  expect(first?.valueAt({ x: 60, y: 0 }).value).toEqual([{ title: 'A' }, { field: 'b' }, {}])
})

test('columns that a table shows by itself are dragged, also those of rows that a record fills', () => {
  const [first] = movesOf(byPlace, undefined, { bind: 'Lines' })
  expect(first?.valueAt({ x: 290, y: 0 }).value).toEqual([{ field: 2 }, { field: 3 }, { field: 1 }])
  const [, titled] = movesOf(byPlace, [{ title: { bind: 'Title' } }, { title: 'Sum' }, {}], { bind: 'Lines' })
  expect(titled?.valueAt({ x: 0, y: 0 }).value).toEqual([
    { title: 'Sum', field: 2 },
    { title: { bind: 'Title' }, field: 1 },
    {},
  ])
})

test('columns of named parts keep their names, from right to left the first is on the right', () => {
  const places = [
    { x: 150, width: 150, isByPlace: false },
    { x: 0, width: 150, isByPlace: false },
  ]
  const [first] = movesOf(places, [{ title: 'A' }, { title: 'B' }], [{ A: 1, B: 2 }])
  expect(first?.valueAt({ x: 20, y: 0 }).value).toEqual([{ title: 'B' }, { title: 'A' }])
})

test('columns that a record makes are not dragged', () => {
  expect(movesOf(byPlace, [{ title: 'A' }, { bind: 'Column' }, {}])).toEqual([])
})
