import { layerAt } from '@pictable/editor'
import { expect, test } from 'vitest'
import { selectAround, selectInside, selectNone, selectOut } from './select-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from './session.test-kit.ts'

const box = (name: string) => ({ type: 'rectangle', name, x: 0, y: 0, width: 40, height: 40, fill: '#f00' }) as const
const inner = { type: 'group', name: 'Inner', x: 0, y: 0, width: 40, height: 40, children: [box('Deep')] } as const
const group = { ...inner, name: 'Group', children: [box('Left'), inner, { ...box('Hidden'), visible: false }] } as const

function open() {
  const session = openTestSession([box('Red'), group])
  drawAsWritten(session)
  const selected = () => session.state.selection.map((id) => layerAt(session.state.document, id)?.name)
  return { session, selected }
}

test('13: selectInside() goes into a group level by level, and selectAround() out of it', () => {
  const { session, selected } = open()
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
  const { session, selected } = open()
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
  const { session } = open()
  selectNamed(session, 'Group')
  selectInside(session)
  selectNone(session)
  expect(session.state).toMatchObject({ selection: [], entered: null })
})
