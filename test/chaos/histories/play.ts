import { ApiError, type Client } from '@pictable/client'
import { cardDesign } from '#test/chaos/design.ts'
import { all, makeAction } from '#test/scenarios/whole-app.ts'
import type { Asked, Call, Ending, Taken } from './log.ts'
import { isBroken } from './log.ts'
import type { History, Step } from './steps.ts'

const design = {
  ...cardDesign,
  layers: [
    ...cardDesign.layers,
    { name: 'Photo', type: 'image', x: 240, y: 16, width: 64, height: 64, src: { bind: 'Photo' } },
  ],
}

/** Another version of the design, of the same look. */
const versionOf = (number: number) => ({ ...design, name: `Version ${number}` })

/** An address that no server may fetch from: it is refused before anything is sent. */
const refused = 'http://10.0.0.1/refused.png'
const fieldsOf = (name: string) => ({ Name: name, Photo: isBroken(name) ? refused : '' })

/** What a history is about: an action of its own, over a table of its own, with a receiver. */
export interface Subject {
  actionId: string
  tableId: string
  templateId: string
  webhookId: string
  calls: Call[]
  taken: Taken[]
  rowIds: string[]
  runIds: string[]
}

export interface Server {
  client: Client
  /** As `client`, and what the headers of a trigger say. */
  trigger(actionId: string, body: object): Promise<{ runId: string; tablesource: Record<string, unknown> }>
  /** Resolves while the process is up. */
  untilUp(): Promise<unknown>
}

export async function openSubject({ client }: Server, { rows }: History, hookUrl: string): Promise<Subject> {
  const names = Array.from({ length: rows }, (_, n) => `first ${n}`)
  const beganMs = Date.now()
  const { actionId, tableId, rowIds } = await makeAction(client, {
    fields: [
      { name: 'Name', kind: 'text' },
      { name: 'Photo', kind: 'text' },
      { name: 'Image', kind: 'url' },
    ],
    rows: names.map(fieldsOf),
    design: versionOf(0),
    writeBack: { url: 'Image' },
  })
  const { template_id: templateId } = await client.actions.get({ params: { id: actionId } })
  const webhook = await client.webhooks.create({ body: { name: 'History', url: hookUrl, actions: [actionId] } })
  const endedMs = Date.now()
  return {
    actionId,
    tableId,
    templateId,
    webhookId: webhook.id,
    calls: rowIds.map((rowId, n) => ({
      asked: { kind: 'addRow', name: names[n] ?? '' },
      beganMs,
      endedMs,
      status: 201,
      rowId,
    })),
    taken: [],
    rowIds,
    runIds: [],
  }
}

type Answer = Omit<Partial<Call>, 'asked'>

/** What a step asks for, of what is known by now. @returns null when there is nothing of its kind yet */
async function askedBy(step: Step, { client }: Server, subject: Subject): Promise<Asked | null> {
  const pick = (among: readonly string[], which: number) => among[which % Math.max(among.length, 1)]
  const name = (isOne: boolean) => `edit ${subject.calls.length}${isOne ? ' broken' : ''}`
  if (step.kind === 'trigger') {
    const recordIds = step.rows?.flatMap((which) => pick(subject.rowIds, which) ?? []) ?? null
    return { kind: 'trigger', force: step.force, recordIds: recordIds && [...new Set(recordIds)] }
  }
  if (step.kind === 'addRow') return { kind: 'addRow', name: name(step.broken) }
  if (step.kind === 'editRow' || step.kind === 'deleteRow') {
    const rowId = pick(subject.rowIds, step.which)
    if (rowId === undefined) return null
    return step.kind === 'editRow' ? { kind: 'editRow', rowId, name: name(step.broken) } : { kind: 'deleteRow', rowId }
  }
  if (step.kind === 'deleteImage') {
    const { results } = await client.images.list({ query: { action_id: subject.actionId } })
    const images = results.map(({ id }) => id)
    const imageId = pick(images, step.which)
    return imageId === undefined ? null : { kind: 'deleteImage', imageId }
  }
  if (step.kind === 'cancel' || step.kind === 'retryFailed' || step.kind === 'runRest') {
    // Of the newest ones, as these are under way.
    const runId = pick(subject.runIds.toReversed(), step.which % 3)
    return runId === undefined ? null : { kind: step.kind, runId }
  }
  return { kind: step.kind }
}

