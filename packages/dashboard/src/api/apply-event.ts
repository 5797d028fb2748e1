import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Delivery, DraftState, Run } from './types.ts'

type Key = readonly unknown[]

interface Item {
  id: string
}

interface ListPage {
  results: Item[]
}

type ListAnswer = ListPage | { pages: ListPage[] } | undefined

/** So often at most a list is read again while a run is under way. */
const readAgainEveryMs = 700

function pagesOf(answer: ListAnswer): readonly ListPage[] {
  if (answer === undefined) return []
  return 'pages' in answer ? answer.pages : [answer]
}

/** Reads lists again, each at most every so often, however many events ask for it. */
export function createRefresher(client: QueryClient, refetchType: () => 'active' | 'none' = () => 'active') {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  return (key: readonly unknown[]): void => {
    const name = JSON.stringify(key)
    if (waiting.has(name)) return
    const refresh = () => {
      waiting.delete(name)
      client.invalidateQueries({ queryKey: key, refetchType: refetchType() }, { cancelRefetch: false })
    }
    waiting.set(name, setTimeout(refresh, readAgainEveryMs))
  }
}

type Refresh = ReturnType<typeof createRefresher>

/** Puts a newer item into every list that shows it; lists that do not know it are read again. */
function patchLists(client: QueryClient, key: readonly unknown[], item: Item): boolean {
  let known = false
  const patch = <Page extends ListPage>(page: Page): Page => {
    if (!page.results.some(({ id }) => id === item.id)) return page
    known = true
    return { ...page, results: page.results.map((one) => (one.id === item.id ? item : one)) }
  }
  client.setQueriesData<ListAnswer>({ queryKey: key }, (answer) => {
    if (answer === undefined) return answer
    return 'pages' in answer ? { ...answer, pages: answer.pages.map(patch) } : patch(answer)
  })
  return known
}

/** A filter such as `state` may take a run or delivery in or out of a list. */
function stateBefore(client: QueryClient, key: readonly unknown[], id: string): string | undefined {
  for (const [, answer] of client.getQueriesData<ListAnswer>({ queryKey: key }))
    for (const page of pagesOf(answer))
      for (const item of page.results)
        if (item.id === id && 'state' in item && typeof item.state === 'string') return item.state
  return undefined
}

export function applyRun(client: QueryClient, refresh: Refresh, run: Run): void {
  client.setQueryData(api.runs.get.query({ params: { id: run.id } }).queryKey, run)
  const before = stateBefore(client, api.runs.list.key, run.id)
  if (!patchLists(client, api.runs.list.key, run) || before !== run.state) refresh(api.runs.list.key)
  refresh(api.runs.records.key)
  if (run.failed > 0) refresh(api.runs.failures.query({ params: { id: run.id } }).queryKey)
  refresh(api.images.list.key)
  // What is written back stands in tables of ours.
  refresh(api.tables.rows.key)
  if (run.finished_at === null) return
  // To count them takes its time: once is enough.
  refresh(api.images.count.key)
  // Its example, and warnings about keys, come from the run.
  const { queryKey } = api.actions.get.query({ params: { id: run.action_id } })
  if (client.getQueryData(queryKey)?.stable_urls) refresh(queryKey)
}

/** Of who edits a template, and the revision of its draft: only events write there. */
export const draftStateKey = (templateId: string): Key => ['draft-state', templateId]

/** A draft that was published is a new version of its template. */
export function applyDraft(client: QueryClient, draft: DraftState): void {
  client.setQueryData(draftStateKey(draft.template_id), draft)
  const { queryKey } = api.templates.get.query({ params: { id: draft.template_id } })
  if (client.getQueryData(queryKey)?.latest_version === draft.latest_version) return
  for (const key of [queryKey, api.templates.list.key, api.templates.versions.key])
    client.invalidateQueries({ queryKey: key })
}

export function applyDelivery(client: QueryClient, refresh: Refresh, delivery: Delivery): void {
  refresh(api.deliveries.get.query({ params: { id: delivery.id } }).queryKey)
  for (const key of [api.deliveries.list.key, api.webhooks.deliveries.key]) {
    const before = stateBefore(client, key, delivery.id)
    if (!patchLists(client, key, delivery) || before !== delivery.state) refresh(key)
  }
  // How a webhook fares follows from its deliveries.
  refresh(api.webhooks.list.key)
  refresh(api.webhooks.get.query({ params: { id: delivery.webhook_id } }).queryKey)
}
