import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

test('inTurns() lets other work have its turn between steps', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  function* steps(count: number) {
    for (let step = 0; step < count; step++) yield
    return 'done'
  }
  expect(await inTurns(steps(1))).toBe('done')
  expect(turns).toBe(0)
  expect(await inTurns(steps(800))).toBe('done')
  expect(turns).toBeGreaterThan(90)
  isOver = true
})

test('inTurns() throws what a step throws', async () => {
  function* steps() {
    yield
    throw new Error('wrong')
  }
  await expect(inTurns(steps())).rejects.toThrow('wrong')
})
