import { expect, test } from 'vitest'
import { createRenderGate } from './render-gate.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

const { signal } = new AbortController()
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('createRenderGate() gives visitors half of the processes, and the next one its turn when one ends', async () => {
  const gate = createRenderGate(4)
  const started: number[] = []
  const held = Array.from({ length: 4 }, heldWork)
  const all = held.map(({ work }, index) =>
    gate.run(() => {
      started.push(index)
      return work()
    }, signal),
  )
  await settled()
  expect(started).toEqual([0, 1])
  held[1]?.end()
  await settled()
  expect(started).toEqual([0, 1, 2])
  for (const { end } of held) end()
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3])
})

test('createRenderGate() rejects more visitors than can wait, and forgets those who left', async () => {
  const gate = createRenderGate(1)
  const { work, end } = heldWork()
  const leaving = new AbortController()
  const running = gate.run(work, signal)
  const left = gate.run(work, leaving.signal).catch((error: unknown) => error)
  const waiting = Array.from({ length: 23 }, () => gate.run(work, signal))
  await expect(gate.run(work, signal)).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 })
  leaving.abort(new Error('the visitor left'))
  expect(await left).toMatchObject({ message: 'the visitor left' })
  const late = gate.run(work, signal)
  end()
  await Promise.all([running, ...waiting, late])
  await gate.run(async () => {}, signal)
})
