import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFeed, type Feed } from './copy-feed.ts'
import { type Copy, openCopy } from './copy-file.ts'

/** A feed whose server does not say whether it has changed is not downloaded again within this time. */
const UNKNOWN_CHANGE_MS = 30_000
/** Raised when feeds are read in another way: a feed that is unchanged is then read again. */
const COPY_VERSION = 2
const dayMs = 24 * 60 * 60_000
/** A copy that was not asked for is deleted after this time, and what a crash left behind. */
const UNUSED_COPY_MS = 30 * dayMs
const UNFINISHED_MS = dayMs

interface Asked {
  /** A copy with this stamp is good enough, however old it is. */
  stamp?: string | undefined
  signal?: AbortSignal | undefined
}

export interface FeedCopies {
  /** The feed as it is now: downloaded only if it has changed. The caller closes it. @throws AppError `source_…` */
  open(feed: Feed, asked?: Asked): Promise<Copy>
}

/** A connection never gets a copy that was downloaded with the credentials of another connection. */
const nameOf = ({ connectionId, settings }: Feed) => {
  const { calls_per_day: _day, calls_per_month: _month, ...rest } = settings
  return createHash('sha256')
    .update(JSON.stringify([COPY_VERSION, connectionId, rest]))
    .digest('hex')
    .slice(0, 40)
}

function openKnown(path: string): Copy | null {
  try {
    return openCopy(path)
  } catch {
    // There is none yet, or a crash has damaged it.
    return null
  }
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const mostMs = name.endsWith('.copy') ? UNUSED_COPY_MS : UNFINISHED_MS
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > mostMs) await rm(path, { force: true })
  }
}

/** `createFeedCopies()` keeps a copy of each feed in a folder, from which its records are read. */
export function createFeedCopies(folder: string): FeedCopies {
  const checkedAtMs = new Map<string, number>()
  /** One download of a feed at a time in this process. */
  const turns = new Map<string, Promise<unknown>>()

  function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work, work)
    turns.set(name, turn)
    const leave = () => turns.get(name) === turn && turns.delete(name)
    turn.then(leave, leave)
    return turn
  }

  function isFresh({ about }: Copy, ageMs: number, { stamp }: Asked): boolean {
    if (about.stamp === stamp) return true
    const isTold = about.pages.every(({ etag, lastModified }) => etag !== undefined || lastModified !== undefined)
    return ageMs <= (isTold ? 0 : UNKNOWN_CHANGE_MS)
  }

  return {
    async open(feed, asked = {}) {
      const askedAtMs = performance.now()
      const name = nameOf(feed)
      const path = join(folder, `${name}.copy`)
      return inTurn(name, async () => {
        asked.signal?.throwIfAborted()
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const kept = openKnown(path)
        if (kept !== null && isFresh(kept, askedAtMs - (checkedAtMs.get(name) ?? Number.NEGATIVE_INFINITY), asked))
          return kept
        kept?.close()
        const ownPath = join(folder, `${name}.${randomUUID()}`)
        await copyFeed(feed, { about: kept?.about, copyPath: path, ownPath, signal: asked.signal })
        checkedAtMs.set(name, performance.now())
        await utimes(path, new Date(), new Date())
        await removeOld(folder)
        return openCopy(path)
      })
    },
  }
}
