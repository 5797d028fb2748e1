import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { parseExactJson } from '#core/exact-number.ts'
import type { HookRequest } from '#core/ports/source.ts'
import type { TriggerKind } from '#core/ports/triggers.ts'

const recordId = z.union([z.string().min(1).max(500), z.int().transform(String)])

const body = z.object({ record_id: recordId.optional(), record_ids: z.array(recordId).max(5000).optional() })

/** All other requests wait while it is parsed. */
const MAX_BODY_BYTES = 1024 * 1024

/** Ids in a JSON body; whatever else callers send is theirs. */
function idsIn({ body: bytes }: HookRequest): string[] {
  try {
    const parsed = body.safeParse(parseExactJson(new TextDecoder().decode(bytes)).value)
    if (!parsed.success) return []
    const { record_id: one, record_ids: many = [] } = parsed.data
    return one === undefined ? many : [one, ...many]
  } catch {
    return []
  }
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
    const recordIds = [...request.query.recordIds, ...idsIn(request)]
    return { fire: { recordIds: recordIds.length === 0 ? null : recordIds } }
  },
  describe: async (_world, { hookUrl }) =>
    `To try it: curl -X POST ${hookUrl} (or open ${hookUrl}?record_id=<record id> for one record).`,
}
