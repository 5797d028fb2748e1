import type { WatchedDraft } from '#core/ports/data/drafts.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { outcomeOf, type Run } from '#core/run/run.ts'
import type { Delivery } from '#core/webhook/webhook.ts'
import { presentDelivery } from '#http/present/delivery.ts'
import { presentDraftState } from '#http/present/draft.ts'
import { presentRun } from '#http/present/run.ts'

/** Something that changed, as the API answers it. */
export interface Happening {
  event: 'run' | 'delivery' | 'draft'
  /** Whose keys may know of it. */
  actionId: string | null
  json: unknown
}

/** As many as are watched: the newest of each kind, and every run that is active; each of these until its end. */
const mostWatched = 100
/** Large items fill a page of a megabyte: of these, fewer are watched. */
const MAX_PAGES = 10

/** The first items of a list, page by page. */
async function firstOf<Item>(list: (options: ListOptions) => Promise<Listing<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES && items.length < mostWatched; page++) {
    const { results, next } = await list({ limit: mostWatched - items.length, ...(after !== undefined && { after }) })
    items.push(...results)
    if (next === null) break
    after = next
  }
  return items
}

interface Look {
  /** What has changed since it was asked last, oldest first; nothing the first time. */
  changes(): Promise<Happening[]>
  /** All as it stood then, oldest first. */
  all(): Happening[]
}

/** Remembers what each thing looked like. */
function createMemory<Item extends { id: string }>(
  lookOf: (item: Item) => string,
  toHappening: (item: Item) => Happening,
) {
  let known: ReadonlyMap<string, { item: Item; look: string }> | null = null
  const oldestFirst = (items: readonly Item[]) =>
    items.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(toHappening)
  return {
    changes(items: readonly Item[]): Happening[] {
      const before = known
      known = new Map(items.map((item) => [item.id, { item, look: lookOf(item) }]))
      return before === null ? [] : oldestFirst(items.filter((item) => before.get(item.id)?.look !== lookOf(item)))
    },
    items: () => [...(known?.values() ?? [])].map(({ item }) => item),
    all: () => oldestFirst([...(known?.values() ?? [])].map(({ item }) => item)),
  }
}

function lookOfRun(run: Run): string {
  const { state, total, rendered, skipped, failed, cancelled, writtenBack, startedAt } = run
  return [state, total, rendered, skipped, failed, cancelled, writtenBack, startedAt?.getTime()].join()
}

/** A run that was under way and is in no list any more. What an active one names stays, and may be long. */
async function runAgain(data: Data, before: Run): Promise<Run | null> {
  if (before.state === 'waiting') return data.runs.get(before.id)
  const now = await data.runs.getBare(before.id)
  return now && { ...before, ...now }
}

/** A lease that was only renewed is no news. */
function lookOfDraft({ revision, latestVersion, editing, waiting }: WatchedDraft): string {
  return [revision, latestVersion, editing?.session, waiting?.session].join()
}

/** `createLook()` finds what has changed by what there is. */
export function createLook({ clock, data }: Pick<World, 'clock' | 'data'>): Look {
  const runs = createMemory<Run>(lookOfRun, (run) => ({
    event: 'run',
    actionId: run.actionId,
    json: presentRun(run, clock.now()),
  }))
  const deliveries = createMemory<Delivery>(
    ({ state, attempts }) => `${state} ${attempts}`,
    (delivery) => ({ event: 'delivery', actionId: delivery.actionId, json: presentDelivery(delivery) }),
  )
  const drafts = createMemory<WatchedDraft & { id: string }>(lookOfDraft, (draft) => ({
    event: 'draft',
    actionId: null,
    json: presentDraftState(draft, clock.now()),
  }))
  return {
    async changes() {
      const newest = await firstOf((page) => data.runs.list(page))
      const active = await firstOf((page) => data.runs.list({ ...page, state: 'active' }))
      const watched = new Map([...newest, ...active].map((run) => [run.id, run]))
      for (const run of runs.items()) {
        if (outcomeOf(run) !== null || watched.has(run.id)) continue
        const now = await runAgain(data, run)
        if (now !== null) watched.set(run.id, now)
      }
      const results = await firstOf((page) => data.deliveries.list(page))
      const edited = (await data.drafts.latest(mostWatched)).map((draft) => ({ ...draft, id: draft.templateId }))
      return [...runs.changes([...watched.values()]), ...deliveries.changes(results), ...drafts.changes(edited)]
    },
    all: () => [...runs.all(), ...deliveries.all(), ...drafts.all()],
  }
}
