import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What a process holds in memory now, and held at most, in MiB; NaN where the system does not tell. */
export function memoryOf(pid: number | undefined): { residentMib: number; peakMib: number } {
  const path = `/proc/${pid}/status`
  const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  return { residentMib: of('VmRSS'), peakMib: of('VmHWM') }
}

/** From now on, `peakMib` is what the process holds from here on. */
export function forgetPeak(pid: number): void {
  const path = `/proc/${pid}/clear_refs`
  if (existsSync(path)) writeFileSync(path, '5')
}
