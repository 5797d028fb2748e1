import type { Format } from '#bench/render/peer.ts'
import type { WorkloadName } from '#bench/render/workloads.ts'

/** What a lane is told: make these pictures, so many of them at once. */
export interface Order {
  readonly workload: WorkloadName
  readonly format: Format
  readonly from: number
  readonly count: number
  readonly atOnce: number
}

/** What they cost. */
export interface Paid {
  readonly ms: number
  /** Of the process itself: what other processes of a browser use is not in it. */
  readonly cpuMs: number
  /** The size of the last file. */
  readonly bytes: number
  readonly peakBytes: number
}
