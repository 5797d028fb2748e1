import { loadavg } from 'node:os'
import { type Bench, median } from '#bench/bench.ts'
import { hasChromium } from '#bench/render/chromium.ts'
import { measureProcess } from '#bench/render/endurance.ts'
import { type Lane, openLane } from '#bench/render/open-lane.ts'
import { type Format, formats } from '#bench/render/peer.ts'
import { ownNames, sameNames, type WorkloadName, workloadNames } from '#bench/render/workloads.ts'

/** The cheap ones take more turns: their ratio is the one that is aimed at. */
const entrants = [
  { name: 'pictable', turns: 5 },
  { name: 'floor', turns: 5 },
  { name: 'byhand', turns: 1 },
  { name: 'satori', turns: 1 },
  { name: 'chromium', turns: 1 },
] as const

/** What is measured is a run of one template, whose code has been compiled: not its first records. */
const WARM_PICTURES = 15

type EntrantName = (typeof entrants)[number]['name']

interface Entrant {
  readonly name: EntrantName
  readonly turns: number
  readonly lanes: readonly Lane[]
}

interface Cell {
  readonly workload: WorkloadName
  readonly format: Format
  readonly cores: 1 | 2
}

interface Sample {
  readonly msPerImage: number
  readonly cpuMsPerImage: number
  readonly kilobytes: number
}

type Samples = Map<EntrantName, Sample[]>

let nextIndex = 1

/** One core: a picture at a time in one process. Two: two processes with up to two at once each, as the product has them. */
async function turn({ lanes }: Entrant, { workload, format, cores }: Cell, pictures: number): Promise<Sample> {
  const startedAt = performance.now()
  const paid = await Promise.all(
    lanes.slice(0, cores).map((lane) => {
      const order = { workload, format, from: nextIndex, count: pictures, atOnce: cores }
      nextIndex += pictures
      return lane.carryOut(order)
    }),
  )
  const made = pictures * paid.length
  return {
    msPerImage: (performance.now() - startedAt) / made,
    cpuMsPerImage: paid.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / made,
    kilobytes: (paid[0]?.bytes ?? 0) / 1024,
  }
}

/** All peers in turn, again and again, until the time is over; at least once. */
async function measure(peers: readonly Entrant[], cell: Cell, budgetMs: number): Promise<Samples> {
  const samples: Samples = new Map(peers.map(({ name }) => [name, []]))
  const pictures = cell.cores === 1 ? 1 : budgetMs === 0 ? 2 : 4
  // What is kept of this template may have given way to that of the one before.
  for (const peer of peers) if (peer.turns > 1) await turn(peer, cell, 3)
  const deadline = performance.now() + budgetMs
  do {
    for (let round = 0; round < 5; round++) {
      for (const peer of peers) {
        if (round < peer.turns) samples.get(peer.name)?.push(await turn(peer, cell, pictures))
      }
    }
  } while (performance.now() < deadline)
  return samples
}

function print(cell: Cell, samples: Samples): void {
  const { workload, format, cores } = cell
  const floor = middle(samples, 'floor', 'msPerImage')
  const [load = 0] = loadavg()
  console.log(`\n${workload} ${format}, ${cores === 1 ? 'one core' : 'two cores'} (load ${load.toFixed(1)})`)
  for (const [name, taken] of samples) {
    const ms = middle(samples, name, 'msPerImage')
    const cells = [
      name.padEnd(10),
      `${(1000 / ms).toFixed(1)}/s`.padStart(9),
      `${ms.toFixed(1)} ms`.padStart(11),
      name === 'chromium' ? '' : `${middle(samples, name, 'cpuMsPerImage').toFixed(1)} ms CPU`.padStart(15),
      `${middle(samples, name, 'kilobytes').toFixed(0)} KB`.padStart(9),
      `${(floor / ms).toFixed(2)} of the floor`.padStart(20),
      `${taken.length} samples`.padStart(13),
    ]
    console.log(`  ${cells.join('')}`)
  }
}

