import { DELETE_AFTER_DAYS, deletedRecordModes } from '@pictable/model/deleted-records'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, time } from './primitives.ts'

/** What an action says of records that were deleted from its table. */
export const deletedRecords = {
  deleted_records: z.enum(deletedRecordModes),
  delete_after_days: z.int(),
  deletes_from: time.nullable().meta({
    description:
      'When `delete` was chosen, or `delete_after_days` reduced, while images were unpublished already: none of them is deleted before this time. null if it never was',
  }),
  missing_records: z.int().meta({
    description:
      'Records that are missing together from the table, until `actions-confirm-deleted`; 0 if they are not more than half. At most 100,000',
  }),
}

export const deletedRecordsDraft = {
  deleted_records: z.enum(deletedRecordModes).exactOptional().meta({
    description:
      'Effect on the images of a record that was deleted from the table. `keep` (default): none. `unpublish`: their URLs return 410. `delete`: also, and after `delete_after_days` they are deleted with their inputs and webhook deliveries. A record counts as deleted when the whole view was read without it and the table, asked twice with at least 10 minutes between, does not have it; leaving the view or the filter does not count. If more than half of the records went missing within 7 days, nothing happens until `actions-confirm-deleted`. A record that comes back is published again',
  }),
  delete_after_days: z
    .int()
    .min(DELETE_AFTER_DAYS.min)
    .max(DELETE_AFTER_DAYS.max)
    .exactOptional()
    .meta({
      description: `For \`delete\`: days from the unpublishing of the images to their deletion. For images that are unpublished already, the days of a new setting begin when it is saved. Default: ${DELETE_AFTER_DAYS.default}`,
    }),
}

export const confirmDeleted = endpoint({
  name: 'actions-confirm-deleted',
  method: 'POST',
  path: '/v1/actions/:id/confirm-deleted',
  summary: 'Confirm that missing records were deleted',
  description:
    'When more than half of the records of an action are missing from its table, their images are kept online, and `warnings` of the action says so. This applies `deleted_records` to them. To undo it, restore the records in the table and run the action.',
  scope: 'write',
  params: idParams,
  answers: { 200: z.strictObject({ records: z.int().meta({ description: 'Number of records, up to 100,000' }) }) },
  errors: ['not_found'],
})
