import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** User and system time of a process, and of the processes that it started and that have ended. */
async function timesOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) / ticksPerSecond)
}

const sum = (seconds: readonly number[]) => seconds.reduce((all, each) => all + each, 0)

/** Processor time of a process alone, with all of its threads, by the kernel (Linux). */
export const ownCpuSeconds = async (pid: number): Promise<number> => sum((await timesOf(pid)).slice(0, 2))

/** Processor time of a process and of those it started, also of those that have ended, by the kernel (Linux). */
export async function cpuSeconds(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  return sum([...(await timesOf(pid)), ...(await Promise.all(children.map((child) => cpuSeconds(Number(child)))))])
}
