import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source } from '@pictable/server/core/ports/source.ts'
import { createFetchSource } from '@pictable/server/net/fetch-source.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createFeedSource } from '@pictable/server/sources/feed.ts'
import type { WayOut } from '@pictable/server/sources/hosted/hosted-api.ts'
import { createReadTableFile } from '@pictable/server/sources/table-file.ts'
import { free, wayOf } from '#test/fakes/hosted/way-out.ts'

export interface FeedWorld {
  feedsDir: string
  /** Through another way out, where that is given. */
  open(settings: Readonly<Record<string, unknown>>, connectionId?: string, way?: WayOut): Source
  close(): Promise<void>
}

const readTableFile = createReadTableFile()

export const feedTable = { baseId: 'feed', tableId: 'feed' }

/** `openFeedWorld()` makes feeds whose requests pass the guard, with a folder of their own. */
export async function openFeedWorld(pace: typeof free = free): Promise<FeedWorld> {
  const feedsDir = await mkdtemp(join(tmpdir(), 'pictable-feeds-'))
  const guardedFetch = createGuardedFetch({ policy: createAddressPolicy({ allow: '127.0.0.0/8' }) })
  const own = wayOf(createFetchSource(guardedFetch), pace)
  const kindOf = (way: WayOut) => createFeedSource({ ...way, feedsDir, readTableFile })
  const kind = kindOf(own)
  return {
    feedsDir,
    open: (settings, connectionId = 'con_test', way) =>
      (way === undefined ? kind : kindOf(way)).open(kind.settings.parse(settings), connectionId),
    async close() {
      await guardedFetch.close()
      await rm(feedsDir, { recursive: true, force: true })
    },
  }
}
