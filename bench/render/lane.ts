import { largeFramePx } from '@pictable/server/rendering/task.ts'
import type { Order, Paid } from '#bench/render/order.ts'
import type { Painter } from '#bench/render/peer.ts'
import { readWorkloads, type Workload } from '#bench/render/workloads.ts'

/** A process that makes the pictures of one peer: its name is the argument. It holds nothing of the others. */
const peers = {
  pictable: async () => (await import('#bench/render/pictable.ts')).pictable,
  floor: async () => (await import('#bench/render/floor.ts')).floor,
  chromium: async () => (await import('#bench/render/chromium.ts')).chromium,
  satori: async () => (await import('#bench/render/satori-resvg.ts')).satoriResvg,
  byhand: async () => (await import('#bench/render/by-hand.ts')).byHand,
}
const [, , name] = process.argv
const open = Object.entries(peers).find(([known]) => known === name)?.[1]
if (!open) throw new Error(`there is no peer ${name}`)
const peer = await open()
const workloads = await readWorkloads()
const painters = new Map<string, Promise<Painter>>()

function workloadOf(name: string): Workload {
  const workload = workloads.find((each) => each.name === name)
  if (!workload) throw new Error(`there is no workload ${name}`)
  return workload
}

function painterOf(workload: Workload): Promise<Painter> {
  const painter = painters.get(workload.name) ?? peer.open(workload)
  painters.set(workload.name, painter)
  return painter
}

async function carryOut({ workload: name, format, from, count, ...order }: Order): Promise<Paid> {
  const workload = workloadOf(name)
  const painter = await painterOf(workload)
  const { width, height } = workload.sceneOf(0)
  // Large ones are made one at a time, as the product makes them.
  const atOnce = width * height > largeFramePx ? 1 : order.atOnce
  let next = from
  let bytes = 0
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const paintAll = async () => {
    while (next < from + count) bytes = (await painter.paint(next++, format)).length
  }
  await Promise.all(Array.from({ length: atOnce }, paintAll))
  const { user, system } = process.cpuUsage(before)
  const ms = performance.now() - startedAt
  return { ms, cpuMs: (user + system) / 1000, bytes, peakBytes: process.resourceUsage().maxRSS * 1024 }
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (paid) => process.send?.(paid),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
