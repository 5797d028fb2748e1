import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import type { Trigger } from '#core/run/run.ts'
import { budgetOf, type EstimateWorld, estimateRun } from './estimate-run.ts'

/** @throws AppError `conflict` at `/over_budget` when the run is certain to need more requests than the month has left */
export async function checkBudget(world: EstimateWorld, actionId: string, trigger: Trigger): Promise<void> {
  const { connectionId } = found(await world.data.actions.get(actionId), 'action', actionId)
  const budget = await budgetOf(world, connectionId)
  if (budget === null) return
  const { certainCalls } = await estimateRun(world, actionId, trigger)
  if (certainCalls <= budget.remaining) return
  const { perMonth, remaining } = budget
  const detail = `The run needs at least ${certainCalls} requests to the table, but the connection has ${remaining} of its ${perMonth} requests left this month.`
  throw new AppError(
    'conflict',
    `${detail} Raise the limit in the connection if the plan of the table allows more, wait for the next month (UTC), or start the run anyway: it stops when no requests are left.`,
    { errors: [{ pointer: '/over_budget', detail: 'must be true to start the run anyway' }] },
  )
}
