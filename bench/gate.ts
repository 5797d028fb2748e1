import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment, childFlags } from '@pictable/server/rendering/fork-child.ts'
import { z } from 'zod'
import { type Bench, median } from '#bench/bench.ts'
import { type Checkout, checkOutBase, nodeOf, ownCheckout } from '#bench/gate/checkout.ts'
import { isSlower, medianInterval } from '#bench/gate/interval.ts'
import { writeScenes } from '#bench/gate/scenes.ts'
import { measureServer } from '#bench/gate/server-cells.ts'
import { type Row, tableText } from '#bench/gate/table.ts'

const [PAIRS, QUICK_PAIRS] = [15, 3]
const [AMOUNTS, QUICK_AMOUNTS] = [
  { cards: 120, renders: 40, pictures: 3 },
  { cards: 40, renders: 20, pictures: 2 },
]

type Cells = Record<string, number>

async function measureRenderer(version: Checkout, folder: string, pictures: number): Promise<Cells> {
  const program = join(import.meta.dirname, 'gate', 'render-cells.ts')
  const { PATH = '', HOME = '/tmp' } = process.env
  const args = [...childFlags, '--disable-warning=ExperimentalWarning', program, version.root, folder, `${pictures}`]
  const { stdout } = await promisify(execFile)(nodeOf(version), args, {
    cwd: version.root,
    env: { ...childEnvironment, PATH, HOME },
  })
  return z.record(z.string(), z.number()).parse(JSON.parse(stdout))
}

function rowsOf(base: readonly Cells[], now: readonly Cells[]): Row[] {
  return Object.keys(now[0] ?? {}).map((cell) => {
    const [before, after] = [base, now].map((all) => all.map((cells) => cells[cell] ?? Number.NaN))
    const ratios = (after ?? []).map((ms, at) => ms / (before?.[at] ?? Number.NaN))
    return { cell, baseMs: median(before ?? []), nowMs: median(after ?? []), ratio: medianInterval(ratios) }
  })
}

const keyOf = (cell: string) => cell.replace(',', '').replaceAll(' ', '_')

/** `--quick` tries it and judges nothing: three pairs are too few for bounds. */
export const gate: Bench = {
  name: 'gate',
  summary:
    'processor time beside an older version (--base <commit>, by default the newest tag); fails if slower by 5 %',
  async run({ quick, base: wanted }) {
    const [pairs, amounts] = quick ? [QUICK_PAIRS, QUICK_AMOUNTS] : [PAIRS, AMOUNTS]
    const base = await checkOutBase(wanted)
    const folder = await mkdtemp(join(tmpdir(), 'pictable-gate-scenes-'))
    const measured: { base: Cells[]; now: Cells[] } = { base: [], now: [] }
    const measureAll = async (version: Checkout): Promise<Cells> => ({
      ...(await measureRenderer(version, folder, amounts.pictures)),
      ...(await measureServer(version, { base, amounts })),
    })
    try {
      await writeScenes(folder)
      for (let pair = 0; pair < pairs; pair++) {
        // The second one may find warmer caches and a hotter processor: they take turns.
        const order = pair % 2 === 0 ? (['base', 'now'] as const) : (['now', 'base'] as const)
        for (const side of order) measured[side].push(await measureAll(side === 'base' ? base : ownCheckout))
        console.log(`  pair ${pair + 1} of ${pairs}`)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
      await base.remove()
    }
    const rows = rowsOf(measured.base, measured.now)
    console.log(`\n${tableText(rows, { base: base.name, pairs })}`)
    const slower = rows.filter(({ ratio }) => isSlower(ratio))
    return {
      figures: Object.fromEntries(rows.map(({ cell, nowMs }) => [`${keyOf(cell)}_cpu_ms`, nowMs])),
      ratios: Object.fromEntries(rows.map(({ cell, ratio }) => [`${keyOf(cell)}_vs_base`, ratio.median])),
      ...(slower.length > 0 && { failure: `slower than ${base.name}: ${slower.map(({ cell }) => cell).join(', ')}` }),
    }
  },
}
