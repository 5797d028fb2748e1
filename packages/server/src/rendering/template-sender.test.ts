import { expect, test } from 'vitest'
import type { ToProcess } from './messages.ts'
import { createTemplateSender } from './template-sender.ts'

const design = { schema: 1 as const, name: 'Card', width: 1, height: 1, layers: [] }

test('sends each of the templates that an action can choose once, whatever their order', () => {
  const told: ToProcess[] = []
  const send = createTemplateSender((message) => told.push(message))
  const round = () => {
    for (let n = 0; n < 51; n++) send({ key: `design ${n}`, characters: 2000, design })
  }
  round()
  round()
  expect(told.map(({ type }) => type)).toEqual(Array(51).fill('template'))
})

test('has those forgotten that were drawn longest ago when they are large', () => {
  const told: ToProcess[] = []
  const send = createTemplateSender((message) => told.push(message))
  for (const key of ['a', 'b', 'a', 'c']) send({ key, characters: 7_000_000, design })
  expect(told.map((message) => [message.type, 'key' in message && message.key])).toEqual([
    ['template', 'a'],
    ['template', 'b'],
    ['template', 'c'],
    ['forget', 'b'],
  ])
})
