import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { HookOptions, HookRequest, SourceHooks, Subscription, TableChange, TableRef } from '#core/ports/source.ts'
import type { AirtableApi } from './api.ts'
import { refusalIn } from './refusal.ts'

const stateSchema = z.object({
  id: z.string(),
  macSecret: z.string(),
  cursor: z.number().int(),
  hookUrl: z.string(),
  viewId: z.string().nullable(),
  fieldIds: z.array(z.string()),
  writesInto: z.boolean().default(true),
})
type State = z.output<typeof stateSchema>

const created = z.object({ id: z.string(), macSecretBase64: z.string(), expirationTime: z.coerce.date().optional() })
const refreshed = z.object({ expirationTime: z.coerce.date() })
const nothing = z.unknown()

const ids = z.record(z.string(), z.unknown()).default({})
const block = z.looseObject({ changedRecordsById: ids, createdRecordsById: ids })
const payload = z.looseObject({
  /** Airtable could not tell what changed. */
  error: z.boolean().default(false),
  changedTablesById: z
    .record(z.string(), block.extend({ changedViewsById: z.record(z.string(), block).default({}) }))
    .default({}),
})
const payloads = z.object({ cursor: z.number().int(), mightHaveMore: z.boolean(), payloads: z.array(payload) })
type Payload = z.output<typeof payload>

/** Everyone but programs that use the API, of which Pictable is one. */
const fromSources = [
  'client',
  'formSubmission',
  'formPageSubmission',
  'automation',
  'system',
  'sync',
  'anonymousUser',
] as const

/** The life that Airtable gives a hook, should it not say. */
const lifeMs = 7 * 24 * 3_600_000
/** So many pages of changes, 50 each, are read one by one; behind more the whole view is read, which costs less. */
const mostPages = 20

const pathOf = (baseId: string, ...rest: string[]) =>
  `/v0/bases/${[encodeURIComponent(baseId), 'webhooks', ...rest.map(encodeURIComponent)].join('/')}`

function isSigned({ headers, body }: HookRequest, { macSecret }: State): boolean {
  const expected = Buffer.from(
    `hmac-sha256=${createHmac('sha256', Buffer.from(macSecret, 'base64')).update(body).digest('hex')}`,
  )
  const given = Buffer.from(headers['x-airtable-content-mac'] ?? '')
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
}

function recordIdsIn({ changedTablesById }: Payload, { tableId }: TableRef): string[] {
  const table = Object.hasOwn(changedTablesById, tableId) ? changedTablesById[tableId] : undefined
  if (table === undefined) return []
  return [table, ...Object.values(table.changedViewsById)].flatMap(({ changedRecordsById, createdRecordsById }) => [
    ...Object.keys(createdRecordsById),
    ...Object.keys(changedRecordsById),
  ])
}

function withRight(error: unknown): unknown {
  if (refusalIn(error)?.status !== 403) return error
  const words =
    'The token cannot create webhooks. Add the scope webhook:manage at airtable.com/create/tokens; its owner must be a creator of the base. A base has at most ten webhooks.'
  return new AppError('source_forbidden', words, { cause: error })
}

/** Tells of changes of a table: Airtable calls the hook, and says what changed when it is asked. */
export function createHooks({ call }: AirtableApi): SourceHooks {
  async function subscribe(
    { baseId, tableId }: TableRef,
    { hookUrl, viewId, fieldIds, writesInto }: HookOptions,
  ): Promise<Subscription> {
    const filters = {
      dataTypes: ['tableData'],
      recordChangeScope: viewId ?? tableId,
      changeTypes: ['add', 'update'],
      fromSources: writesInto ? fromSources : [...fromSources, 'publicApi'],
      ...(fieldIds.length > 0 && { watchDataInFieldIds: fieldIds }),
    }
    const body = { notificationUrl: hookUrl, specification: { options: { filters } } }
    try {
      const answer = await call({ method: 'POST', path: pathOf(baseId), baseId, body, answer: created, isRead: false })
      const { id, macSecretBase64, expirationTime } = answer
      const state: State = {
        id,
        macSecret: macSecretBase64,
        cursor: 1,
        hookUrl,
        viewId,
        fieldIds: [...fieldIds],
        writesInto,
      }
      return { state: { ...state }, expiresAt: expirationTime ?? new Date(Date.now() + lifeMs) }
    } catch (error) {
      throw withRight(error)
    }
  }

  async function changesSince(table: TableRef, state: State): Promise<{ change: TableChange; cursor: number }> {
    const { baseId } = table
    const recordIds = new Set<string>()
    let { cursor } = state
    for (let pages = 0; ; pages++) {
      const path = `${pathOf(baseId, state.id, 'payloads')}?cursor=${cursor}`
      const page = await call({ method: 'GET', path, baseId, answer: payloads, isRead: true })
      cursor = page.cursor
      for (const item of page.payloads) for (const id of recordIdsIn(item, table)) recordIds.add(id)
      if (page.payloads.some(({ error }) => error)) return { change: { recordIds: null }, cursor }
      if (!page.mightHaveMore) return { change: { recordIds: [...recordIds] }, cursor }
      if (pages >= mostPages) return { change: { recordIds: null }, cursor }
    }
  }

  async function unsubscribe({ baseId }: TableRef, { state }: Subscription): Promise<void> {
    const path = pathOf(baseId, stateSchema.parse(state).id)
    try {
      await call({ method: 'DELETE', path, baseId, answer: nothing, isRead: false })
    } catch (error) {
      if (refusalIn(error)?.status !== 404) throw withRight(error)
    }
  }

  return {
    findsLost: true,
    leavesOutPrograms: true,
    subscribe,
    unsubscribe,
    async renew(table, subscription) {
      const { baseId } = table
      const { id, ...watched } = stateSchema.parse(subscription.state)
      const path = pathOf(baseId, id, 'refresh')
      try {
        const answer = await call({ method: 'POST', path, baseId, answer: refreshed, isRead: false })
        return { state: subscription.state, expiresAt: answer.expirationTime }
      } catch (error) {
        const status = refusalIn(error)?.status
        if (status !== 404 && status !== 422) throw withRight(error)
        // gone or expired, and an expired one still takes a place in the base
        await unsubscribe(table, subscription)
        return subscribe(table, watched)
      }
    },
    async receive(table, request, subscription) {
      const state = stateSchema.parse(subscription.state)
      if (!isSigned(request, state)) return null
      const { change, cursor } = await changesSince(table, state)
      return { change, subscription: { ...subscription, state: { ...state, cursor } } }
    },
  }
}
