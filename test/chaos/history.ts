import { createHash } from 'node:crypto'
import type { Client } from '@pictable/client'
import type { Shop } from '#test/chaos/shop.ts'
import type { Received } from '#test/scenarios/receiver.ts'
import { all } from '#test/scenarios/whole-app.ts'

/** What came of it, held against what clients and receivers were promised. All but `repeated` must be empty. */
export interface Findings {
  /** Acknowledged, and not there: triggers, records of runs, images, URLs in rows, events. */
  lost: string[]
  /** There, and of nothing that was asked for. */
  phantom: string[]
  /** There twice: images of one output of one record in one run. */
  doubled: string[]
  /** Seen in two forms: the bytes at an address, an event under another id or with another body. */
  changed: string[]
  /** Events that were taken more than once, in the same form: allowed, for who takes them may die before it says so. */
  repeated: number
}

/** The log of all that was seen from outside while things broke. */
export interface History {
  /** A trigger was answered: from now on its run may not be lost. */
  accept(runId: string): void
  /** A trigger was not answered: its run may be there or not. */
  attempt(): void
  /** A receiver has taken an event. */
  take(received: Received): void
  /** Reads what stands in the table and at its addresses at this moment. */
  look(shop: Shop): Promise<void>
  /** Once every run has ended, and every event was sent. */
  check(client: Client, shop: Shop): Promise<Findings>
}

/** What an event is about: there is one of each kind for an output of a record of a run, or for the run. */
function subjectOf({ json }: Received): string {
  const { event, run_id, record_id, output } = json
  return [event, run_id, record_id, output].filter((part) => part !== undefined && part !== null).join(' ')
}

/** A record, or one of its outputs where the action has several. */
const placeOf = (recordId: string | null, output: string | null) =>
  output === null ? String(recordId) : `${recordId} ${output}`

type RunRecord = Awaited<ReturnType<Client['runs']['records']>>['results'][number]

/** The images that a record of a run has to have: one, or one of each output. */
function imagesWanted({ record_id, state, reason, image_url, outputs }: RunRecord) {
  if (outputs.length === 0) return [{ place: placeOf(record_id, null), state, reason, url: image_url }]
  return outputs.map((output) => ({
    place: placeOf(record_id, output.name),
    ...{ state: output.state, reason: output.reason, url: output.image_url },
  }))
}

async function digestAt(url: string): Promise<string | null> {
  const answer = await fetch(url)
  return answer.ok
    ? createHash('sha256')
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest('hex')
    : null
}

/** Of the addresses that stand in the table. */
const mostLookedAt = 20

type Run = Awaited<ReturnType<Client['runs']['get']>>

/** A run that has ended with all of its records and their outputs, counted right. */
function countsOf({ id, state, total, rendered, skipped, failed, cancelled, pending, outputs }: Run): string[] {
  const isWhole = state === 'completed' && pending === 0 && total === rendered + skipped + failed + cancelled
  const areWhole = outputs.every((output) => output.rendered + output.skipped + output.failed === total)
  const counts = { state, total, rendered, skipped, failed, cancelled, pending, outputs }
  return isWhole && areWhole ? [] : [`${id} ${JSON.stringify(counts)}`]
}

