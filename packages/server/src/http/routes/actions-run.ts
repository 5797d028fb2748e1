import { contract } from '@pictable/client'
import { checkBudget } from '#core/run/check-budget.ts'
import { type Budget, estimateRun, totalOf } from '#core/run/estimate-run.ts'
import { startRun } from '#core/run/start-run.ts'
import { answerRun } from '#http/answer-run.ts'
import { bind } from '#http/endpoint-call.ts'
import { runHeaders } from '#http/present/table-source.ts'
import { triggerOf } from '#http/trigger-of.ts'

const presentBudget = ({ perMonth, usedThisMonth, remaining }: Budget) => ({
  per_month: perMonth,
  used_this_month: usedThisMonth,
  remaining,
})

export const actionsRun = bind(contract.actions.run)(async ({ world, caller, params, body }) => {
  const trigger = triggerOf({ world, caller }, body)
  if (body?.dry_run) {
    const { records, note, calls, seconds, budget, error } = await estimateRun(world, params.id, {
      ...trigger,
      look: true,
    })
    return {
      status: 200,
      body: {
        records,
        note,
        source_calls: totalOf(calls),
        calls,
        seconds,
        budget: budget && presentBudget(budget),
        error,
      },
    }
  }
  if (!body?.over_budget) await checkBudget(world, params.id, trigger)
  const { run } = await startRun(world, params.id, trigger)
  const answer = await answerRun(world, run)
  return { ...answer, headers: { ...runHeaders(run.id), ...answer.headers } }
})
