import type { CallAnswer, Contract } from '@pictable/client'
import { type ChangedOutput, unusedExceptions } from '#core/output/apply-exceptions.ts'
import type { RecordException } from '#core/output/exception.ts'

/**
 * `outputs`: those of its action, with the designs that they draw today; null when one cannot be read. `deleted`: records that
 * were deleted from the table.
 */
export function presentException(
  exception: RecordException,
  { outputs, deleted }: { outputs: readonly ChangedOutput[] | null; deleted: ReadonlySet<string> },
): CallAnswer<Contract['exceptions']['get']> {
  const { actionId, recordId, label, modifications, createdAt, updatedAt } = exception
  return {
    action_id: actionId,
    record_id: recordId,
    label,
    modifications: modifications.map(({ output, ...each }) => ({ ...each, ...(output !== undefined && { output }) })),
    warnings: [
      ...(deleted.has(recordId) ? ['The record was deleted from the table, so no run applies this.'] : []),
      ...(outputs === null ? [] : unusedExceptions(outputs, modifications)),
    ],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
