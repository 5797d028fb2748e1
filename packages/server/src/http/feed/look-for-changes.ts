import type { WatchedDraft } from '#core/ports/data/drafts.ts'
import type { WatchedRun } from '#core/ports/data/runs.ts'
import type { World } from '#core/ports/world.ts'
import { outcomeOf } from '#core/run/run.ts'
import type { Delivery } from '#core/webhook/webhook.ts'
import { presentDelivery } from '#http/present/delivery.ts'
import { presentDraftState } from '#http/present/draft.ts'
import { presentRun } from '#http/present/run.ts'

/** Something that changed, as the API answers it. */
export interface FeedEvent {
  event: 'run' | 'delivery' | 'draft'
  /** Whose keys may know of it. */
  actionId: string | null
  json: unknown
}

/** As many as are watched: the newest of each kind, and every run that is active; each of these until its end. */
const mostWatched = 100

interface Look {
  /** What has changed since it was asked last, oldest first; nothing the first time. */
  changes(): Promise<FeedEvent[]>
  /** All that is watched, at present, oldest first. */
  all(): Promise<FeedEvent[]>
}

/** Remembers what each thing looked like. */
function createMemory<Item extends { id: string }>(lookOf: (item: Item) => string) {
  let known: ReadonlyMap<string, { item: Item; look: string }> | null = null
  const oldestFirst = (items: readonly Item[]) => items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return {
    changed(items: readonly Item[]): Item[] {
      const before = known
      known = new Map(items.map((item) => [item.id, { item, look: lookOf(item) }]))
      return before === null ? [] : oldestFirst(items.filter((item) => before.get(item.id)?.look !== lookOf(item)))
    },
    all: () => oldestFirst([...(known?.values() ?? [])].map(({ item }) => item)),
  }
}

function lookOfRun(run: WatchedRun): string {
  const { state, total, rendered, skipped, failed, cancelled, writtenBack, startedAt } = run
  return [state, total, rendered, skipped, failed, cancelled, writtenBack, startedAt?.getTime()].join()
}

/** A lease that was only renewed is no news. */
function lookOfDraft({ revision, latestVersion, editing, waiting }: WatchedDraft): string {
  return [revision, latestVersion, editing?.session, waiting?.session].join()
}

/** `createLook()` finds what has changed by what there is. */
export function createLook({ clock, data }: Pick<World, 'clock' | 'data'>): Look {
  const runs = createMemory<WatchedRun>(lookOfRun)
  const deliveries = createMemory<Delivery>(({ state, attempts }) => `${state} ${attempts}`)
  const drafts = createMemory<WatchedDraft & { id: string }>(lookOfDraft)

  async function ofRuns(watched: readonly WatchedRun[]): Promise<FeedEvent[]> {
    const events: FeedEvent[] = []
    for (const { id } of watched) {
      const run = await data.runs.get(id)
      if (run !== null) events.push({ event: 'run', actionId: run.actionId, json: presentRun(run, clock.now()) })
    }
    return events
  }
  const ofDelivery = (delivery: Delivery): FeedEvent => ({
    event: 'delivery',
    actionId: delivery.actionId,
    json: presentDelivery(delivery),
  })
  const ofDraft = (draft: WatchedDraft): FeedEvent => ({
    event: 'draft',
    actionId: null,
    json: presentDraftState(draft, clock.now()),
  })

  return {
    async changes() {
      const underWay = runs.all().flatMap((run) => (outcomeOf(run) === null ? [run.id] : []))
      const watched = await data.runs.watched(mostWatched, underWay)
      const { results } = await data.deliveries.list({ limit: mostWatched })
      const edited = (await data.drafts.latest(mostWatched)).map((draft) => ({ ...draft, id: draft.templateId }))
      return [
        ...(await ofRuns(runs.changed(watched))),
        ...deliveries.changed(results).map(ofDelivery),
        ...drafts.changed(edited).map(ofDraft),
      ]
    },
    all: async () => [...(await ofRuns(runs.all())), ...deliveries.all().map(ofDelivery), ...drafts.all().map(ofDraft)],
  }
}
