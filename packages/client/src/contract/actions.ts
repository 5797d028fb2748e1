import { fieldRefOf } from '@pictable/model/field'
import { filterSchema } from '@pictable/model/filter-schema'
import { snakeKeys } from '@pictable/model/key-case'
import { mappingOf } from '@pictable/model/mapping'
import { outputName } from '@pictable/model/output'
import { attachmentMode, writeBackShape } from '@pictable/model/write-back'
import { z } from 'zod'
import { fieldRef, listedOutput, output, outputDraft, outputsDraft, refuseTwice, writeCheck } from './action-outputs.ts'
import { confirmDeleted, deletedRecords, deletedRecordsDraft } from './deleted-records.ts'
import { endpoint } from './endpoint.ts'
import { recordModifications } from './exceptions.ts'
import {
  chosenRecordShape,
  drawnImage,
  failure,
  idParams,
  idText,
  jsonObject,
  listOf,
  pageQuery,
  sourceErrors,
  sourceName,
  templateValues,
  time,
} from './primitives.ts'
import { run } from './runs.ts'
import { triggerFields } from './tablesources.ts'
import { design } from './template-previews.ts'

const action = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    connection_id: z.string(),
    base_id: z.string(),
    table_id: z.string(),
    table_name: z.string(),
    view_id: z.string().nullable(),
    view_name: z.string().nullable(),
    filter: filterSchema(z.strictObject, fieldRefOf(z.strictObject), 'Filter').nullable(),
    template_id: z.string().meta({
      description: 'Template of the first output, like `output` and the `url` and `attachment` of `write_back`',
    }),
    mapping: mappingOf(z.strictObject, fieldRef),
    output,
    outputs: z.array(listedOutput).meta({ description: 'All outputs. Each record gets one image for each' }),
    write_back: z
      .strictObject(snakeKeys(writeBackShape(z.strictObject, { field: fieldRef, mode: attachmentMode })))
      .nullable(),
    write_check: writeCheck,
    stop_after_failures: z.int().nullable(),
    ...deletedRecords,
    file_name: z.string().nullable(),
    stable_urls: z
      .strictObject({
        field: fieldRef.nullable(),
        url: z.string().meta({ description: 'URL of the newest image of a record, with `{key}` for its key' }),
        example_url: z
          .string()
          .nullable()
          .meta({ description: 'URL of one record; null before a run has stored a key' }),
        feed: z.strictObject({ csv_url: z.string(), xml_url: z.string() }).nullable(),
      })
      .nullable(),
    warnings: z.array(z.string()).meta({ description: 'Settings that may not work as expected, each with what to do' }),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Action' })

const draft = {
  title: z.string().trim().min(1).max(200),
  connection_id: idText,
  base_id: z.string().max(500).meta({ description: 'As returned by `connections-bases`' }),
  table: sourceName.meta({ description: 'Id or name' }),
  view: sourceName.nullable().exactOptional().meta({ description: 'Id or name' }),
  filter: filterSchema(z.strictObject, sourceName.meta({ description: 'Id or name' }), 'FilterDraft')
    .nullable()
    .exactOptional()
    .meta({
      description: 'Conditions that the records of the view must meet. They also apply to records that a trigger names',
    }),
  template_id: idText,
  mapping: mappingOf(z.strictObject, sourceName).exactOptional().meta({
    description:
      'By the names bound in the template. A name without an entry uses the field with the same name. Default: fields with the name of a variable that have a format, shown as in the table',
  }),
  output: outputDraft.exactOptional(),
  outputs: outputsDraft.exactOptional(),
  write_back: z
    .strictObject(
      snakeKeys(writeBackShape(z.strictObject, { field: sourceName, mode: attachmentMode.default('replace') })),
    )
    .nullable()
    .exactOptional()
    .meta({ description: 'Fields (id or name) that results are written to' }),
  ...deletedRecordsDraft,
  stop_after_failures: z.int().min(1).max(1000).nullable().exactOptional().meta({
    description:
      'End a run as failed when this many records failed for the same reason and no output of any record was rendered or skipped. Each worker attempts that many records first. The others are cancelled; `runs-run-rest` starts a run for them. Default: null (never)',
  }),
  file_name: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .nullable()
    .exactOptional()
    .meta({
      description:
        'Name of the image files: text with expressions over fields of the table. Used by downloads, archives and attachments, but not at the public URL of a bucket, where files are named by their hash. Each file gets the extension of its own format. Default: null (the primary field)',
      examples: ['{{SKU}}-{{Name}}.jpg'],
    }),
  stable_urls: z
    .strictObject({
      field: sourceName.nullable().exactOptional().meta({
        description:
          'Field whose value is in the URL, by id or name; null: the id of the record. Default: null, and in an update, as it is',
      }),
      feed: z.boolean().exactOptional().meta({
        description:
          'Offer a product feed of these URLs, as CSV and XML, at an unguessable URL. Default: false, and in an update, as it is. Switching it off and on creates a new URL',
      }),
    })
    .nullable()
    .exactOptional()
    .meta({
      description:
        'Give each record a URL that always shows its newest image: `/r/<action>/<key>.png`. Anyone who guesses a key can open its image. Default: null (off)',
    }),
}

