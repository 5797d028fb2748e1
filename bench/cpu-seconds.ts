import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** Processor time of a process and of those it started, also of those that have ended, by the kernel (Linux). */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  const below = await Promise.all(children.map((child) => cpuSeconds(Number(child))))
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
  return below.reduce((sum, one) => sum + one, ticks / ticksPerSecond)
}