export function createHistory(): History {
  const accepted = new Set<string>()
  const taken: Received[] = []
  /** Each finding is told once, to the fault under which it was found. */
  const told = new Set<string>()
  /** The bytes that were seen at an address, as a hash. */
  const seen = new Map<string, string>()
  let unanswered = 0

  /** @returns whether there is something, the same as ever */
  async function stays(url: string): Promise<'gone' | 'changed' | 'same'> {
    const digest = await digestAt(url)
    if (digest === null) return 'gone'
    const before = seen.get(url) ?? digest
    seen.set(url, digest)
    return before === digest ? 'same' : 'changed'
  }

  /** Only what was not told before. */
  function tellOnce(findings: Findings): Findings {
    const fresh = (kind: string[]) => kind.filter((what) => !told.has(what))
    const { lost, phantom, doubled, changed, repeated } = findings
    const news = {
      lost: fresh(lost),
      phantom: fresh(phantom),
      doubled: fresh(doubled),
      changed: fresh(changed),
      repeated,
    }
    for (const what of [...lost, ...phantom, ...doubled, ...changed]) told.add(what)
    return news
  }

  /** As they were accepted: clocks that are moved give times and ids in another order. */
  function inOrder(runs: readonly Run[]): Run[] {
    const places = [...accepted]
    let last = -1
    const placed = runs.map((run) => {
      const place = places.indexOf(run.id)
      last = place === -1 ? last : place
      return { run, place: last }
    })
    return placed.sort((one, other) => one.place - other.place).map(({ run }) => run)
  }

  async function checkAddress(url: string, { lost, changed }: Findings): Promise<void> {
    const state = await stays(url)
    if (state === 'gone') lost.push(url)
    if (state === 'changed') changed.push(url)
  }

  async function checkRun(client: Client, run: Run, findings: Findings): Promise<Map<string, string>> {
    findings.lost.push(...countsOf(run))
    const images = await all((page) => client.images.list({ query: { run_id: run.id, ...page } }))
    const records = await all((page) => client.runs.records({ params: { id: run.id }, query: page }))
    const byPlace = Map.groupBy(images, ({ record_id, output }) => placeOf(record_id, output))
    const wanted = records.flatMap(imagesWanted)
    for (const { place, state, reason, url } of wanted) {
      const made = byPlace.get(place) ?? []
      if (made.length > 1) findings.doubled.push(`${run.id} ${place}`)
      if (state === 'failed') findings.lost.push(`${run.id} ${place}: ${reason?.message}`)
      if (state === 'rendered' && !made.some((image) => image.url === url))
        findings.lost.push(`image of ${run.id} ${place}`)
    }
    const known = new Set(wanted.map(({ place }) => place))
    findings.phantom.push(
      ...[...byPlace.keys()].filter((place) => !known.has(place)).map((place) => `image of ${run.id} ${place}`),
    )
    for (const { url } of images) await checkAddress(url, findings)
    return new Map(images.map(({ record_id, output, url }) => [placeOf(record_id, output), url]))
  }

  function checkEvents(wanted: ReadonlySet<string>, findings: Findings): void {
    const bySubject = Map.groupBy(taken, subjectOf)
    for (const subject of wanted) if (!bySubject.has(subject)) findings.lost.push(`event ${subject}`)
    for (const [subject, all] of bySubject) {
      if (!wanted.has(subject)) findings.phantom.push(`event ${subject}`)
      const forms = new Set(all.map(({ headers, body }) => `${headers['webhook-id']} ${Buffer.from(body).toString()}`))
      if (forms.size > 1) findings.changed.push(`event ${subject}`)
      findings.repeated += all.length - 1
    }
  }

  return {
    accept: (runId) => void accepted.add(runId),
    attempt: () => void unanswered++,
    take: (received) => void taken.push(received),
    async look({ cells }) {
      for (const url of (await cells()).values().take(mostLookedAt)) if (typeof url === 'string') await stays(url)
    },
    async check(client, { actionId, cells }) {
      const findings: Findings = { lost: [], phantom: [], doubled: [], changed: [], repeated: 0 }
      const runs = await all((page) => client.runs.list({ query: { action_id: actionId, ...page } }))
      const wanted = new Set<string>()
      const newest = new Map<string, string>()
      for (const run of inOrder(runs.toReversed())) {
        for (const [id, url] of await checkRun(client, run, findings)) {
          newest.set(id, url)
          wanted.add(`image.created ${run.id} ${id}`)
        }
        wanted.add(`run.started ${run.id}`).add(`run.completed ${run.id}`)
      }
      const ids = new Set(runs.map(({ id }) => id))
      for (const id of accepted) if (!ids.has(id)) findings.lost.push(`accepted ${id}`)
      const unasked = [...ids].filter((id) => !accepted.has(id))
      if (unasked.length > unanswered) findings.phantom.push(...unasked)
      for (const [id, cell] of await cells())
        if (cell !== newest.get(id)) findings.lost.push(`${id}: ${String(cell)} is not ${newest.get(id)}`)
      checkEvents(wanted, findings)
      return tellOnce(findings)
    },
  }
}