const { title: _, deleted_records: _deleted, delete_after_days: _days, ...made } = draft

/** The action as if it were changed so: only what is given differs from what is saved. */
const asIf = z.strictObject(made).exactPartial().shape

const createBody = z
  .strictObject(draft)
  .superRefine(refuseTwice)
  .meta({
    id: 'ActionCreate',
    examples: [
      {
        title: 'Spring sale banners',
        connection_id: 'con_01jd3v',
        base_id: 'appZ8dKzPq1',
        table: 'Products',
        filter: {
          and: [
            { field: 'Stock', operator: 'greater', value: 0 },
            { field: 'Photo', operator: 'not_empty' },
          ],
        },
        template_id: 'tpl_01jd3v',
        mapping: { title: { field: 'Name' }, badge: { value: 'SALE' } },
        write_back: { url: 'Image URL' },
      },
    ],
  })

const estimate = z
  .strictObject({
    records: z.int().nullable().meta({ description: 'null if the source cannot count without reading everything' }),
    note: z.string().nullable().meta({ description: 'Reason why `records` is null' }),
    source_calls: z.int().meta({ description: "Requests to the table's API if every record has changed" }),
    calls: z
      .strictObject({ read: z.int(), write: z.int(), upload: z.int() })
      .meta({ description: 'The same, by purpose' }),
    changed: z.int().nullable().meta({ description: 'Estimated records to render; null if `records` is null' }),
    seconds: z.number().nullable().meta({
      description: 'Estimated duration. Before a first run: what the request limit of the source requires, or null',
    }),
    seconds_range: z.strictObject({ from: z.number(), to: z.number() }).nullable().meta({
      description: 'Shortest and longest duration to expect. Wide until a run has rendered 20 records',
    }),
    budget: z.strictObject({ per_month: z.int(), used_this_month: z.int(), remaining: z.int() }).nullable().meta({
      description: '`calls_per_month` of the connection, by calendar month in UTC; null if not set',
    }),
    error: failure.nullable().meta({
      description:
        'Reason why a run cannot start now, such as a template without a published version, and what to do. null if it can start',
    }),
    warnings: z.array(z.string()).meta({
      description: 'Bindings of the templates that nothing fills, each with what to do. A run leaves them empty',
    }),
    write_check: writeCheck,
  })
  .meta({ id: 'Estimate' })

const preview = z
  .strictObject({
    ...chosenRecordShape,
    values: templateValues,
    error: failure.nullable(),
    image: drawnImage.nullable(),
  })
  .meta({ id: 'ActionPreview' })

