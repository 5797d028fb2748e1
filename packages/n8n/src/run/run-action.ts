import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import type { Run } from '#n8n/api/answers.ts'
import { callApi } from '#n8n/api/call-api.ts'
import { naming } from '#n8n/api/naming.ts'
import { requestKey } from '#n8n/api/request-key.ts'
import { chosenIn } from '#n8n/fields/choose.ts'
import { readObject } from '#n8n/fields/read-object.ts'
import { refuseFailed, runItems, untilEnded } from './read-run.ts'

/** Ids in a list of an expression, or separated by commas. */
function idsIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',')
  return list.map((id) => String(id).trim()).filter((id) => id !== '')
}

function bodyOf(context: IExecuteFunctions, itemIndex: number): IDataObject {
  const { recordIds, force, maxRecords } = readObject(context, 'options', itemIndex)
  const ids = idsIn(recordIds)
  const metadata = readObject(context, 'options.metadata', itemIndex)
  return {
    ...(ids.length > 0 && { record_ids: ids }),
    ...(force === true && { force }),
    ...(maxRecords && { limit: maxRecords }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

/** `runAction()` starts a run and waits for its end. */
export async function runAction(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
  const action = chosenIn(context, 'action', itemIndex)
  const body = bodyOf(context, itemIndex)
  const headers = { 'Idempotency-Key': requestKey(context, itemIndex, { ...body, action: action.id }) }
  const path = `/v1/actions/${encodeURIComponent(action.id)}/runs`
  const run = await naming({ id: action.id, name: `The action ${action.label}` }, () =>
    callApi<Run>(context, { method: 'POST', path, body, headers, itemIndex }),
  )
  if (!context.getNodeParameter('wait', itemIndex, true)) return runItems(context, run, itemIndex)
  const minutes = Number(context.getNodeParameter('options.timeoutMinutes', itemIndex, 60))
  const ended = await untilEnded(context, { run, itemIndex, timeoutMs: minutes * 60_000 })
  await refuseFailed(context, ended, itemIndex)
  return runItems(context, ended, itemIndex)
}
