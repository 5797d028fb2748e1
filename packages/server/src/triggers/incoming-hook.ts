import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { parseExactJson } from '#core/exact-number.ts'
import { issueDetails } from '#core/issue-details.ts'
import type { HookRequest } from '#core/ports/source.ts'
import type { HookQuery, TriggerKind } from '#core/ports/triggers.ts'
import { refused } from '#core/refuse.ts'

const recordId = z.union([z.string().min(1).max(500), z.int().transform(String)])

const MAX_IDS = 5000

/** A list without ids is not the whole view: callers send it when nothing matched. */
const body = z.object({ record_id: recordId.optional(), record_ids: z.array(recordId).min(1).max(MAX_IDS).optional() })

/** All other requests wait while it is parsed. */
const MAX_BODY_BYTES = 1024 * 1024

const notStarted = 'The record ids of the call are not valid, so no run was started.'

/** Other keys belong to the caller, and a body without ids means the whole view. */
function parseBody(text: string): object {
  try {
    const { value } = parseExactJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    if (!/"record_ids?"\s*:/.test(text)) return {}
    throw refused([{ pointer: '', detail: 'The body is not valid JSON.' }], notStarted)
  }
}

/** @throws AppError `invalid_request` for `record_id` or `record_ids` that cannot be ids */
function idsIn({ body: bytes, query }: HookRequest & { query: HookQuery }): string[] {
  const parsed = body.safeParse(parseBody(new TextDecoder().decode(bytes)))
  if (!parsed.success) throw refused(issueDetails(parsed.error.issues), notStarted)
  const { record_id: one = [], record_ids: many = [] } = parsed.data
  const ids = new Set([...query.recordIds, ...many].concat(one))
  if (ids.size <= MAX_IDS) return [...ids]
  throw refused([{ pointer: '/record_ids', detail: `A call can name at most ${MAX_IDS} records.` }], notStarted)
}

/** An address of its own for each trigger: for a button, a formula field, or any other program. */
export const incomingHook: TriggerKind = {
  kind: 'incoming_hook',
  title: 'Incoming hook',
  description:
    'Runs the action when its URL is called: the whole view, or the records named by `record_id` in the URL or the JSON body.',
  settings: z.object({}),
  goesByClock: false,
  showsHook: true,
  start: async () => ({ state: null, nextAt: null }),
  tend: async () => ({ state: null, nextAt: null }),
  stop: async () => {},
  async receive(_world, _call, request) {
    if (request.body.length > MAX_BODY_BYTES)
      throw new AppError('payload_too_large', 'A call of a trigger may have a body of 1 MiB. Send only the record ids.')
    const recordIds = idsIn(request)
    return { fire: { recordIds: recordIds.length === 0 ? null : recordIds } }
  },
  describe: async (_world, { hookUrl }) =>
    `To try it: curl -X POST ${hookUrl} (or open ${hookUrl}?record_id=<record id> for one record).`,
}
