import { fieldFormat } from '@pictable/model/field-format'
import { snakeKeys } from '@pictable/model/key-case'
import { previewTableShape } from '@pictable/model/preview'
import { variableKinds } from '@pictable/model/variable'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  chosenRecordShape,
  drawnImage,
  failure,
  fieldKind,
  idText,
  imageFormat,
  imageTypes,
  jsonObject,
  linkedTable,
  outputOptions,
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
    format: fieldFormat.nullable().meta({
      description:
        'Format of the field, as `connections-fields` returns it. null if the field has none, or if the mapping already applies it',
    }),
    link: linkedTable.nullable().meta({
      description: 'Table that the field links to. A table layer that names its fields as columns gets the linked rows',
    }),
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

const variable = z
  .strictObject({
    name: z.string(),
    kind: z.enum(variableKinds),
    layer: z.string().nullable().meta({ description: 'null for the page itself' }),
    property: z.string().meta({ description: 'The property that the value sets', examples: ['fill.stops[0].color'] }),
  })
  .meta({ id: 'TemplateVariable', description: 'One use of a value' })

/** What can be filled in or changed. */
export const fillable = {
  variables: z.array(variable),
  available_modifications: z.array(
    z.strictObject({
      name: z.string().meta({ description: 'Name of the layer' }),
      type: z.string(),
      properties: z.array(z.string()),
    }),
  ),
}

const drawn = z
  .strictObject({
    image: drawnImage.nullable(),
    error: failure
      .extend({ layer: z.string().nullable() })
      .nullable()
      .meta({ description: 'Reason why there is no image, usually a value or a picture' }),
    warnings: z.array(
      z.strictObject({
        layer: z.string().nullable().meta({ description: 'Name of the layer' }),
        severity: z.enum(['warning', 'information']).meta({
          description:
            '`information` is as the design asks for, such as text that is a little smaller to fit; a `warning` needs a check',
        }),
        message: z.string(),
      }),
    ),
    ...fillable,
    fonts: z
      .array(
        z.strictObject({
          family: z.string(),
          known: z.boolean(),
          nearest: z
            .string()
            .nullable()
            .meta({ description: 'For an unknown family: the most similar name of a known one' }),
        }),
      )
      .meta({ description: 'Font families of the design, and whether they are bundled or installed' }),
    assets: z
      .array(z.strictObject({ id: z.string(), filename: z.string().nullable() }))
      .meta({ description: 'Assets of the design and the values; `filename` is null if the asset does not exist' }),
  })
  .meta({ id: 'TemplateDrawn' })

const drawnValues = templateValues.default({}).meta({
  description:
    'Names without a binding in the design are ignored; texts without a value show their name. A list where one value is expected returns 400',
})

export const exampleDesign = {
  schema: 1,
  width: 1200,
  height: 630,
  layers: [{ type: 'text', name: 'title', x: 60, y: 60, width: 1080, height: 200, text: { bind: 'title' } }],
}

export const drawDesign = endpoint({
  name: 'templates-draw',
  method: 'POST',
  path: '/v1/template-preview',
  summary: 'Check and render an unsaved design without storing it',
  description: 'For editors. Errors in the design return 400, with the place of each error.',
  scope: 'read',
  body: z
    .strictObject({
      design,
      values: drawnValues,
      width: z
        .int()
        .min(16)
        .max(4000)
        .default(1200)
        .meta({ description: 'Maximum width in pixels; the height follows' }),
    })
    .meta({ id: 'TemplateDraw', examples: [{ design: exampleDesign, values: { title: 'Teapot' } }] }),
  answers: { 200: drawn },
  errors: ['render_timeout'],
  changesNothing: true,
})

export const drawRegion = endpoint({
  name: 'templates-draw-region',
  method: 'POST',
  path: '/v1/template-preview/region',
  summary: 'Render a part of an unsaved design without loss',
  description: 'The pixels are those of the whole image at this scale. At most 16 million.',
  scope: 'read',
  body: z
    .strictObject({
      design,
      values: drawnValues,
      region: z
        .strictObject({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
        .meta({ description: 'Part of the page, in pixels of the design' }),
      scale: z.number().min(0.1).max(8).default(1).meta({ description: 'Pixels of the image per pixel of the design' }),
    })
    .refine(({ region, scale }) => region.width * region.height * scale ** 2 <= 16_000_000, {
      path: ['region'],
      error: 'must have at most 16 million pixels at this scale',
    })
    .meta({
      id: 'TemplateDrawRegion',
      examples: [{ design: exampleDesign, region: { x: 0, y: 0, width: 600, height: 315 }, scale: 2 }],
    }),
  answers: { 200: { raw: ['image/png'] } },
  errors: ['image_failed', 'render_timeout'],
  changesNothing: true,
})

export const drawImage = endpoint({
  name: 'templates-draw-image',
  method: 'POST',
  path: '/v1/template-preview/image',
  summary: 'Render an unsaved design as an image without storing it',
  scope: 'read',
  body: z
    .strictObject({
      design,
      values: drawnValues,
      format: imageFormat.default('png'),
      ...outputOptions,
    })
    .meta({
      id: 'TemplateDrawImage',
      examples: [{ design: exampleDesign, values: { title: 'Teapot' }, format: 'jpeg', scale: 2 }],
    }),
  answers: { 200: { raw: imageTypes } },
  errors: ['image_failed', 'render_timeout'],
  changesNothing: true,
})
