import { outputName } from '@pictable/model/output'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, listOf, pageQuery, pathId, sourceName, time } from './primitives.ts'

/** Modifications of the images of one record. */
export const recordModifications = z
  .array(
    z.looseObject({
      name: z.string().min(1).max(200).meta({ description: 'Name of the layer' }),
      output: outputName.exactOptional().meta({
        description: 'Only for the output with this name. Default: every output whose template has the layer',
      }),
    }),
  )
  .max(100)

const exception = z
  .strictObject({
    action_id: z.string(),
    record_id: z.string(),
    label: z
      .string()
      .meta({ description: 'Name of the record when the exception was saved; empty if it had no image' }),
    modifications: recordModifications,
    warnings: z.array(z.string()).meta({
      description:
        'Why modifications change no image, such as a layer that was deleted from the template, or a record that was deleted from the table. A layer that only one output lost since the exception was saved is named with the output',
    }),
    unused: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'Name of the layer' }),
          output: z.string().nullable().meta({ description: '`output` of the modification; null for none' }),
          property: z
            .string()
            .nullable()
            .meta({ description: 'Property that has no effect; null for all properties of the modification' }),
          used_elsewhere: z.boolean().meta({ description: 'Whether the modification changes other outputs' }),
          reason: z.string(),
        }),
      )
      .meta({
        description:
          'Modifications without an effect, with the reason. They are kept, in case the layer returns, until you save the exception without them',
      }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Exception' })

const recordParams = z.strictObject({ id: pathId, record_id: sourceName })

export const exceptions = {
  list: endpoint({
    name: 'exceptions-list',
    method: 'GET',
    path: '/v1/actions/:id/exceptions',
    summary: 'List the exceptions of an action, by record id',
    scope: 'read',
    limitedKeys: 'id',
    params: idParams,
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(exception) },
    errors: ['not_found'],
  }),
  get: endpoint({
    name: 'exceptions-get',
    method: 'GET',
    path: '/v1/actions/:id/exceptions/:record_id',
    summary: 'Retrieve the exception of a record',
    scope: 'read',
    limitedKeys: 'id',
    params: recordParams,
    answers: { 200: exception },
    errors: ['not_found'],
  }),
  save: endpoint({
    name: 'exceptions-save',
    method: 'PUT',
    path: '/v1/actions/:id/exceptions/:record_id',
    summary: 'Change only the images of one record',
    description:
      'Replaces the exception of the record: properties of layers, as in `modifications` of an image, that override the template and the fields. It takes effect in the next run of the record and in all later ones, also with new versions of the template. Modifications that were valid when they were saved may be sent again unchanged, also if the template has lost their layer. To render the record immediately, start a run with `record_ids`.',
    scope: 'write',
    params: recordParams,
    body: z.strictObject({ modifications: recordModifications.min(1) }).meta({
      id: 'ExceptionSave',
      examples: [{ modifications: [{ name: 'Title', text: 'Sold out', fill: '#c00' }] }],
    }),
    answers: { 200: exception },
    errors: ['not_found'],
  }),
  delete: endpoint({
    name: 'exceptions-delete',
    method: 'DELETE',
    path: '/v1/actions/:id/exceptions/:record_id',
    summary: 'Remove the exception of a record',
    description: 'The next run of the record renders its images without it.',
    scope: 'write',
    params: recordParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
}
