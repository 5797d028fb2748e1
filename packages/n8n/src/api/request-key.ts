import { createHash, randomUUID } from 'node:crypto'
import type { IExecuteFunctions } from 'n8n-workflow'

/**
 * `requestKey()` is the same for every attempt of an item in one execution, so that "Retry On Fail" creates nothing
 * twice. A node that a loop runs again has another key.
 */
export function requestKey(context: IExecuteFunctions, itemIndex: number, body: object): string {
  const executionId = context.getExecutionId()
  // An execution of the editor may have no id yet.
  if (!/^\w+$/.test(executionId) || executionId.includes('UNKNOWN')) return `n8n-${randomUUID()}`
  const runIndex = String(context.evaluateExpression('{{ $runIndex }}', itemIndex))
  const parts = [context.getInstanceId(), executionId, context.getNode().id, runIndex, itemIndex, body]
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}
