import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createByteBudget, type Share } from './byte-budget.ts'

const totalBytes = 50
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** One that grows until it has what it needs at most, as a download does. */
interface Taker {
  share: Share
  mostBytes: number
  heldBytes: number
  isWaiting: boolean
}

function grow(taker: Taker, moreBytes: number): void {
  if (taker.isWaiting) return
  const bytes = Math.min(taker.mostBytes, taker.heldBytes + moreBytes)
  const granted = () => Object.assign(taker, { heldBytes: bytes, isWaiting: false })
  if (taker.share.grow(bytes, granted)) granted()
  else taker.isWaiting = true
}

function createTakers() {
  const budget = createByteBudget(totalBytes, () => performance.now())
  const takers: Taker[] = []
  const does = {
    open(_who: number, mostBytes: number) {
      takers.push({ share: budget.open(mostBytes), mostBytes, heldBytes: 0, isWaiting: false })
    },
    grow(who: number, bytes: number) {
      const taker = takers[who % takers.length]
      if (taker) grow(taker, bytes)
    },
    leave(who: number) {
      for (const { share } of takers.splice(who % Math.max(1, takers.length), 1)) share.release()
    },
  }
  return { takers, does, heldBytes: () => takers.reduce((bytes, taker) => bytes + taker.heldBytes, 0) }
}

describe('createByteBudget()', () => {
  test('never grants more than there is, and lets everybody come to an end, whoever leaves', async () => {
    const verb = fc.constantFrom('open' as const, 'grow' as const, 'grow' as const, 'leave' as const)
    const steps = fc.array(fc.tuple(verb, fc.nat(), fc.nat(totalBytes)), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { takers, does, heldBytes } = createTakers()
        for (const [verb, who, bytes] of taken) {
          does[verb](who, bytes)
          await turn()
          expect(heldBytes()).toBeLessThanOrEqual(totalBytes)
        }
        for (let left = takers.length; left > 0; left = takers.length) {
          for (const taker of takers) grow(taker, totalBytes)
          const finished = takers.findIndex(({ isWaiting }) => !isWaiting)
          expect(finished).not.toBe(-1)
          does.leave(finished)
          await turn()
        }
      }),
    )
  })

  test('gives what is released to those who came first', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    const [first, ...rest] = Array.from({ length: 3 }, () => budget.open(totalBytes))
    const served: number[] = []
    first?.grow(totalBytes, () => {})
    for (const [index, share] of rest.entries()) share.grow(40, () => served.push(index))
    first?.release()
    await turn()
    expect(served).toEqual([0])
    rest[0]?.release()
    await turn()
    expect(served).toEqual([0, 1])
  })

  test('lets small ones by while a large one waits', () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    expect(budget.open(25).grow(20, () => {})).toBe(true)
    expect(budget.open(25).grow(10, () => {})).toBe(true)
    expect(budget.open(25).grow(25, () => {})).toBe(false)
    expect(budget.open(5).grow(5, () => {})).toBe(true)
  })

  test('tells nobody who has left, and counts the time in which somebody waited', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    const [holder, waiting] = [budget.open(totalBytes), budget.open(totalBytes)]
    let told = false
    const tell = () => {
      told = true
    }
    holder.grow(totalBytes, tell)
    expect(budget.waitedMs()).toBe(0)
    waiting.grow(1, tell)
    await new Promise((resolve) => setTimeout(resolve, 20))
    holder.release()
    waiting.release()
    await turn()
    const waitedMs = budget.waitedMs()
    expect(told).toBe(false)
    expect(waitedMs).toBeGreaterThan(15)
    await turn()
    expect(budget.waitedMs()).toBe(waitedMs)
  })

  test('grants nothing while more is held than there is', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    const share = budget.open(20)
    const letGo = [budget.hold(40), budget.hold(40)]
    const granted = vi.fn()
    expect(share.grow(1, granted)).toBe(false)
    for (const [index, release] of letGo.entries()) {
      expect(granted).toHaveBeenCalledTimes(0)
      release()
      await turn()
      expect(granted).toHaveBeenCalledTimes(index)
    }
  })

  test('refuses a share that it could never give', () => {
    expect(() => createByteBudget(totalBytes, () => performance.now()).open(totalBytes + 1)).toThrow(RangeError)
  })
})
