import { fieldRefOf } from '@pictable/model/field'
import { snakeKeys } from '@pictable/model/key-case'
import { outputName, outputSize } from '@pictable/model/output'
import { MAX_OUTPUTS } from '@pictable/model/output-limits'
import { otherTemplates, templateByOf } from '@pictable/model/template-by'
import { attachmentMode, writeBackShape } from '@pictable/model/write-back'
import { writeCheckShape } from '@pictable/model/write-check'
import { z } from 'zod'
import { idText, imageFormats, outputOptions, removable, sourceName, thumbnail } from './primitives.ts'

export const fieldRef = fieldRefOf(z.strictObject).meta({ id: 'FieldRef' })

export const writeCheck = z
  .strictObject(snakeKeys(writeCheckShape(z.strictObject, fieldRef)))
  .meta({ id: 'WriteCheck' })
  .nullable()
  .meta({
    description:
      'Whether the results can be written into the table. Checked without writing: when the action is saved, by an estimate, and before each run. null if nothing is written, or not checked yet',
  })

export const output = z.strictObject({ formats: imageFormats, ...outputOptions, ...outputSize, thumbnail })

/** The cells of one output; `status`, `error` and `rendered_at` are of the record. */
const cellsOf = <Ref extends z.ZodType, Mode extends z.ZodType>(shape: { field: Ref; mode: Mode }) => {
  const { url, attachment } = writeBackShape(z.strictObject, shape)
  return z.strictObject({ url, attachment })
}

const templateByDescription =
  'Chooses the template of each record by one of its values; null: all records get `template_id`. Texts of the mapping use the locale of the template that is chosen'

export const listedOutput = output
  .extend({
    name: z.string(),
    template_id: z.string(),
    template_by: templateByOf(z.strictObject, fieldRef).nullable().meta({ description: templateByDescription }),
    write_back: cellsOf({ field: fieldRef, mode: attachmentMode }).nullable(),
  })
  .meta({ id: 'ActionListedOutput' })

/** What is left out stays as it is; null takes it away. */
export const outputDraft = z
  .strictObject({
    formats: imageFormats.exactOptional(),
    quality: removable(outputOptions.quality),
    effort: removable(outputOptions.effort),
    scale: removable(outputOptions.scale),
    width: removable(outputSize.width),
    height: removable(outputSize.height),
    encoding: removable(outputOptions.encoding),
    transparent: removable(outputOptions.transparent),
    thumbnail: removable(thumbnail),
  })
  .meta({ id: 'ActionOutput', description: 'Omitted settings do not change; null removes a setting' })

export const outputsDraft = z
  .array(
    z.strictObject({
      name: outputName,
      template_id: idText.exactOptional().meta({ description: 'Default: `template_id` of the action' }),
      template_by: templateByOf(z.strictObject, sourceName)
        .extend({ otherwise: z.enum(otherTemplates).default('template_id') })
        .nullable()
        .exactOptional()
        .meta({ description: templateByDescription }),
      formats: imageFormats.exactOptional().meta({ description: 'Default: png' }),
      ...outputOptions,
      ...outputSize,
      thumbnail,
      write_back: cellsOf({ field: sourceName, mode: attachmentMode.default('replace') })
        .nullable()
        .exactOptional(),
    }),
  )
  .min(1)
  .max(MAX_OUTPUTS)
  .meta({
    description:
      'The outputs, instead of `output`: each record gets one image for each, such as one for each size. Replaces the whole list. If omitted, `template_id`, `output` and `write_back` change the first output',
  })

/** The settings of an output, and where it is written, are said once. */
export function refuseTwice(
  body: { output?: unknown; outputs?: unknown; write_back?: object | null },
  context: z.RefinementCtx,
) {
  if (body.outputs === undefined) return
  const twice = [
    ...(body.output === undefined ? [] : [['output']]),
    ...['url', 'attachment']
      .filter((key) => body.write_back && key in body.write_back)
      .map((key) => ['write_back', key]),
  ]
  for (const path of twice)
    context.addIssue({
      code: 'custom',
      path,
      message: 'cannot be combined with outputs: set it in each output',
      input: body,
    })
}
