import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentRunRecord } from '#http/present/run-record.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsRecords = bind(contract.runs.records)(async ({ world, caller, params, query }) => {
  const run = await reachableRun(world, caller, params.id)
  const { failure_group: failureGroup, ...options } = query
  const { results, next } = await world.data.runs.records(run.id, {
    ...options,
    ...(failureGroup !== undefined && { failureGroup }),
  })
  const imageIds = results.flatMap(({ imageId }) => (imageId === null ? [] : [imageId]))
  const images = await world.data.images.getMany(imageIds)
  const presented = results.map((record) => presentRunRecord(record, images.get(record.imageId ?? ''), world.publicUrl))
  return { status: 200, body: { results: presented, next } }
})
