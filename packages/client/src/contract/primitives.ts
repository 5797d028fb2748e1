import { fieldKinds } from '@pictable/model/field'
import { fileFormats, fileTypes, imageFormats as stillFormats } from '@pictable/model/image'
import { encodingOf, outputOptionsOf, thumbnailOf } from '@pictable/model/output'
import { becauseCodes } from '@pictable/model/preview'
import { templateValue } from '@pictable/model/value'
import { z } from 'zod'

export const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC', examples: ['2025-11-20T20:34:00.000Z'] })

/** Whether databases know the time as we write it. */
function isOurEra(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** A time that a caller names. */
export const moment = z.iso
  .datetime({ offset: true, abort: true, error: 'must be a time such as 2025-11-20T20:34:00Z' })
  .refine(isOurEra, 'must be in the years 1 to 9999')
  .meta({ description: 'ISO 8601', examples: ['2025-11-20T20:34:00Z', '2025-11-20T21:34:00+01:00'] })

/** What an id in a path may look like; anything else cannot be found. */
export const pathId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const idParams = z.strictObject({ id: pathId })

/** An id inside a body or a query. */
export const idText = z.string().min(1).max(64)

/** A name or id that a source gave. */
export const sourceName = z.string().min(1).max(500)

export const jsonObject = z.record(z.string(), z.unknown())

/** Of a template. */
export const versionNumber = z.int().min(1).max(999_999_999)

/** A whole number in a query, where everything is text. */
export function wholeNumberText(lowest: number, highest: number) {
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text),
    z.int(`must be a whole number from ${lowest} to ${highest}`).min(lowest).max(highest),
  )
}

/** Of a query: an option that is off by default. */
export function optionalFlag(description: string) {
  return z
    .enum(['true', 'false'])
    .exactOptional()
    .meta({ description: `${description}. Default: false` })
}

export const pageQuery = {
  limit: wholeNumberText(1, 100)
    .default(20)
    .meta({ description: 'Maximum number of results. A page of large results has fewer; next continues after it' }),
  after: z.string().min(1).max(1000).exactOptional().meta({ description: 'The `next` of the previous page' }),
}

/** Every list answers like this. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    results: z.array(item),
    next: z.string().nullable().meta({
      description:
        'Pass it as `after` to get the next page; null on the last page. A filtered page, or one of large results, can contain fewer than `limit`',
    }),
  })
}

export const imageFormat = z.enum(stillFormats)

/** Of what is made in all: pictures may move too. */
export const fileFormat = z.enum(fileFormats)

export const imageFormats = z.array(imageFormat).min(1).max(stillFormats.length)

/** What an image may be served as. */
export const imageTypes = fileFormats.map((format) => fileTypes[format].contentType)

export const templateValues = z.record(z.string(), templateValue)

export const modifications = z
  .array(z.looseObject({ name: z.string().min(1).max(200) }))
  .max(500)
  .meta({ description: 'Properties of layers to change, by layer name' })

/** A picture that is not kept. */
export const drawnImage = z.strictObject({
  format: fileFormat,
  width: z.int(),
  height: z.int(),
  data: z.string().meta({ description: 'A `data:` URL' }),
})

export const failure = z
  .strictObject({
    code: z.string().meta({ examples: ['image_truncated'] }),
    message: z.string().meta({ description: 'What failed, where, and what to do' }),
  })
  .meta({ id: 'Failure' })

export const webhookUrl = z.string().trim().min(1).max(8192).exactOptional().meta({
  description: 'URL that receives the events of this run or image, unsigned. To receive all events, create a webhook',
})

const encoding = encodingOf(z.strictObject).meta({ id: 'Encoding', description: 'Settings by format' })

export const outputOptions = outputOptionsOf(encoding)

/** As a change has it: left out it stays as it is, null takes it away. */
export function removable<Setting extends z.ZodType>(setting: z.ZodExactOptional<Setting>) {
  return setting
    .unwrap()
    .nullable()
    .exactOptional()
    .meta(setting.meta() ?? {})
}

export const thumbnail = thumbnailOf(z.strictObject)

export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(z.strictObject({ pointer: z.string(), detail: z.string() })),
  })
  .meta({
    id: 'Problem',
    description: 'RFC 9457',
    examples: [
      {
        type: 'urn:pictable:problem:not_found',
        title: 'Not found',
        status: 404,
        detail: 'There is no action act_01jd3v.',
        code: 'not_found',
        request_id: 'req_01jd3v',
        errors: [],
      },
    ],
  })

export type Problem = z.output<typeof problem>

/** The table that a field links to. */
export const linkedTable = z.strictObject({ base_id: z.string(), table_id: z.string() })

export const fieldKind = z.enum(fieldKinds)

/** What any endpoint may answer that asks a table. */
export const sourceErrors = [
  'secret_moved',
  'source_server',
  'source_auth',
  'source_forbidden',
  'source_not_found',
  'source_invalid',
  'source_rate_limited',
  'source_quota',
  'source_cursor_expired',
  'source_unavailable',
] as const

/** A record that a preview has chosen. */
export const chosenRecordShape = {
  record_id: z.string(),
  label: z.string(),
  because: z
    .array(z.strictObject({ code: z.enum(becauseCodes), message: z.string() }))
    .meta({ description: 'Reasons why this record was chosen' }),
}
