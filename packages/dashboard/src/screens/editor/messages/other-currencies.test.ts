import { expect, test } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { otherCurrencies, showTableCurrency } from './other-currencies.ts'

const priceIn = (currency: string) => ({ bind: 'Price', format: { type: 'currency', currency } as const })
const textOf = (name: string, text: string | { bind: string; format?: ReturnType<typeof priceIn>['format'] }) =>
  ({ type: 'text', name, width: 10, height: 10, text }) as const

test('a design that shows euros says so where the table has dollars, and shows dollars in one step', () => {
  const layers = [
    textOf('A', priceIn('EUR')),
    textOf('B', priceIn('USD')),
    textOf('C', { bind: 'Price' }),
    textOf('D', 'x'),
  ]
  const session = openTestSession(layers)
  expect(otherCurrencies(session.state)).toEqual([])
  const field = {
    name: 'Price',
    kind: 'number',
    field: null,
    link: null,
    format: { type: 'currency', currency: 'USD' },
  } as const
  session.set({ recordSource: { ...session.state.recordSource, fields: [field] } })
  const [other, ...more] = otherCurrencies(session.state)
  expect(more).toEqual([])
  expect(other).toMatchObject({ name: 'Price', currency: 'USD', shown: 'EUR' })
  if (other) session.run(showTableCurrency(other))
  expect(otherCurrencies(session.state)).toEqual([])
  expect(session.state.document.design.layers[0]).toMatchObject({ text: priceIn('USD') })
  session.undo()
  expect(session.state.document.design.layers[0]).toMatchObject({ text: priceIn('EUR') })
})
