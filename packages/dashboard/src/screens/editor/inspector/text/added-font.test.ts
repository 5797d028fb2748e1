import { layerAt } from '@pictable/editor'
import { expect, test } from 'vitest'
import { openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { addedFont } from './added-font.ts'

/** The fonts of a table after another one was added. */
function fontsWith(written: object) {
  const box = { x: 0, y: 0, width: 300, height: 100 }
  const session = openTestSession([{ type: 'table', name: 'Prices', ...box, rows: [], ...written }])
  selectNamed(session, 'Prices')
  const [id = ''] = session.state.selection
  const commands = addedFont(session.state.document, id, 'Noto Sans JP')
  session.run({ type: 'batch', commands })
  const layer: object = layerAt(session.state.document, id) ?? {}
  return {
    fontFamily: Reflect.get(layer, 'fontFamily'),
    headerFontFamily: Reflect.get(layer, 'headerFontFamily'),
  }
}

test('a font for missing letters is added to the header of a table that has its own fonts', () => {
  const own = ['Lato', 'Noto Sans JP']
  expect(fontsWith({})).toEqual({ fontFamily: ['Inter', 'Noto Sans JP'], headerFontFamily: undefined })
  expect(fontsWith({ fontFamily: 'Lato', headerFontFamily: ['Oswald'] })).toEqual({
    fontFamily: own,
    headerFontFamily: ['Oswald', 'Noto Sans JP'],
  })
  const bind = { bind: 'Font' }
  expect(fontsWith({ fontFamily: bind, headerFontFamily: 'Lato' })).toEqual({ fontFamily: bind, headerFontFamily: own })
  expect(fontsWith({ fontFamily: own, headerFontFamily: bind })).toEqual({ fontFamily: own, headerFontFamily: bind })
})

test('of ten fonts, which is as many as there may be, the last one makes way', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `Font ${at}`)
  expect(fontsWith({ fontFamily: ten }).fontFamily).toEqual([...ten.slice(0, 9), 'Noto Sans JP'])
})

test('the one font of a chart is replaced', () => {
  const session = openTestSession([{ type: 'chart', name: 'Sales', x: 0, y: 0, width: 300, height: 100 }])
  selectNamed(session, 'Sales')
  const [id = ''] = session.state.selection
  expect(addedFont(session.state.document, id, 'Lato')).toEqual([
    { type: 'set', target: id, path: ['fontFamily'], value: 'Lato' },
  ])
})
