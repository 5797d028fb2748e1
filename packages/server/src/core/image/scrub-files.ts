import { fileProblems, ownerKinds } from '@pictable/model/stored-file'
import { z } from 'zod'
import { hasPassed } from '#core/has-passed.ts'
import type { SettingData } from '#core/ports/data/access.ts'
import type { World } from '#core/ports/world.ts'
import { type BrokenFile, firstFiles, inspectFile, isNamed, type NamedFile, pageOfFiles } from './stored-files.ts'

const SETTING = 'storage_scrub'
const DAY_MS = 24 * 3_600_000
/** One page a minute, in all processes together. */
const PAGE_ROWS = 100
/** Of more broken files only the number is kept. */
const MAX_LISTED = 100

const brokenFile = z.object({
  key: z.string(),
  kind: z.enum(ownerKinds),
  id: z.string(),
  problem: z.enum(fileProblems),
})

const scrubState = z.object({
  /** Null between two passes. */
  cursor: z.object({ kind: z.enum(ownerKinds), after: z.string().nullable() }).nullable(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Files of this pass so far. */
  checked: z.int().default(0),
  broken: z.array(brokenFile),
  /** Broken files of this pass beyond those that are listed. */
  unlisted: z.int(),
})

export type ScrubState = z.output<typeof scrubState>

/** Null until the first pass has begun. */
export async function readScrub(settings: Pick<SettingData, 'get'>): Promise<ScrubState | null> {
  return scrubState.safeParse(await settings.get(SETTING)).data ?? null
}

/** What the next page starts with; null while no pass is due. */
function nextPass(state: ScrubState | null, at: Date, everyDays: number): ScrubState | null {
  if (state !== null && state.cursor !== null) return state
  if (state !== null && !hasPassed(everyDays * DAY_MS, { since: new Date(state.startedAt), now: at })) return null
  const broken = state?.broken ?? []
  const finishedAt = state?.finishedAt ?? null
  return { cursor: firstFiles, startedAt: at.toISOString(), finishedAt, checked: 0, broken, unlisted: 0 }
}

type Needs = Pick<World, 'clock' | 'data' | 'storage'>

async function findBroken({ storage }: Needs, files: readonly NamedFile[], signal: AbortSignal): Promise<BrokenFile[]> {
  const broken: BrokenFile[] = []
  for (const file of files) {
    signal.throwIfAborted()
    const found = await inspectFile(storage, file)
    if (found !== null) broken.push(found)
  }
  return broken
}

/** Of those that were broken: without what was repaired or deleted. */
async function checkAgain(world: Needs, { broken }: ScrubState, signal: AbortSignal): Promise<BrokenFile[]> {
  const named: BrokenFile[] = []
  for (const file of broken) if (await isNamed(world.data, file)) named.push(file)
  return findBroken(world, named, signal)
}

async function checkPage(world: Needs, state: ScrubState, signal: AbortSignal): Promise<ScrubState> {
  if (state.cursor === null) return state
  const { files, next } = await pageOfFiles(world.data, state.cursor, PAGE_ROWS)
  const known = new Set(state.broken.map(({ key, id }) => `${key} ${id}`))
  const rest = files.filter(({ key, id }) => !known.has(`${key} ${id}`))
  const broken = [...state.broken, ...(await findBroken(world, rest, signal))]
  return {
    ...state,
    cursor: next,
    finishedAt: next === null ? world.clock.now().toISOString() : state.finishedAt,
    checked: state.checked + files.length,
    broken: broken.slice(0, MAX_LISTED),
    unlisted: state.unlisted + Math.max(0, broken.length - MAX_LISTED),
  }
}

/**
 * Checks one page of all stored files, and those that were broken before, against their SHA-256: at most once a minute,
 * whichever process asks. Where it is and what it found is kept, so it continues after a restart.
 */
export async function scrubFiles(
  world: Needs,
  { everyDays, signal }: { everyDays: number; signal: AbortSignal },
): Promise<void> {
  const { clock, data } = world
  const at = clock.now()
  const { waitMs } = await data.rateLimits.take('storage-scrub', { perMinute: 1, burst: 1, cost: 1, at })
  if (waitMs > 0) return
  const before = await readScrub(data.settings)
  const pass = nextPass(before, at, everyDays) ?? before
  if (pass === null) return
  const broken = await checkAgain(world, pass, signal)
  const after = await checkPage(world, { ...pass, broken }, signal)
  if (JSON.stringify(after) !== JSON.stringify(before)) await data.settings.set(SETTING, after)
}
