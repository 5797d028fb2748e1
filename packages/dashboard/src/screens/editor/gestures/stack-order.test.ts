import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { stepInStack } from './stack-order.ts'

const box = (name: string, x: number) =>
  ({ type: 'rectangle', name, x, y: 0, width: 40, height: 40, fill: '#f00' }) as const
const row = {
  type: 'group',
  name: 'Row',
  layout: 'row',
  x: 0,
  y: 0,
  width: 200,
  height: 40,
  children: [box('One', 0), box('Two', 50), box('Three', 100)],
} as const

test('18, 22: arrows change the order in a row, and move what is in none', () => {
  const session = openTestSession([row, box('Free', 300)])
  drawAsWritten(session)
  selectNamed(session, 'One')
  const names = () => {
    const [group] = session.state.document.design.layers
    return group?.type === 'group' ? group.children.map(({ name }) => name) : []
  }
  const orders = ['ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowLeft'].map((key) => {
    expect(stepInStack(session, key)).toBe(true)
    drawAsWritten(session)
    return names().join()
  })
  expect(orders).toEqual(['Two,One,Three', 'Two,One,Three', 'Two,Three,One', 'Two,Three,One', 'Two,One,Three'])
  selectNamed(session, 'Free')
  expect(stepInStack(session, 'ArrowRight')).toBe(false)
})
