import type { Endpoint } from '@pictable/client'
import type { World } from '#core/ports/world.ts'
import type { Caller } from '#http/caller/caller.ts'
import type { WireAnswer } from './wire-answer.ts'

interface Change {
  entry: Endpoint
  caller: Caller
  params: unknown
  answer: WireAnswer
  address: string
  requestId: string
}

/** What the change was made to: the id in the path, or the one that the answer's Location ends with. */
function resourceIdOf({ params, answer }: Pick<Change, 'params' | 'answer'>): string | null {
  if (typeof params === 'object' && params !== null && 'id' in params) return String(params.id)
  return answer.headers.location?.split('/').at(-1) ?? null
}

/** Whether somebody who is known has changed something just now. */
function isChange({ entry, caller }: Change): boolean {
  return entry.method !== 'GET' && !entry.changesNothing && !entry.isContinuous && caller.kind !== 'nobody'
}

/** Writes a change into the audit log: who, what and from where, and nothing of what was sent. */
export async function audit({ clock, data, newId }: Pick<World, 'clock' | 'data' | 'newId'>, change: Change) {
  if (!isChange(change)) return
  const { entry, caller, address, requestId } = change
  await data.audit.insert({
    id: newId('audit'),
    at: clock.now(),
    callerKind: caller.kind,
    callerId: caller.id,
    callerName: caller.name,
    operation: entry.name,
    resourceId: resourceIdOf(change),
    address,
    requestId,
  })
}
