import { openManyMachines } from '#test/chaos/faults/many-machines.ts'
import { openOneProcess } from '#test/chaos/faults/one-process.ts'
import { type FaultRow, suffer } from '#test/chaos/faults/suffer.ts'
import { openTableElsewhere } from '#test/chaos/faults/table-elsewhere.ts'

/** Each with the faults that can befall it. */
const scenes = { machines: openManyMachines, process: openOneProcess, table: openTableElsewhere }

export interface FaultOptions {
  times: number
  lastsMs: number
  records: number
  /** Only this scene. */
  scene?: string
  /** Only faults with this in their names. */
  only?: string
  log?: (row: FaultRow) => void
}

/** Every fault of every scene, one after the other. */
export async function sufferAll(options: FaultOptions): Promise<FaultRow[]> {
  const { records, scene: wanted, only = '', log = () => {} } = options
  const rows: FaultRow[] = []
  for (const [name, open] of Object.entries(scenes)) {
    if (wanted !== undefined && wanted !== name) continue
    await using closing = new AsyncDisposableStack()
    const scene = await open(records, closing)
    if (scene === null) continue
    for (const fault of scene.faults.filter((one) => one.name.includes(only))) {
      const row = await suffer(scene.installation, fault, options)
      rows.push(row)
      log(row)
    }
  }
  return rows
}
