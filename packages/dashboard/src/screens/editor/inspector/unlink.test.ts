import { idOfName, layerAt } from '@pictable/editor'
import { expect, test } from 'vitest'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { editOf, editPart } from './edit.ts'
import { unlink } from './unlink.ts'

const bound = { bind: 'Brand' }
const color = { type: 'string', kind: 'color' } as const

/** What a part of a chart is, which a field filled, once it is unlinked. */
function unlinked(path: readonly [string, ...(string | number)[]], values: Record<string, string>) {
  const fill = { type: 'linear' as const, stops: [{ color: bound }, { color: '#ffffff' }] }
  const box = { width: 100, height: 40, values: [1, 2] }
  const session = openTestSession([{ type: 'chart', name: 'Chart', ...box, textFill: bound, colors: [bound, fill] }])
  session.set({ values })
  const id = idOfName(session.state.document, 'Chart') ?? ''
  const [name, ...parts] = path
  const edit = parts.reduce((whole, part) => editPart(whole, part), editOf(session, { targets: [id], name }))
  unlink(session, { written: bound, shown: shownPart('', 'color', color), edit })
  return path.reduce<unknown>((whole, part) => partAt(whole, part), layerAt(session.state.document, id))
}

test.each([
  [['textFill'], undefined],
  [['colors', 0], '#4f46e5'],
  [['colors', 1, 'stops', 0, 'color'], '#4f46e5'],
] as const)('%j is the value of the field once it is unlinked; of an empty one %j', (path, bare) => {
  expect(unlinked(path, { Brand: '#ff0000' })).toBe('#ff0000')
  for (const values of [{}, { Brand: '' }, { Brand: 'no colour' }]) expect(unlinked(path, values)).toBe(bare)
})