function middle(samples: Samples, name: EntrantName, key: keyof Sample): number {
  return median((samples.get(name) ?? []).map((sample) => sample[key]))
}

/** Rates of the product divided by those of each peer; beside the floor also by CPU time, which other work on the machine does not touch. */
function ratiosOf({ workload, format, cores }: Cell, samples: Samples): Record<string, number> {
  const own = middle(samples, 'pictable', 'msPerImage')
  const others = [...samples.keys()].filter((name) => name !== 'pictable')
  const key = `${workload}_${format}${cores === 2 ? '_2cores' : ''}`
  const cpu = middle(samples, 'floor', 'cpuMsPerImage') / middle(samples, 'pictable', 'cpuMsPerImage')
  return {
    ...Object.fromEntries(others.map((name) => [`${key}_vs_${name}`, middle(samples, name, 'msPerImage') / own])),
    [`${key}_cpu_vs_floor`]: cpu,
  }
}

/** What a photo costs that was shown before is a question to the product alone. */
function comparedIn(workload: WorkloadName, peers: readonly Entrant[]): readonly Entrant[] {
  return ownNames.some((own) => own === workload) ? peers : peers.filter(({ turns }) => turns > 1)
}

function cellsOf(quick: boolean): Cell[] {
  const own = ([1, 2] as const).flatMap((cores) =>
    ownNames.flatMap((workload) => formats.map((format): Cell => ({ workload, format, cores }))),
  )
  const same = sameNames.flatMap((workload) => {
    return (['jpeg', 'webp'] as const).map((format): Cell => ({ workload, format, cores: 1 }))
  })
  if (!quick) return [...own, ...same]
  return [
    ...own.filter(({ cores, format }) => cores === 1 || format === 'jpeg'),
    ...same.filter(({ format }) => format === 'jpeg'),
  ]
}

/** In a hurry those that are there for comparison alone get by with one process. */
async function openAll(quick: boolean): Promise<Entrant[]> {
  const present = entrants.filter(({ name }) => name !== 'chromium' || hasChromium)
  if (present.length < entrants.length) console.log('chromium is left out: apt-get install chromium brings it')
  return Promise.all(
    present.map(async ({ name, turns }) => ({
      name,
      turns,
      lanes: await Promise.all(quick && turns === 1 ? [openLane(name)] : [openLane(name), openLane(name)]),
    })),
  )
}

/**
 * Pictures per second of the renderer, beside others that draw the same and beside decoding and encoding alone: a
 * minute with `--quick`, some five without. With `--long` start and memory of one render process, for half an hour.
 */
export const render: Bench = {
  name: 'render',
  summary: 'pictures per second: four workloads, three formats, beside peers and the floor',
  async run({ quick, long }) {
    if (long) return measureProcess()
    const peers = await openAll(quick)
    const figures: Record<string, number> = {}
    const ratios: Record<string, number> = {}
    try {
      for (const workload of workloadNames) {
        const warm = (peer: Entrant) =>
          turn(peer, { workload, format: 'jpeg', cores: 2 }, peer.turns > 1 ? WARM_PICTURES : quick ? 1 : 2)
        for (const peer of comparedIn(workload, peers)) await warm(peer)
      }
      for (const cell of cellsOf(quick)) {
        const isFirst = cell.cores === 1 && cell.format === 'jpeg'
        const compared = comparedIn(cell.workload, peers)
        const present = quick && !isFirst ? compared.filter(({ turns }) => turns > 1) : compared
        const samples = await measure(present, cell, quick ? 0 : 8000)
        print(cell, samples)
        Object.assign(ratios, ratiosOf(cell, samples))
        const key = `${cell.workload}_${cell.format}${cell.cores === 2 ? '_2cores' : ''}_per_second`
        figures[key] = 1000 / middle(samples, 'pictable', 'msPerImage')
      }
    } finally {
      for (const { lanes } of peers) for (const lane of lanes) lane.close()
    }
    return { figures, ratios }
  },
}
