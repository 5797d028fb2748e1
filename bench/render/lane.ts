import type { Order, Paid } from '#bench/render/order.ts'
import type { Painter } from '#bench/render/peer.ts'
import { readWorkloads } from '#bench/render/workloads.ts'

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

function painterOf(workloadName: string): Promise<Painter> {
  const known = painters.get(workloadName)
  if (known) return known
  const workload = workloads.find((each) => each.name === workloadName)
  if (!workload) throw new Error(`there is no workload ${workloadName}`)
  const painter = peer.open(workload)
  painters.set(workloadName, painter)
  return painter
}

async function carryOut({ workload, format, from, count, atOnce }: Order): Promise<Paid> {
  const painter = await painterOf(workload)
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
