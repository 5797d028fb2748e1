import type { CallAnswer, Contract } from '@pictable/client'
import { type ChangedOutput, unusedExceptions } from '#core/output/apply-exceptions.ts'
import type { RecordException } from '#core/output/exception.ts'

/** `outputs`: those of its action, with the designs that they draw today; null when one cannot be read. */
export function presentException(
  exception: RecordException,
  outputs: readonly ChangedOutput[] | null,
): CallAnswer<Contract['exceptions']['get']> {
  const { actionId, recordId, label, modifications, createdAt, updatedAt } = exception
  return {
    action_id: actionId,
    record_id: recordId,
    label,
    modifications: modifications.map(({ output, ...each }) => ({ ...each, ...(output !== undefined && { output }) })),
    warnings: outputs === null ? [] : unusedExceptions(outputs, modifications),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
