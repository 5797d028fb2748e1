import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, median } from '#bench/bench.ts'
import { type Checkout, checkOutBase, nodeOf, ownCheckout, ownRoot } from '#bench/gate/checkout.ts'
import { type Command, type ServerLife, startLife } from '#bench/gate/server-life.ts'

const [PAIRS, QUICK_PAIRS] = [7, 2]

interface Side {
  name: string
  /** `pictable` of this side: it needs no build before its start. */
  program: string
  node: string
  design: unknown
}

interface Start {
  firstMs: number
  firstCpuMs: number
  imageMs: number
  imageCpuMs: number
  laterMs: number
  laterCpuMs: number
  peakMib: number
}

async function sideOf(name: string, version: Checkout, program: string): Promise<Side> {
  const design: unknown = JSON.parse(await readFile(join(version.root, 'examples/templates/social-card.json'), 'utf8'))
  return { name, program, node: nodeOf(version), design }
}

/** Renders one image of a new template, which needs everything. */
async function makeImage(life: ServerLife, design: unknown): Promise<void> {
  const { id } = Object(await life.ask('POST', '/v1/templates', { design, publish: true }))
  await life.ask('POST', '/v1/images', { template_id: id, formats: ['jpeg'], values: { Name: 'Teapot', Price: 24.5 } })
}

/** A folder of compiled code that is as empty as that of a new user. */
async function measureStart({ node, program, design }: Side): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-start-'))
  const command: Command = { program: node, args: [program, 'serve'], cwd: folder }
  const settings = { PICTABLE_DATA_DIR: join(folder, 'data'), PICTABLE_SEED_SAMPLE: 'false', HOME: folder }
  try {
    const first = await startLife(command, settings)
    const startedAt = performance.now()
    await makeImage(first, design)
    const imageMs = first.live.ms + performance.now() - startedAt
    const imageCpuMs = await first.cpuMs()
    await first.end()
    // The second start may store compiled code for the later ones.
    await (await startLife(command, settings)).end()
    const later = await startLife(command, settings)
    await later.end()
    return {
      ...{ firstMs: first.live.ms, firstCpuMs: first.live.cpuMs, imageMs, imageCpuMs },
      ...{ laterMs: later.live.ms, laterCpuMs: later.live.cpuMs },
      peakMib: Math.max(first.peakMib(), later.peakMib()),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The package as it is published, in a folder below this repository, where its dependencies are. */
async function stagePackage(): Promise<string> {
  const staged = join(ownRoot, 'out', 'bench-start')
  await rm(staged, { recursive: true, force: true })
  console.log('Writing the package pictable …')
  await promisify(execFile)(process.execPath, [join(ownRoot, 'release/stage.ts'), staged], { cwd: ownRoot })
  return staged
}

const programOf = (root: string) => {
  const inClone = join(root, 'packages/server/bin/pictable.js')
  return existsSync(inClone) ? inClone : join(root, 'bin/pictable.js')
}

const keys = ['firstMs', 'firstCpuMs', 'imageMs', 'imageCpuMs', 'laterMs', 'laterCpuMs', 'peakMib'] as const

const titles: Readonly<Record<(typeof keys)[number], string>> = {
  ...{ firstMs: 'first_live_ms', firstCpuMs: 'first_live_cpu_ms', imageMs: 'first_image_ms' },
  ...{ imageCpuMs: 'first_image_cpu_ms', laterMs: 'later_live_ms', laterCpuMs: 'later_live_cpu_ms' },
  peakMib: 'peak_mib',
}

/** How long a start takes and how much memory, beside an older version: its clone, ours, and our package as it is published. */
export const start: Bench = {
  name: 'start',
  summary: 'first and later starts to /livez and to the first image, peak memory, beside --base <commit> (Linux)',
  async run({ quick, base: wanted }) {
    const base = await checkOutBase(wanted)
    const staged = await stagePackage()
    try {
      const sides = [
        await sideOf('base', base, programOf(base.root)),
        await sideOf('clone', ownCheckout, programOf(ownRoot)),
        await sideOf('package', ownCheckout, programOf(staged)),
      ]
      const measured = new Map<string, Start[]>(sides.map(({ name }) => [name, []]))
      for (let round = 0; round < (quick ? QUICK_PAIRS : PAIRS); round++) {
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          const taken = await measureStart(side)
          measured.get(side.name)?.push(taken)
          console.log(`  ${side.name}: ${keys.map((key) => `${titles[key]} ${taken[key].toFixed(0)}`).join(', ')}`)
        }
      }
      const figures: Record<string, number> = {}
      const ratios: Record<string, number> = {}
      for (const [name, starts] of measured) {
        for (const key of keys) {
          figures[`${name}_${titles[key]}`] = median(starts.map((one) => one[key]))
          const pairs = starts.map((one, at) => one[key] / (measured.get('base')?.[at]?.[key] ?? Number.NaN))
          if (name !== 'base') ratios[`${name}_${titles[key]}_vs_base`] = median(pairs)
        }
      }
      return { figures, ratios }
    } finally {
      await base.remove()
      await rm(staged, { recursive: true, force: true })
    }
  },
}
