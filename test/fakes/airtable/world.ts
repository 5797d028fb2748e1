import type { Base, Iteration, StoredFile, StoredRecord, Table, Token } from './model.ts'

/** What a test can set. Lives and limits are those of the real service unless said otherwise. */
export interface Settings {
  /** Milliseconds since 1970. */
  now: () => number
  /** Refuse what is not modelled (default) instead of ignoring it. */
  strict: boolean
  callsPerBase: number
  callsPerToken: number
  windowMs: number
  penaltyMs: number
  /** Whether metadata and webhook calls of a base use up its calls per second. */
  metaSharesBaseLimit: boolean
  /** Calls that the month has, and in which shape their end is told. */
  monthlyCalls: number | null
  quotaShape: 'error' | 'errors'
  iteratorLifeMs: number
  attachmentUrlLifeMs: number
  webhookLifeMs: number
  basesPerPage: number
  /** Origins from which attachments by URL are fetched; every other fetch fails. */
  fetchFrom: readonly string[]
  /** `manual`: attachments stay pending until `control.fetchAttachments()`. */
  attachmentFetch: 'at-once' | 'manual'
  maxUploadBytes: number
}

export const defaultSettings: Settings = {
  now: Date.now,
  strict: true,
  callsPerBase: 5,
  callsPerToken: 50,
  windowMs: 1000,
  penaltyMs: 30_000,
  metaSharesBaseLimit: true,
  monthlyCalls: null,
  quotaShape: 'error',
  iteratorLifeMs: 5 * 60_000,
  attachmentUrlLifeMs: 2 * 3_600_000,
  webhookLifeMs: 7 * 24 * 3_600_000,
  basesPerPage: 1000,
  fetchFrom: [],
  attachmentFetch: 'at-once',
  maxUploadBytes: 5 * 1024 * 1024,
}

/** All that the fake knows. */
export interface World {
  settings: Settings
  /** Where attachments are served and uploads go to. */
  contentUrl: string
  bases: Base[]
  tokens: Map<string, Token>
  files: Map<string, StoredFile>
  iterations: Map<string, Iteration>
  /** Signs attachment URLs; a new one ends all of them. */
  urlSecret: Buffer
  waitingFetches: (() => Promise<void>)[]
  /** Fetches and pings under way. */
  underWay: Set<Promise<void>>
  /** Pings that were not sent, for they would have left loopback. */
  refusedPings: string[]
}

/** Lets something go on behind the answer; `control.settled()` waits for it. */
export function goOn(world: World, work: Promise<void>): void {
  const watched = work.finally(() => world.underWay.delete(watched))
  world.underWay.add(watched)
}

export function tableById(base: Base, id: unknown): Table | undefined {
  return base.tables.find((table) => table.id === id)
}

export function linkedRecords(table: Table | undefined, ids: unknown): StoredRecord[] {
  if (!table || !Array.isArray(ids)) return []
  return ids.flatMap((id) => {
    const found = table.records.get(String(id))
    return found ? [found] : []
  })
}
