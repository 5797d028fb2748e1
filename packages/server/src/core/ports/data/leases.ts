/** Work that one process at a time does for all. */
export type LeaseName = 'measure_queues' | 'watch_tables'

export interface LeaseData {
  /** Claims or renews the lease for `forMs` from `at` on. @returns whether it is the owner's now */
  claim(name: LeaseName, lease: { owner: string; at: Date; forMs: number }): Promise<boolean>
  /** Lets another process claim it without waiting for its end. */
  release(name: LeaseName, owner: string): Promise<void>
}
