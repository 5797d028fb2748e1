import { expect, test } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { NO_SOURCE } from '#dashboard/screens/editor/session/state.ts'
import { fieldsOf } from './fields.ts'

test('fieldsOf() has every field of the records, also while the sample values are shown, and each name once', () => {
  const text = '{{Title}} {{Price}} {{Colour}}'
  const fields = ['Price', 'Stock'].map(
    (name) => ({ name, kind: 'number', field: null, format: null, link: null }) as const,
  )
  const sample = { Title: 'Teapot', Price: 12 }
  const words = { type: 'text', name: 'Words', x: 0, y: 0, width: 400, height: 60, text } as const
  const session = openTestSession([words], sample)
  session.set({ recordSource: { ...NO_SOURCE, fields } })
  expect(fieldsOf(session.state)).toEqual([
    { name: 'Price', kind: 'number', format: null, value: 12 },
    { name: 'Stock', kind: 'number', format: null, value: undefined },
    { name: 'Title', kind: 'text', format: null, value: 'Teapot' },
    { name: 'Colour', kind: 'text', format: null, value: undefined },
  ])
})
