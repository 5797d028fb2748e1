import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** Processor time of a process and of those it started, by the kernel (Linux). */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  const below = await Promise.all(children.map((child) => cpuSeconds(Number(child))))
  return below.reduce((sum, one) => sum + one, (Number(fields[11]) + Number(fields[12])) / ticksPerSecond)
}
