import { idOfName } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { columnsAt, fixedColumn, movedPlaces } from './column-places.ts'

type Table = Extract<TemplateLayer, { type: 'table' }>

/** A table that is drawn with these columns; without a drawing where the design hides it. */
function openTable(columns: object[], more: Partial<Table> = {}) {
  const box = { x: 0, y: 0, width: 300, height: 100 }
  const session = openTestSession([{ type: 'table', name: 'Table', ...box, rows: [['a', 'b', 'c']], columns, ...more }])
  drawAsWritten(session)
  const { frame, document } = session.state
  const [path, place] = [...(frame?.placed ?? [])][0] ?? []
  const drawn = place && { ...place, columns: columns.map((_, at) => ({ x: at * 100, width: 100, isByPlace: true })) }
  const isShown = more.visible === undefined && drawn && path !== undefined
  session.set({ frame: frame && { ...frame, placed: new Map(isShown ? [[path, drawn]] : []) } })
  return [session.state, idOfName(document, 'Table') ?? ''] as const
}

test('columns of a table that is not drawn keep their places, unless each says what it shows', () => {
  const hidden = openTable([{ title: 'A' }, { field: 'b' }, {}], { visible: false })
  expect(columnsAt(...hidden, [1, 2])).toBeUndefined()
  expect(fixedColumn(...hidden, [1, 2])).toBe('not_drawn')
  expect(columnsAt(...hidden, [0, 1])).toEqual([{ title: 'A' }, { field: 'b' }])
  const named = openTable([{ field: 'a' }, { values: ['1'] }], { visible: false })
  expect(columnsAt(...named, [1, 0])).toEqual([{ values: ['1'] }, { field: 'a' }])
  const shown = openTable([{ title: 'A' }, { field: 'b' }, {}])
  expect(columnsAt(...shown, [1, 2])).toEqual([{ field: 'b' }, { field: 3 }])
  expect(fixedColumn(...shown, [1, 2])).toBeUndefined()
})

test('a column that a record fills by its place keeps it, and says which one it is', () => {
  for (const filled of [{ bind: 'Column' }, { expression: 'Column' }]) {
    const table = openTable([{}, filled, { field: 'c' }])
    expect(columnsAt(...table, [1, 2])).toBeUndefined()
    expect([fixedColumn(...table, [1, 2]), fixedColumn(...table, [0, 1]), fixedColumn(...table, [0, 2])]).toEqual([
      2,
      undefined,
      undefined,
    ])
  }
})

test.each([
  [0, 2, [1, 2, 0, 3]],
  [3, 0, [3, 0, 1, 2]],
  [1, 1, [0, 1, 2, 3]],
])('movedPlaces() moves place %d to %d', (from, to, places) => {
  expect(movedPlaces(4, { from, to })).toEqual(places)
})
