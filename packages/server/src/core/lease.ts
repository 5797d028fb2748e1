import { lettersOf } from './ids.ts'
import type { LeaseName } from './ports/data/leases.ts'
import type { World } from './ports/world.ts'

const RELEASE_WITHIN_MS = 2000

/** The right to do what one process at a time does for all. */
export interface Lease {
  /** Claims or renews it. @returns whether this process has it now */
  claim(): Promise<boolean>
  /** Lets another process have it as soon as the work has ended. Does not fail, nor wait for long: it ends by itself. */
  releaseAfter(work: Promise<unknown>): Promise<void>
}

export interface LeaseOptions {
  name: LeaseName
  /** Longer than claims are apart, so that it stays with the same process. */
  forMs: number
  /** No other process uses the database. */
  isAlone: boolean
}

/** A lease for this process, which has it from its first claim that succeeds until it stops to claim it. */
export function createLease(
  { clock, data, random }: Pick<World, 'clock' | 'data' | 'random'>,
  { name, forMs, isAlone }: LeaseOptions,
): Lease {
  if (isAlone) return { claim: async () => true, releaseAfter: async () => {} }
  const owner = lettersOf(random.bytes(24))
  return {
    claim: () => data.leases.claim(name, { owner, at: clock.now(), forMs }),
    async releaseAfter(work) {
      const released = work.then(() => data.leases.release(name, owner)).catch(() => {})
      const time = new Promise((resolve) => setTimeout(resolve, RELEASE_WITHIN_MS).unref())
      await Promise.race([released, time])
    },
  }
}
