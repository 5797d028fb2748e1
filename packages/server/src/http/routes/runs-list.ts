import { contract } from '@pictable/client'
import { requireAction } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRun } from '#http/present/run.ts'

export const runsList = bind(contract.runs.list)(async ({ world, caller, query }) => {
  const { action_id: actionId, ...rest } = query
  requireAction(caller, actionId ?? null)
  const { results, next } = await world.data.runs.list(actionId === undefined ? rest : { ...rest, actionId })
  const now = world.clock.now()
  return { status: 200, body: { results: results.map((run) => presentRun(run, now)), next } }
})
