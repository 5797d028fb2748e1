import { runStatuses } from '@pictable/model/run'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, jsonObject, sourceName, webhookUrl } from './primitives.ts'

const description = 'Exactly these five keys.'

const examples = [
  {
    action_title: 'Spring sale banners',
    base_id: 'appZ8dKzPq1',
    status: 'Starting' as const,
    table_name: 'Products',
    view_name: null,
  },
]

const tableSource = z
  .strictObject({
    action_title: z.string().meta({ description: 'Title of the action' }),
    base_id: z.string().meta({ description: 'Identifier of the base in the data source' }),
    status: z.enum(runStatuses).nullable().meta({
      description:
        'null: no job is running, or the job has finished; Starting: image generation is starting; Started: it has started',
    }),
    table_name: z.string().meta({ description: 'Name of the table' }),
    view_name: z.string().nullable().meta({ description: 'Name of the view; null if no view is set' }),
  })
  .meta({ id: 'TableSource', description, examples })

const acceptedTrigger = tableSource
  .extend({
    status: z.literal('Starting').meta({ description: 'Always: the run that serves this trigger is about to start' }),
  })
  .meta({ id: 'AcceptedTrigger', description, examples })

export const triggerFields = {
  record_ids: z
    .array(sourceName)
    .min(1)
    .max(10_000)
    .exactOptional()
    .meta({ description: 'Only these records. Default: the whole view' }),
  force: z.boolean().exactOptional().meta({ description: 'Also render records that have not changed' }),
  limit: z.int().min(1).max(1_000_000).exactOptional().meta({ description: 'Maximum number of records' }),
  metadata: jsonObject.exactOptional().meta({ description: 'Stored with the run and sent with its events' }),
  webhook_url: webhookUrl,
}

const trigger = z
  .strictObject(triggerFields)
  .optional()
  .meta({ id: 'Trigger', examples: [{ record_ids: ['rec8116cdd76088af'], force: true }] })

const runHeaders = {
  Link: '`</v1/runs/…>; rel="run"`: the run behind this status',
  'X-Run-Id': 'Id of that run',
}

export const tablesources = {
  get: endpoint({
    name: 'tablesources-get',
    method: 'GET',
    path: '/v1/tablesources/:id',
    summary: 'Retrieve the status of image generation',
    scope: 'read',
    limitedKeys: 'id',
    params: idParams,
    answers: { 200: tableSource },
    headers: runHeaders,
    errors: ['not_found'],
  }),
  trigger: endpoint({
    name: 'tablesources-trigger',
    method: 'POST',
    path: '/v1/tablesources/:id',
    summary: 'Start image generation',
    description:
      'The status in the response is always `Starting`: the run that serves this trigger is about to start. While a run is active, the trigger joins one follow-up run, so that no trigger is lost or duplicated. `GET` returns the status of the action.',
    scope: 'trigger',
    limitedKeys: 'id',
    params: idParams,
    body: trigger,
    answers: { 200: acceptedTrigger },
    headers: runHeaders,
    errors: ['not_found', 'conflict'],
  }),
}