const statusOf = (tablesource: object): Record<string, unknown> => Object.fromEntries(Object.entries(tablesource))

async function send(asked: Asked, { client, trigger }: Server, subject: Subject): Promise<Answer> {
  const action = { id: subject.actionId }
  switch (asked.kind) {
    case 'trigger': {
      const { recordIds, force } = asked
      return trigger(action.id, { force, ...(recordIds && { record_ids: recordIds }) })
    }
    case 'status':
      return { tablesource: statusOf(await client.tablesources.get({ params: action })) }
    case 'list': {
      const { results } = await client.runs.list({ query: { action_id: action.id, limit: 100 } })
      return { runs: results }
    }
    case 'cancel':
      return { run: await client.runs.cancel({ params: { id: asked.runId } }) }
    case 'retryFailed':
    case 'runRest': {
      const run = await client.runs[asked.kind]({ params: { id: asked.runId } })
      return { run, runId: run.id }
    }
    case 'addRow': {
      const body = { rows: [fieldsOf(asked.name)] }
      const { results } = await client.tables.addRows({ params: { id: subject.tableId }, body })
      return { rowId: results[0]?.id ?? '' }
    }
    case 'editRow':
    case 'deleteRow': {
      const params = { id: subject.tableId, row_id: asked.rowId }
      if (asked.kind === 'deleteRow') await client.tables.deleteRow({ params })
      else await client.tables.updateRow({ params, body: { fields: fieldsOf(asked.name) } })
      return {}
    }
    case 'deleteImage':
      await client.images.delete({ params: { id: asked.imageId } })
      return {}
    case 'deleteAction':
      await client.actions.delete({ params: action })
      return {}
    case 'editAction':
      await client.actions.update({ params: action, body: { title: `Cards ${subject.calls.length}` } })
      return {}
    case 'saveTemplate': {
      const params = { id: subject.templateId }
      await client.templates.update({ params, body: { design: versionOf(subject.calls.length) } })
      await client.templates.publish({ params })
      return {}
    }
  }
}

async function take(step: Step, server: Server, subject: Subject): Promise<void> {
  await server.untilUp()
  const asked = await askedBy(step, server, subject).catch(() => null)
  if (asked === null) return
  const call: Call = { asked, beganMs: Date.now(), endedMs: Number.POSITIVE_INFINITY, status: null }
  subject.calls.push(call)
  try {
    Object.assign(call, await send(asked, server, subject), { status: 200 })
  } catch (error) {
    // Whatever else it is, nobody answered.
    if (!(error instanceof ApiError)) return
    call.status = error.status
  }
  call.endedMs = Date.now()
  if (call.runId !== undefined) subject.runIds.push(call.runId)
  if (call.rowId !== undefined) subject.rowIds.push(call.rowId)
}

/** Takes one step after the other. `onStep` is told as each begins. */
export async function play(
  { steps }: History,
  subject: Subject,
  { server, onStep }: { server: Server; onStep: () => void },
): Promise<void> {
  const underWay: Promise<void>[] = []
  for (const step of steps) {
    onStep()
    const taking = take(step, server, subject)
    underWay.push(taking)
    if (step.waits) await taking
    await new Promise((resolve) => setTimeout(resolve, step.pauseMs))
  }
  await Promise.all(underWay)
}

/** Whether the action has come to rest: no run is open, and everything was sent. */
export async function hasSettled({ client }: Server, { actionId, webhookId }: Subject): Promise<boolean> {
  const { results: runs } = await client.runs.list({ query: { action_id: actionId, limit: 100 } })
  if (runs.some(({ finished_at }) => finished_at === null)) return false
  const query = { state: 'pending', limit: 1 } as const
  return (await client.webhooks.deliveries({ params: { id: webhookId }, query })).results.length === 0
}

/** Reads what is there. */
export async function readEnding({ client }: Server, { actionId, tableId }: Subject): Promise<Ending> {
  const hasAction = await client.actions.get({ params: { id: actionId } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return false
      throw error
    },
  )
  const runs = await all((page) => client.runs.list({ query: { action_id: actionId, ...page } }))
  return {
    hasAction,
    runs: await Promise.all(
      runs.map(async (run) => ({
        run,
        records: await all((query) => client.runs.records({ params: { id: run.id }, query })),
      })),
    ),
    images: await all((page) => client.images.list({ query: { action_id: actionId, ...page } })),
    rows: await all((query) => client.tables.rows({ params: { id: tableId }, query })),
  }
}