export const actions = {
  list: endpoint({
    name: 'actions-list',
    method: 'GET',
    path: '/v1/actions',
    summary: 'List actions, newest first',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({
      ...pageQuery,
      connection_id: idText.exactOptional(),
      table_id: sourceName.exactOptional(),
    }),
    answers: { 200: listOf(action) },
    errors: [],
  }),
  create: endpoint({
    name: 'actions-create',
    method: 'POST',
    path: '/v1/actions',
    summary: 'Create an action',
    scope: 'write',
    body: createBody,
    answers: { 201: action },
    headers: { Location: 'The new action' },
    errors: ['conflict', ...sourceErrors],
  }),
  get: endpoint({
    name: 'actions-get',
    method: 'GET',
    path: '/v1/actions/:id',
    summary: 'Retrieve an action',
    scope: 'read',
    limitedKeys: 'id',
    params: idParams,
    answers: { 200: action },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'actions-update',
    method: 'PATCH',
    path: '/v1/actions/:id',
    summary: 'Update an action',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject(draft)
      .exactPartial()
      .superRefine(refuseTwice)
      .meta({ id: 'ActionUpdate', examples: [{ title: 'Summer sale' }] }),
    answers: { 200: action },
    errors: ['not_found', 'conflict', ...sourceErrors],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'actions-delete',
    method: 'DELETE',
    path: '/v1/actions/:id',
    summary: 'Delete an action',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  erase: endpoint({
    name: 'actions-erase',
    method: 'POST',
    path: '/v1/actions/:id/erase',
    summary: 'Erase everything stored about records',
    description:
      'For privacy requests: deletes all images of the records in this action with their inputs and files, their webhook deliveries and their exceptions. In runs, their ids, names, values and failure messages are removed; counts stay. Cannot be undone. Also works for the images of a deleted action. Delete the records in their table first, otherwise the next run renders them again. Backups contain the data until they expire.',
    scope: 'write',
    params: idParams,
    body: z.strictObject({ record_ids: z.array(sourceName).min(1).max(100) }).meta({
      id: 'Erase',
      examples: [{ record_ids: ['rec123'] }],
    }),
    answers: {
      200: z.strictObject({
        images: z.int().meta({ description: 'Number of deleted images' }),
        deliveries: z.int().meta({ description: 'Number of deleted webhook deliveries' }),
        run_records: z.int().meta({ description: 'Number of records of runs whose data was removed' }),
      }),
    },
    errors: ['not_found', 'conflict'],
  }),
  confirmDeleted,
  preview: endpoint({
    name: 'actions-preview',
    method: 'POST',
    path: '/v1/actions/:id/preview',
    summary: 'Render the records most likely to break the design, without storing them',
    description:
      'Chooses from up to 500 records of the view: the longest text, a missing picture, the most empty fields, right-to-left text and others. Returns the reasons.',
    scope: 'read',
    limitedKeys: 'id',
    params: idParams,
    body: z
      .strictObject({
        limit: z
          .int()
          .min(1)
          .max(100)
          .default(3)
          .meta({ description: 'Number of records. Maximum 10 if they are rendered' }),
        template: design
          .exactOptional()
          .meta({ description: "A design to use instead of the action's template, such as unsaved changes" }),
        draw: z
          .boolean()
          .default(true)
          .meta({ description: '`false` returns only the records and the values for the design' }),
        record_ids: z.array(sourceName).min(1).max(10).exactOptional().meta({
          description:
            'Use these records instead of choosing from the view. They can be outside of view and filter, but not for a key that is limited to the action',
        }),
        output_name: outputName.exactOptional().meta({ description: 'The output to render. Default: the first' }),
        modifications: recordModifications.exactOptional().meta({
          description: 'Used instead of the saved exceptions of the records',
        }),
        ...asIf,
      })
      .superRefine(refuseTwice)
      .refine(({ limit, draw }) => !draw || limit <= 10, {
        path: ['limit'],
        error: 'must be at most 10, unless draw is false',
      })
      .optional()
      .meta({
        id: 'ActionPreviewRequest',
        description: 'Unsaved settings of the action to preview',
        examples: [{ limit: 3, mapping: { title: { field: 'Name' } } }],
      }),
    answers: { 200: z.strictObject({ results: z.array(preview) }) },
    errors: ['not_found', ...sourceErrors],
    changesNothing: true,
  }),
  sample: endpoint({
    name: 'actions-sample',
    method: 'POST',
    path: '/v1/actions/:id/sample',
    summary: 'List the first matching records of an action, and count them',
    description: 'Applies the filter to up to 500 records of the view; renders nothing.',
    scope: 'read',
    params: idParams,
    body: z
      .strictObject({ limit: z.int().min(1).max(100).default(20), ...asIf })
      .superRefine(refuseTwice)
      .optional()
      .meta({
        id: 'ActionSampleRequest',
        description: 'Unsaved settings of the action to preview',
        examples: [{ limit: 5, filter: { field: 'Stock', operator: 'greater', value: 0 } }],
      }),
    answers: {
      200: z
        .strictObject({
          results: z.array(
            z.strictObject({
              record_id: z.string(),
              label: z.string(),
              fields: jsonObject.meta({ description: 'Values by field id, without empty fields' }),
            }),
          ),
          matching: z.int().meta({ description: 'Number of checked records that pass the filter' }),
          looked_at: z.int(),
          complete: z.boolean().meta({ description: 'Whether the view has no more records than were checked' }),
        })
        .meta({ id: 'ActionSample' }),
    },
    errors: ['not_found', ...sourceErrors],
    changesNothing: true,
  }),
  run: endpoint({
    name: 'actions-run',
    method: 'POST',
    path: '/v1/actions/:id/runs',
    summary: 'Start a run, or estimate one',
    description:
      'Returns 201 with the run that serves the trigger. With `dry_run`, starts nothing and returns 200 with an estimate.',
    scope: 'trigger',
    limitedKeys: 'id',
    params: idParams,
    body: z
      .strictObject({
        ...triggerFields,
        dry_run: z.boolean().exactOptional().meta({ description: 'Only estimate the run' }),
        over_budget: z.boolean().exactOptional().meta({
          description:
            'Start the run even if it is certain to need more requests than the connection has left this month. Otherwise such a run is rejected (`conflict`)',
        }),
      })
      .optional()
      .meta({ id: 'RunCreate', examples: [{ limit: 10, dry_run: true }] }),
    answers: { 200: estimate, 201: run },
    headers: { Location: 'The run' },
    errors: ['not_found', 'conflict', 'write_back_impossible', ...sourceErrors],
  }),
}
