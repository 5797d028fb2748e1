import type { CallAnswer, Contract } from '@pictable/client'
import type { RecordException } from '#core/output/exception.ts'
import { type DrawnOutput, unusedExceptions } from '#core/output/unused-exceptions.ts'

/**
 * `outputs`: those of its action, with the designs that they draw today; null when one cannot be read. `deleted`: records that
 * were deleted from the table.
 */
export function presentException(
  exception: RecordException,
  { outputs, deleted }: { outputs: readonly DrawnOutput[] | null; deleted: ReadonlySet<string> },
): CallAnswer<Contract['exceptions']['get']> {
  const { actionId, recordId, label, modifications, createdAt, updatedAt } = exception
  const unused = outputs === null ? [] : unusedExceptions(outputs, exception)
  return {
    action_id: actionId,
    record_id: recordId,
    label,
    modifications: modifications.map(({ output, ...each }) => ({ ...each, ...(output !== undefined && { output }) })),
    warnings: [
      ...(deleted.has(recordId) ? ['The record was deleted from the table, so no run applies this.'] : []),
      ...unused.map(({ problem }) => problem),
    ],
    unused: unused.map(({ modification: { name, output }, property, isUsed, reason }) => ({
      ...{ name, output: output ?? null, property, used_elsewhere: isUsed },
      reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    })),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
