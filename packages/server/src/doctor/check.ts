import type { Config } from '#server/settings/config.ts'

/** What was found, and what helps. */
export interface Finding {
  state: 'ok' | 'warning' | 'failed'
  detail: string
  cure?: string
}

/** One thing that has to be right; what it throws has failed. */
export interface Check {
  name: string
  /** The check without which this one finds nothing new: it is left out when that has failed. */
  after?: string
  look(config: Config): Promise<Finding>
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail })
export const warning = (detail: string, cure: string): Finding => ({ state: 'warning', detail, cure })
export const failed = (detail: string, cure: string): Finding => ({ state: 'failed', detail, cure })

/** How long something takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
