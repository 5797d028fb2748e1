import { contract } from '@pictable/client'
import { confirmDeleted } from '#core/action/confirm-deleted.ts'
import { deleteAction } from '#core/action/delete-action.ts'
import { eraseRecords } from '#core/action/erase-records.ts'
import { listActions } from '#core/action/list-actions.ts'
import { previewAction } from '#core/action/preview-action.ts'
import { sampleAction } from '#core/action/sample-action.ts'
import { createAction, updateAction } from '#core/action/save-action.ts'
import { checkBudget } from '#core/estimate/check-budget.ts'
import { estimateRun } from '#core/estimate/estimate-run.ts'
import { found } from '#core/revision.ts'
import { requireWritable } from '#core/run/check-write-back.ts'
import { startRun } from '#core/run/start-run.ts'
import { answerRun } from '#http/answers/answer-run.ts'
import { gone } from '#http/answers/gone.ts'
import { requireAsSaved } from '#http/caller/caller.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { triggerSignal } from '#http/feed/trigger-signal.ts'
import { actionChangeOf, fileNameOf, outputsOf, writeBackOf } from '#http/input/action-draft.ts'
import { triggerOf } from '#http/input/trigger-of.ts'
import { presentAction } from '#http/present/action.ts'
import { presentEstimate, presentPreview, presentSample } from '#http/present/action-run.ts'
import { runHeaders } from '#http/present/table-source.ts'

export const actions = handlers(contract.actions)({
  list: async ({ world, caller, query }) => {
    const { connection_id: connectionId, table_id: tableId, ...page } = query
    const { results, next } = await listActions(world, caller.actionIds, { ...page, connectionId, tableId })
    return {
      status: 200,
      body: { results: await Promise.all(results.map((each) => presentAction(world, each))), next },
    }
  },
  create: async ({ world, body }) => {
    const {
      connection_id: connectionId,
      base_id: baseId,
      template_id: templateId,
      write_back,
      outputs,
      file_name,
      ...others
    } = body
    const { stop_after_failures: stopAfterFailures, stable_urls: stableUrls, ...asked } = others
    const { deleted_records: deletedRecords, delete_after_days: deleteAfterDays, ...draft } = asked
    const ids = { connectionId, baseId, templateId }
    const action = await createAction(world, {
      ...draft,
      ...ids,
      ...{ stopAfterFailures, stableUrls, deletedRecords, deleteAfterDays },
      ...writeBackOf(write_back),
      ...outputsOf(outputs),
      ...fileNameOf(file_name),
    })
    return { status: 201, body: await presentAction(world, action), headers: { location: `/v1/actions/${action.id}` } }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: await presentAction(world, found(await world.data.actions.get(params.id), 'action', params.id)),
  }),
  update: async ({ world, params, body, revision }) => {
    const action = await updateAction(world, { id: params.id, revision }, actionChangeOf(body))
    return { status: 200, body: await presentAction(world, action) }
  },
  delete: async ({ world, params }) => gone(await deleteAction(world, params.id, triggerSignal()), 'action', params.id),
  erase: async ({ world, params, body }) => {
    const { images, deliveries, runRecords } = await eraseRecords(world, params.id, { recordIds: body.record_ids })
    return { status: 200, body: { images, deliveries, run_records: runRecords } }
  },
  confirmDeleted: async ({ world, params }) => ({
    status: 200,
    body: { records: await confirmDeleted(world, params.id) },
  }),
  preview: async ({ world, caller, params, body, signal }) => {
    const {
      limit = 3,
      record_ids: recordIds = null,
      draw: isDrawn = true,
      template,
      output_name: output,
      modifications: exceptions,
      ...change
    } = body ?? {}
    requireAsSaved(caller, { ...change, ...(template && { template }), ...(exceptions && { exceptions }) })
    const previews = await previewAction(world, params.id, {
      ...{ limit, recordIds, isBounded: caller.actionIds !== null, template, output, isDrawn, exceptions },
      change: actionChangeOf(change),
      signal,
    })
    return { status: 200, body: { results: previews.map(presentPreview) } }
  },
  sample: async ({ world, params, body, signal }) => {
    const { limit = 20, ...change } = body ?? {}
    const sample = await sampleAction(world, params.id, { limit, change: actionChangeOf(change), signal })
    return { status: 200, body: presentSample(sample) }
  },
  run: async ({ world, caller, params, body, signal }) => {
    const trigger = triggerOf({ world, caller }, body)
    if (body?.dry_run) {
      const estimate = await estimateRun(world, params.id, { ...trigger, look: true, signal })
      return { status: 200, body: presentEstimate(estimate) }
    }
    if (!body?.over_budget) await checkBudget(world, params.id, trigger)
    const isWriteChecked = await requireWritable(world, params.id, signal)
    const { run } = await startRun(world, params.id, { ...trigger, isWriteChecked })
    const answer = await answerRun(world, run)
    return { ...answer, headers: { ...runHeaders(run.id), ...answer.headers } }
  },
})
