import { contract } from '@pictable/client'
import { OTHER_GROUP } from '#core/run/failure-group.ts'
import { bind } from '#http/endpoint-call.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsFailures = bind(contract.runs.failures)(async ({ world, caller, params }) => {
  const { failed, failureGroups } = await reachableRun(world, caller, params.id)
  const results = Object.entries(failureGroups)
    .filter(([group]) => group !== OTHER_GROUP)
    .map(([group, { code, message, records }]) => ({ group, code, message, records }))
    .toSorted((one, other) => other.records - one.records || one.group.localeCompare(other.group))
  const grouped = results.reduce((sum, { records }) => sum + records, 0)
  return { status: 200, body: { results, other: failed - grouped } }
})
