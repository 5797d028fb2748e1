import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { parseExactJson } from '#core/exact-number.ts'
import type { HookRequest, SourceHooks, Subscription, TableRef, WatchOptions } from '#core/ports/source.ts'
import { keyIn, readTable } from './noco-table.ts'
import type { NocoApi } from './nocodb-api.ts'
import { NocoError } from './refusal.ts'

const secretHeader = 'x-pictable-secret'

const stateSchema = z.object({
  hookId: z.string(),
  hookUrl: z.string(),
  secret: z.string(),
  fieldIds: z.array(z.string()),
  /** What the rows that NocoDB sends are keyed by. */
  keyName: z.string(),
  fieldNames: z.array(z.string()),
})

type State = z.infer<typeof stateSchema>

const row = z.record(z.string(), z.unknown())

const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    table_id: z.string(),
    rows: z.array(row).catch([]),
    previous_rows: z.array(row).catch([]),
  }),
})

type Event = z.infer<typeof eventSchema>

const hookSchema = z.object({ id: z.string() })
const hooksSchema = z.object({ list: z.array(hookSchema.extend({ active: z.unknown() })) })

const pathOf = ({ tableId }: TableRef) => `/api/v2/meta/tables/${encodeURIComponent(tableId)}/hooks`

async function namesOf(api: NocoApi, ref: TableRef, fieldIds: readonly string[]) {
  const table = await readTable(api, ref)
  const watched = table.fields.filter(({ id }) => fieldIds.includes(id))
  return {
    keyName: keyIn(table).name,
    fieldNames: watched.map(({ name }) => name),
    /** NocoDB looks only at what is written, not at what becomes of it. */
    canNarrow: watched.length > 0 && watched.every(({ computed, kind }) => !computed && kind !== 'link'),
  }
}

/** The hook as version 3 of its format: the rows before and after, in one delivery for each write. */
function hookOf(state: Pick<State, 'hookUrl' | 'secret' | 'fieldIds'>, canNarrow: boolean) {
  const headers = [
    { name: secretHeader, value: state.secret, enabled: true },
    { name: 'content-type', value: 'application/json', enabled: true },
  ]
  return {
    title: 'Pictable',
    event: 'after',
    operation: ['insert', 'update'],
    version: 'v3',
    active: true,
    condition: false,
    async: false,
    retries: 0,
    notification: {
      type: 'URL',
      payload: { method: 'POST', path: state.hookUrl, body: '{{ json event }}', headers },
    },
    ...(canNarrow ? { trigger_field: true, trigger_fields: state.fieldIds } : {}),
  }
}

function isFromHook({ headers }: HookRequest, { secret }: State): boolean {
  const given = Buffer.from(headers[secretHeader] ?? '')
  const known = Buffer.from(secret)
  return given.byteLength === known.byteLength && timingSafeEqual(given, known)
}

/** All other requests wait while it is parsed: of a larger one only is known that something changed. */
const MAX_EVENT_BYTES = 1024 * 1024

function eventIn({ body }: HookRequest): Event | null {
  try {
    return eventSchema.parse(parseExactJson(new TextDecoder().decode(body)).value)
  } catch {
    return null
  }
}

/** Addresses of files are signed anew at every read. */
const signed: ReadonlySet<string> = new Set(['signedPath', 'signedUrl', 'thumbnails'])
const comparable = (value: unknown) =>
  JSON.stringify(value ?? null, (name, each) => (signed.has(name) ? undefined : each))

/** The records whose watched fields changed. What NocoDB gives no former row for counts as changed. */
function changedIds({ data: { rows, previous_rows: before } }: Event, { keyName, fieldNames }: State): string[] {
  const former = new Map(before.map((each) => [String(each[keyName]), each]))
  return rows.flatMap((each) => {
    const id = String(each[keyName])
    const was = former.get(id)
    const isSame = was !== undefined && fieldNames.every((name) => comparable(was[name]) === comparable(each[name]))
    return isSame ? [] : [id]
  })
}

/** The key or a field was renamed since the hook was made. */
const knowsNames = ({ data: { rows } }: Event, { keyName, fieldNames }: State) =>
  rows.every((each) => [keyName, ...fieldNames].every((name) => Object.hasOwn(each, name)))

const gone = (error: unknown) => error instanceof NocoError && error.code === 'source_not_found'

/** Hooks of NocoDB: they live until they are taken back. */
export function createHooks(api: NocoApi): SourceHooks {
  async function create(ref: TableRef, { hookUrl, fieldIds }: Pick<WatchOptions, 'fieldIds'> & { hookUrl: string }) {
    const { canNarrow, ...names } = await namesOf(api, ref, fieldIds)
    const secret = randomBytes(32).toString('base64url')
    const made = { hookUrl, secret, fieldIds: [...fieldIds] }
    const { id } = await api.send('POST', pathOf(ref), { body: hookOf(made, canNarrow), answer: hookSchema })
    const state: State = { ...made, ...names, hookId: id }
    return { state, expiresAt: null }
  }

  async function exists(ref: TableRef, hookId: string): Promise<boolean> {
    const { list } = await api.get(pathOf(ref), { answer: hooksSchema })
    return list.some(({ id, active }) => id === hookId && Boolean(active))
  }

  function stateOf({ state }: Subscription): State {
    const parsed = stateSchema.safeParse(state)
    if (parsed.success) return parsed.data
    throw new AppError(
      'source_invalid',
      'Pictable no longer knows the webhook in NocoDB. Save the trigger again to create a new one.',
    )
  }

  return {
    findsLost: false,
    subscribe: (ref, options) => create(ref, options),
    async renew(ref, subscription) {
      const state = stateOf(subscription)
      return (await exists(ref, state.hookId)) ? subscription : create(ref, state)
    },
    async unsubscribe(_ref, subscription) {
      const path = `/api/v2/meta/hooks/${encodeURIComponent(stateOf(subscription).hookId)}`
      try {
        await api.send('DELETE', path, { answer: z.unknown() })
      } catch (error) {
        if (!gone(error)) throw error
      }
    },
    async receive(ref, request, subscription) {
      const state = stateOf(subscription)
      if (!isFromHook(request, state)) return null
      if (request.body.length > MAX_EVENT_BYTES) return { change: { recordIds: null }, subscription }
      const event = eventIn(request)
      if (event === null || event.data.table_id !== ref.tableId) return null
      if (knowsNames(event, state)) return { change: { recordIds: changedIds(event, state) }, subscription }
      const { canNarrow: _, ...names } = await namesOf(api, ref, state.fieldIds)
      const renamed = { ...state, ...names }
      const isReadable = knowsNames(event, renamed)
      return {
        change: { recordIds: isReadable ? changedIds(event, renamed) : null },
        subscription: { ...subscription, state: renamed },
      }
    },
  }
}
