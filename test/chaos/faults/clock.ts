import type { Fault } from '#test/chaos/faults/fault.ts'
import { type Preload, writePreload } from '#test/chaos/faults/preload.ts'

/** The clock of processes, which can be moved while they work. */
export interface MovableClock {
  /** What processes are started with to go by it. */
  preload: Preload
  faults(whose: string): Fault[]
}

const hourMs = 3_600_000

/** `Date` tells another time, as soon as the file says so. */
const source = (file: string) => `
import { readFileSync, watch } from 'node:fs'
const RealDate = Date
let movedMs = 0
const read = () => { movedMs = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) || 0 }
watch(${JSON.stringify(file)}, { persistent: false }, read)
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + movedMs)
    else super(...given)
  }
  static now() { return RealDate.now() + movedMs }
}
`

/** `moveClock()` prepares a clock that starts right. */
export function moveClock(): MovableClock {
  const preload = writePreload(source)
  const byHour = (name: string, byMs: number): Fault => ({
    name,
    begin: async () => preload.tell(String(byMs)),
    end: async () => preload.tell('0'),
  })
  return {
    preload,
    faults: (whose) => [
      byHour(`${whose} is set forward by an hour, and back`, hourMs),
      byHour(`${whose} is set back by an hour, and forward`, -hourMs),
    ],
  }
}
