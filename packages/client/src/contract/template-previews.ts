import { snakeKeys } from '@pictable/model/key-case'
import { previewTableShape } from '@pictable/model/preview'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  chosenRecordShape,
  fieldKind,
  idText,
  jsonObject,
  sourceErrors,
  sourceName,
  templateValues,
} from './primitives.ts'

export const design = jsonObject.meta({
  id: 'Design',
  description: 'Size, background and layers, as defined by @pictable/renderer and checked when saved.',
})

const previewSource = z
  .union([z.strictObject({ action_id: idText }), z.strictObject(snakeKeys(previewTableShape))])
  .meta({ id: 'PreviewSource', description: 'Records of an action, or of a table' })

export const previewChoice = previewSource.nullable().meta({
  description: 'Whose records the editor shows. null: those of the first action that uses the template',
})

const record = z
  .strictObject({
    ...chosenRecordShape,
    values: templateValues.meta({ description: 'Values of all `names`, as a design gets them' }),
  })
  .meta({ id: 'PreviewRecord' })

const bindableName = z
  .strictObject({
    name: z.string(),
    kind: fieldKind,
    field: z.string().nullable().meta({ description: 'Name of the field; null for a text or value of the mapping' }),
  })
  .meta({ id: 'BindableName', description: 'A name that a design can bind: of the mapping, or of a field' })

export const previewRecords = endpoint({
  name: 'templates-records',
  method: 'POST',
  path: '/v1/template-preview/records',
  summary: 'List records to edit a design with',
  description:
    'Chooses from up to 500 records of the view: those most likely to break the design, then the first ones. Returns every name that the design can bind, with its values.',
  scope: 'read',
  body: z
    .strictObject({
      source: previewSource,
      design: design
        .exactOptional()
        .meta({ description: 'The records are chosen by the names that it binds. Default: by all' }),
      search: z
        .string()
        .min(1)
        .max(200)
        .exactOptional()
        .meta({ description: 'Only records that contain this text in any field' }),
      record_ids: z
        .array(sourceName)
        .min(1)
        .max(10)
        .exactOptional()
        .meta({ description: 'Use these records instead of choosing. Missing ones are left out' }),
      limit: z.int().min(1).max(100).default(50).meta({ description: 'Number of records' }),
    })
    .meta({ id: 'PreviewRecordsRequest', examples: [{ source: { action_id: 'act_01jd3v' }, search: 'Teapot' }] }),
  answers: {
    200: z
      .strictObject({
        names: z.array(bindableName),
        missing: z
          .array(z.strictObject({ name: z.string(), field: z.string() }))
          .meta({ description: 'Names of the mapping whose field is no longer in the table' }),
        results: z.array(record),
        complete: z.boolean().meta({ description: 'Whether all records of the view were checked' }),
      })
      .meta({ id: 'PreviewRecords' }),
  },
  errors: ['not_found', ...sourceErrors],
  changesNothing: true,
})

/** What the answer to a publication says of the actions that use the template. */
export const affectedActions = {
  affected_actions: z.array(z.strictObject({ id: z.string(), title: z.string(), warnings: z.array(z.string()) })).meta({
    description:
      'Actions that do not fully work with the published version: warnings name bindings that nothing in the table fills, and exceptions of records that change nothing. A table that takes longer than 3 seconds is checked by the next run',
  }),
}
