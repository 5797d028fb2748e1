import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, sleep } from 'n8n-workflow'
import type { Run, RunFailures, RunRecord } from '#n8n/api/answers.ts'
import { callApi, listAll, serverUrl } from '#n8n/api/call-api.ts'
import { createFailure } from '#n8n/api/failure.ts'
import { naming } from '#n8n/api/naming.ts'
import { typedId } from '#n8n/fields/choose.ts'

const FIRST_PAUSE_MS = 300
const MAX_PAUSE_MS = 5000
/** A server that restarts continues its runs: the wait goes on for as long. */
const MAX_AWAY_MS = 3 * 60_000

const hasEnded = ({ finished_at }: Run) => finished_at !== null

function readRun(context: IExecuteFunctions, id: string, itemIndex: number): Promise<Run> {
  const path = `/v1/runs/${encodeURIComponent(id)}`
  return naming({ id, name: `The run ${id}` }, () => callApi<Run>(context, { method: 'GET', path, itemIndex }))
}

/** Only 5xx and no answer at all pass by themselves. */
function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'httpCode' in error ? error.httpCode : undefined
  return code === null || code === undefined || Number(code) >= 500
}

/** `untilEnded()` waits for the end of a run. @throws NodeApiError when that takes longer, or the server is away */
export async function untilEnded(
  context: IExecuteFunctions,
  { run, itemIndex, timeoutMs }: { run: Run; itemIndex: number; timeoutMs: number },
): Promise<Run> {
  const until = Date.now() + timeoutMs
  const about = { node: context.getNode(), url: await serverUrl(context), itemIndex }
  const goesOn = `The run continues on the server. Get it later with the operation "Run: Get" and the ID ${run.id}.`
  let answeredAt = Date.now()
  let latest = run
  for (let pauseMs = FIRST_PAUSE_MS; !hasEnded(latest); pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.3)) {
    if (context.getExecutionCancelSignal()?.aborted) return latest
    if (Date.now() > until) {
      const blocked = latest.waiting_for ? ` It is blocked: ${latest.waiting_for.message}` : ''
      throw createFailure(about, {
        message: `The run ${run.id} has not ended within the timeout`,
        description: `${goesOn}${blocked}`,
      })
    }
    await sleep(pauseMs)
    try {
      latest = await readRun(context, run.id, itemIndex)
      answeredAt = Date.now()
    } catch (error) {
      if (!isAway(error)) throw error
      if (Date.now() - answeredAt < MAX_AWAY_MS) continue
      throw createFailure(about, {
        message: `Pictable at ${about.url} is unreachable while the run ${run.id} is awaited`,
        description: goesOn,
      })
    }
  }
  return latest
}

/** The most frequent reasons why records failed. */
async function failuresOf(context: IExecuteFunctions, run: Run, itemIndex: number): Promise<RunFailures['results']> {
  if (run.failed === 0) return []
  const path = `/v1/runs/${run.id}/failures`
  return (await callApi<RunFailures>(context, { method: 'GET', path, itemIndex })).results
}

/** What most workflows need of a run. */
function simplified(run: Run): IDataObject {
  const { id, action_id, state, outcome, total, rendered, skipped, failed, cancelled, pending, written_back } = run
  const { error, warnings, notices, outputs, created_at, finished_at } = run
  return {
    ...{ id, action_id, state, outcome, total, rendered, skipped, failed, cancelled, pending, written_back },
    ...{ error, warnings, notices, outputs, created_at, finished_at },
  }
}

async function recordItems(context: IExecuteFunctions, run: Run, itemIndex: number): Promise<INodeExecutionData[]> {
  const records = await listAll<RunRecord>(context, { path: `/v1/runs/${run.id}/records`, itemIndex })
  return records.map((record) => ({ json: { run_id: run.id, action_id: run.action_id, ...record } }))
}

/** Refuses a run that was cancelled or failed, or of which records failed if that is asked for. @throws NodeApiError */
export async function refuseFailed(context: IExecuteFunctions, run: Run, itemIndex: number): Promise<void> {
  const isStrict = context.getNodeParameter('options.failOnFailedRecords', itemIndex, false)
  const isCancelled = run.outcome === 'cancelled'
  if (!isCancelled && run.outcome !== 'failed' && !(isStrict && run.failed > 0)) return
  const url = await serverUrl(context)
  const failures = await failuresOf(context, run, itemIndex)
  const reasons = failures.slice(0, 5).map(({ message, records }) => `${records} × ${message}`)
  const counts = `${run.rendered} rendered, ${run.skipped} unchanged, ${run.failed} failed, ${run.cancelled} cancelled.`
  const failed = isCancelled
    ? `The run ${run.id} was cancelled`
    : `${run.failed} of ${run.total} records of the run ${run.id} failed`
  const fix = `Open ${url}/runs/${run.id} to ${isCancelled ? 'run the other records' : 'retry the failed records'}.`
  const words = { message: run.error?.message ?? failed, description: [counts, ...reasons, fix].join('\n') }
  throw createFailure({ node: context.getNode(), url, itemIndex }, words)
}

/** `runItems()` is a run as n8n gets it: one item, or one for each record. */
export async function runItems(context: IExecuteFunctions, run: Run, itemIndex: number): Promise<INodeExecutionData[]> {
  if (context.getNodeParameter('returnItems', itemIndex, 'run') === 'records')
    return recordItems(context, run, itemIndex)
  const failures = await failuresOf(context, run, itemIndex)
  const isSimple = context.getNodeParameter('simplify', itemIndex, true)
  return [{ json: { ...(isSimple ? simplified(run) : { ...run }), failures } }]
}

/** `getRun()` reads a run that was started before. */
export async function getRun(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
  const id = typedId(context, 'runId', itemIndex)
  return runItems(context, await readRun(context, id, itemIndex), itemIndex)
}
