import type { CallAnswer, Contract } from '@pictable/client'
import type { Status } from '@pictable/model/run'
import type { Action } from '#core/action/action.ts'

type TableSourceJson = CallAnswer<Contract['tablesources']['get']>

/** Exactly five keys: everything richer stands beside it. */
export function presentTableSource<Shown extends Status>(
  action: Action,
  status: Shown,
): TableSourceJson & { status: Shown } {
  return {
    action_title: action.title,
    base_id: action.baseId,
    status,
    table_name: action.tableName,
    view_name: action.viewName,
  }
}

export function runHeaders(runId: string | null): Record<string, string> {
  return runId === null ? {} : { link: `</v1/runs/${runId}>; rel="run"`, 'x-run-id': runId }
}
