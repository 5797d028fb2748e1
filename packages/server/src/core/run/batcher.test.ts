import { expect, test, vi } from 'vitest'
import { createBatcher } from '#core/run/batcher.ts'

function gather(options: { startAt: number; takeAtMost: number; fail?: boolean }) {
  const batches: number[][] = []
  const batcher = createBatcher<number>({
    startAfterMs: 100,
    ...options,
    async work(items) {
      await Promise.resolve()
      if (options.fail) throw new Error('no room')
      batches.push(items)
    },
  })
  return { batches, batcher }
}

test('createBatcher() works as soon as enough waits, and at the end on what is left', async () => {
  const { batches, batcher } = gather({ startAt: 3, takeAtMost: 10 })
  batcher.add(1, 2)
  batcher.add(3)
  await expect.poll(() => batches).toEqual([[1, 2, 3]])
  batcher.add(4)
  await batcher.end()
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('createBatcher() works on little when it has waited long enough', async () => {
  vi.useFakeTimers()
  try {
    const { batches, batcher } = gather({ startAt: 25, takeAtMost: 25 })
    batcher.add(1)
    await vi.advanceTimersByTimeAsync(99)
    expect(batches).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(batches).toEqual([[1]])
    batcher.add(2)
    await vi.advanceTimersByTimeAsync(100)
    expect(batches).toEqual([[1], [2]])
  } finally {
    vi.useRealTimers()
  }
})

test('createBatcher() takes no more at once than it may', async () => {
  const { batches, batcher } = gather({ startAt: 2, takeAtMost: 2 })
  batcher.add(1, 2, 3, 4, 5)
  await batcher.end()
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('createBatcher() tells at the end what went wrong, and goes no further', async () => {
  const { batcher } = gather({ startAt: 1, takeAtMost: 1, fail: true })
  batcher.add(1, 2)
  await expect(batcher.end()).rejects.toThrow('no room')
})

test('createBatcher() ends only when the last batch is done, one at a time, also when it has waited long enough', async () => {
  vi.useFakeTimers()
  try {
    const done: number[] = []
    let atOnce = 0
    const batcher = createBatcher<number>({
      startAt: 10,
      startAfterMs: 100,
      takeAtMost: 1,
      async work(items) {
        expect(++atOnce).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 60))
        atOnce--
        done.push(...items)
      },
    })
    batcher.add(1, 2, 3)
    await vi.advanceTimersByTimeAsync(90)
    const end = batcher.end().then(() => [...done])
    await vi.advanceTimersByTimeAsync(300)
    expect(await end).toEqual([1, 2, 3])
  } finally {
    vi.useRealTimers()
  }
})

test('createBatcher() works off several batches at once, each of them full but the last', async () => {
  const sizes: number[] = []
  let [underWay, most] = [0, 0]
  const batcher = createBatcher<number>({
    startAt: 10,
    startAfterMs: null,
    takeAtMost: 10,
    atOnce: 3,
    async work(items) {
      sizes.push(items.length)
      most = Math.max(most, ++underWay)
      await new Promise((done) => setTimeout(done, Math.random() * 10))
      underWay--
    },
  })
  for (let item = 0; item < 1003; item++) {
    batcher.add(item)
    if (item % 7 === 0) await new Promise((done) => setTimeout(done, Math.random() * 3))
  }
  await batcher.end()
  expect(sizes).toEqual([...Array.from({ length: 100 }, () => 10), 3])
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(3)
})
