import { fileFormats, imageFormats, movingFormats } from '@pictable/model/image'
import { efforts, encodingOf } from '@pictable/model/output'
import { templateValue } from '@pictable/model/value'
import { z } from 'zod'

export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const inputsSchema = z.object({ values: z.record(z.string(), templateValue), modifications: z.array(z.unknown()) })

const sequenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), rows: z.array(inputsSchema) }),
  z.object({
    kind: z.literal('frames'),
    rows: z.array(inputsSchema),
    formats: z.array(z.enum(movingFormats)),
    delaysMs: z.union([z.number(), z.array(z.number())]),
    loop: z.number(),
  }),
])

const failureSchema = z.object({ code: z.string(), message: z.string() })

/** One picture to be made. */
const renderSchema = z.object({
  key: z.string(),
  ...inputsSchema.shape,
  formats: z.array(z.enum(imageFormats)),
  quality: z.number().optional(),
  effort: z.enum(efforts).optional(),
  scale: z.number().optional(),
  reportScale: z.number().optional(),
  encoding: encodingOf(z.object).optional(),
  thumbnail: z.object({ width: z.number() }).optional(),
  region: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  preview: z.boolean(),
  sequence: sequenceSchema.optional(),
})

/** What the pool tells a render process. */
export const toProcessSchema = z.discriminatedUnion('type', [
  /** Keep this design under this key. */
  z.object({ type: z.literal('template'), key: z.string(), design: z.unknown() }),
  z.object({ type: z.literal('forget'), key: z.string() }),
  /** Pictures of one record, whose own pictures are loaded and decoded once. Answered by `rendered`, in their order. */
  z.object({ type: z.literal('render'), id: z.number(), renders: z.array(renderSchema) }),
  /** A preview of a picture that was stored. Answered by `rendered`. */
  z.object({ type: z.literal('make-preview'), id: z.number(), bytes: bytesSchema }),
  /** Answered by `rendered`, with the facts for a report. */
  z.object({ type: z.literal('inspect-font'), id: z.number(), bytes: bytesSchema, name: z.string() }),
  /** Answered by `rendered`, with the tables in the report. */
  z.object({ type: z.literal('layout-tables'), id: z.number(), bytes: bytesSchema }),
  /** The answer to `load`, kept until `resume`. */
  z.object({ type: z.literal('picture'), loadId: z.number(), bytes: bytesSchema }),
  z.object({ type: z.literal('no-picture'), loadId: z.number(), failure: failureSchema }),
  /** Go on with what was answered. */
  z.object({ type: z.literal('resume'), id: z.number() }),
  z.object({ type: z.literal('cancel'), id: z.number() }),
])

const fileSchema = z.object({
  format: z.enum(fileFormats),
  bytes: bytesSchema,
  widthPx: z.number(),
  heightPx: z.number(),
})

const endShape = { id: z.number() }

const processFailureSchema = failureSchema.extend({
  layer: z.string().optional(),
  /** It is the page itself, not one of its layers. */
  ofPage: z.boolean().optional(),
  /** For the log: what went wrong inside, when it should not have. */
  stack: z.string().optional(),
})

const madeSchema = z.object({
  files: z.array(fileSchema),
  thumbnail: fileSchema.optional(),
  preview: fileSchema.optional(),
  report: z.record(z.string(), z.unknown()),
})

/** What a render process tells the pool. Everything it is asked for ends in one `rendered` or `failed`. */
export const fromProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('load'), id: z.number(), loadId: z.number(), src: z.string() }),
  z.object({
    type: z.literal('rendered'),
    ...endShape,
    results: z.array(z.union([madeSchema, z.object({ failure: processFailureSchema })])),
  }),
  z.object({
    type: z.literal('failed'),
    ...endShape,
    failure: processFailureSchema,
  }),
])

export type ToProcess = z.output<typeof toProcessSchema>
export type FromProcess = z.output<typeof fromProcessSchema>
export type ToRender = Extract<ToProcess, { type: 'render' }>
export type OneRender = z.output<typeof renderSchema>
export type ToPreview = Extract<ToProcess, { type: 'make-preview' }>
export type ToLayoutTables = Extract<ToProcess, { type: 'layout-tables' }>
export type ToInspect = Extract<ToProcess, { type: 'inspect-font' }>
export type Rendered = z.output<typeof madeSchema>
export type ProcessFailure = z.output<typeof processFailureSchema>
