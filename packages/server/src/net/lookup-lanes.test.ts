import { expect, test } from 'vitest'
import type { ResolvedAddress } from './guarded-fetch-types.ts'
import { createLookupLanes } from './lookup-lanes.ts'

const address: ResolvedAddress[] = [{ address: '192.0.2.1', family: 4 }]

/** As the system: two lookups at a time, in turn; names that start with "dead" end only by `fail()`. */
function createSystem() {
  const asked: string[] = []
  const queue: (() => void)[] = []
  const dead: (() => void)[] = []
  let running = 0
  const next = () => {
    if (running < 2) queue.shift()?.()
  }
  return {
    asked,
    fail: () => dead.shift()?.(),
    async resolve(host: string) {
      await new Promise<void>((resolve) => {
        queue.push(resolve)
        next()
      })
      running++
      asked.push(host)
      try {
        if (host.startsWith('dead')) await new Promise<void>((_, reject) => dead.push(() => reject(new Error(host))))
        return address
      } finally {
        running--
        next()
      }
    },
  }
}

test('createLookupLanes() answers for a known name while the servers of many others are silent', async () => {
  const { resolve, asked } = createSystem()
  const lookUp = createLookupLanes(resolve, { maxUnproven: 1, nowMs: () => 0 })
  await lookUp('good')
  for (const host of ['dead1', 'dead2', 'dead3']) lookUp(host).catch(() => {})
  expect(await lookUp('good')).toEqual(address)
  expect(asked).toEqual(['good', 'dead1', 'good'])
})

test('createLookupLanes() asks for a name that waits when one before it has failed', async () => {
  const { resolve, asked, fail } = createSystem()
  const lookUp = createLookupLanes(resolve, { maxUnproven: 1, nowMs: () => 0 })
  const silent = lookUp('dead')
  const other = lookUp('other')
  await expect.poll(() => asked).toEqual(['dead'])
  fail()
  await expect(silent).rejects.toThrow('dead')
  expect(await other).toEqual(address)
})

test('createLookupLanes() counts a known name as unknown once its lookup fails', async () => {
  let isDown = false
  const asked: string[] = []
  const hanging = Promise.withResolvers<ResolvedAddress[]>()
  const lookUp = createLookupLanes(
    async (host) => {
      asked.push(host)
      if (host === 'dead') return hanging.promise
      if (isDown) throw new Error('down')
      return address
    },
    { maxUnproven: 1, nowMs: () => 0 },
  )
  await lookUp('good')
  isDown = true
  await expect(lookUp('good')).rejects.toThrow('down')
  const silent = lookUp('dead')
  const waiting = lookUp('good')
  expect(asked).toEqual(['good', 'good', 'dead'])
  isDown = false
  hanging.resolve(address)
  expect(await Promise.all([silent, waiting])).toEqual([address, address])
})

test('createLookupLanes() drops a name that has waited longer than anyone waits for it', async () => {
  const { resolve, asked, fail } = createSystem()
  let nowMs = 0
  const lookUp = createLookupLanes(resolve, { maxUnproven: 1, nowMs: () => nowMs })
  const silent = lookUp('dead')
  const late = lookUp('late')
  await expect.poll(() => asked).toEqual(['dead'])
  nowMs = 10_001
  const soon = lookUp('soon')
  fail()
  await expect(silent).rejects.toThrow('dead')
  await expect(late).rejects.toThrow('do not respond')
  expect(await soon).toEqual(address)
  expect(asked).toEqual(['dead', 'soon'])
})
