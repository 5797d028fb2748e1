import { AppError } from '#core/errors.ts'
import type { TriggerKind, TriggerKinds } from '#core/ports/triggers.ts'
import { incomingHook } from './incoming-hook.ts'
import { schedule } from './schedule.ts'
import { tableChange } from './table-change.ts'

export { startWatching } from './watch-tables.ts'

const kinds: readonly TriggerKind[] = [schedule, tableChange, incomingHook]

export const triggerKinds: TriggerKinds = {
  kinds,
  kind(name) {
    const found = kinds.find(({ kind }) => kind === name)
    if (found) return found
    const known = kinds.map(({ kind }) => kind).join(', ')
    throw new AppError('invalid_request', `"${name}" is not a kind of trigger. There are: ${known}.`, {
      errors: [{ pointer: '/kind', detail: `must be one of: ${known}` }],
    })
  },
}
