import { countAccuracies, fileTypes, imageFormats } from '@pictable/model/image'
import { outputName, outputSize } from '@pictable/model/output'
import { z } from 'zod'
import { checkTogether } from './check-together.ts'
import { endpoint } from './endpoint.ts'
import { imageBatch } from './image-batch.ts'
import {
  fileFormat,
  idParams,
  idText,
  imageTypes,
  jsonObject,
  listOf,
  modifications,
  moment,
  outputOptions,
  pageQuery,
  pathId,
  sourceName,
  templateValues,
  thumbnail,
  time,
  versionNumber,
  webhookUrl,
} from './primitives.ts'
import { design } from './template-previews.ts'

const inputs = z.strictObject({ values: templateValues, modifications: z.array(jsonObject) })

const file = {
  url: z.string(),
  width: z.int(),
  height: z.int(),
  format: fileFormat,
  bytes: z.int().meta({ description: 'Size of the file in bytes' }),
}

const filling = { values: templateValues.default({}), modifications: modifications.default([]) }

const delayMs = z.int().min(10).max(600_000)

export const image = z
  .strictObject({
    id: z.string(),
    ...file,
    urls: z.partialRecord(fileFormat, z.string()).meta({ description: 'Permanent URLs by format; no key is needed' }),
    files: z.array(z.strictObject(file)),
    thumbnail: z.strictObject(file).nullable().meta({ description: 'null if none was requested' }),
    preview: z.strictObject(file).nullable().meta({
      description:
        'For lists: the whole image, at most 480 px per side and 20 kB, as JPEG or, if it is transparent, WebP. null for an image of an earlier release until `GET /v1/images/:id/preview` has created it',
    }),
    template_id: z.string().nullable(),
    template_version: z.int().nullable(),
    design: design.nullable().meta({ description: 'The design of the request, if it had no template' }),
    action_id: z.string().nullable(),
    run_id: z.string().nullable(),
    record_id: z.string().nullable(),
    output: z
      .string()
      .nullable()
      .meta({ description: 'Name of the output; null without an action, or if its only output has no name' }),
    file_name: z.string().nullable().meta({
      description: 'Name of its files without the extension, from `file_name` of the action; null if that gives none',
    }),
    values: templateValues,
    modifications: z.array(jsonObject),
    pages: z.array(inputs).nullable(),
    frames: z.array(inputs).nullable(),
    metadata: jsonObject.nullable(),
    report: jsonObject.meta({
      description:
        'Report of the renderer: times, fits, `warnings` to check, and `information` that needs no check, such as text that is a little smaller to fit; `warningCodes` and `informationCodes` say what they are about',
    }),
    webhook_ids: z.array(z.string()).meta({ description: 'Receivers that `webhook_url` named for this image only' }),
    unpublished_at: time.nullable().meta({
      description: 'When its record was found deleted: its URLs return 410 since then. null for a published image',
    }),
    created_at: time,
  })
  .meta({ id: 'Image' })

const filter = {
  action_id: idText.exactOptional(),
  run_id: idText.exactOptional(),
  template_id: idText.exactOptional(),
  record_id: sourceName.exactOptional(),
  output: outputName.exactOptional().meta({ description: 'Images of the outputs with this name' }),
  modified_layer: z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .meta({ description: 'Rendered with a modification of the layer of this name' }),
  created_from: moment.exactOptional().meta({ description: 'Rendered at or after this time' }),
  created_until: moment.exactOptional().meta({ description: 'Rendered before this time' }),
}

/** A request for one image. */
export const imageCreate = z
  .strictObject({
    template_id: idText.exactOptional(),
    template: design.exactOptional().meta({ description: 'A design for this request, instead of `template_id`' }),
    version: versionNumber.exactOptional().meta({ description: 'Default: the published version' }),
    ...filling,
    pages: z.array(z.strictObject(filling)).min(1).max(200).exactOptional().meta({
      description: 'Instead of values and modifications: a PDF with one page each',
    }),
    frames: z.array(z.strictObject(filling)).min(1).max(200).exactOptional().meta({
      description: 'Instead of values and modifications: an animation with one frame each',
    }),
    delay_ms: z
      .union([delayMs, z.array(delayMs)])
      .exactOptional()
      .meta({ description: 'Duration of each frame, or of all of them, in milliseconds. Default: 1000' }),
    loop: z.int().min(0).max(65_535).exactOptional().meta({ description: 'Number of repetitions. 0: forever' }),
    formats: z.array(fileFormat).min(1).max(6).exactOptional().meta({
      description: 'Default: `["png"]`; for pages `["pdf"]`; for frames `["gif"]`, or `["webp"]`',
    }),
    ...outputOptions,
    ...outputSize,
    thumbnail,
    metadata: jsonObject.exactOptional(),
    webhook_url: webhookUrl,
  })
  .superRefine(checkTogether)
  .meta({
    id: 'ImageCreate',
    examples: [{ template_id: 'tpl_01jd3v', values: { title: 'Teapot' }, formats: ['png', 'webp'] }],
  })

export const images = {
  list: endpoint({
    name: 'images-list',
    method: 'GET',
    path: '/v1/images',
    summary: 'List images, newest first',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({ ...pageQuery, ...filter }),
    answers: { 200: listOf(image) },
    errors: [],
  }),
  count: endpoint({
    name: 'images-count',
    method: 'GET',
    path: '/v1/images/count',
    summary: 'Count images and their size',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject(filter),
    answers: {
      200: z.strictObject({
        count: z.int(),
        bytes: z.int().meta({ description: 'Size of the files in bytes, without thumbnails' }),
        accuracy: z.enum(countAccuracies).meta({
          description:
            '`exact`: all matching images were counted, usually up to a few hundred. `estimate`: more match, and the number comes from database statistics. `at_least`: more match, and the statistics do not include them',
        }),
      }),
    },
    errors: [],
  }),
  archive: endpoint({
    name: 'images-archive',
    method: 'GET',
    path: '/v1/images/archive',
    summary: 'Download matching images as a ZIP archive or one PDF',
    description:
      'At most 10,000 images. `images.csv` in the archive lists each file with its image id, action, record id, label, URL and time, and files that cannot be read with the reason. Thumbnails are left out. With `format=pdf`, all PDFs are joined in the order in which they were rendered, which is the order of the table within a run; each record is included once, with its newest image. Images without a PDF are rejected.',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({ ...filter, format: z.enum(['zip', 'pdf']).default('zip') }),
    answers: { 200: { raw: ['application/zip', 'application/pdf'] } },
    headers: { 'Content-Disposition': 'File name in the header' },
    errors: [],
  }),
  create: endpoint({
    name: 'images-create',
    method: 'POST',
    path: '/v1/images',
    summary: 'Render an image and store it',
    description:
      'With the header `Prefer: respond-async`, the image is rendered after the response, a 202 with a batch of one item.',
    scope: 'trigger',
    body: imageCreate,
    answers: { 201: image, 202: imageBatch },
    isAsyncOnRequest: true,
    headers: { Location: 'The new image, or the batch' },
    errors: ['not_found', 'image_failed', 'render_timeout', 'storage_unavailable'],
  }),
  get: endpoint({
    name: 'images-get',
    method: 'GET',
    path: '/v1/images/:id',
    summary: 'Retrieve an image with its inputs',
    scope: 'read',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 200: image },
    errors: ['not_found'],
  }),
  delete: endpoint({
    name: 'images-delete',
    method: 'DELETE',
    path: '/v1/images/:id',
    summary: 'Delete an image',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  preview: endpoint({
    name: 'images-preview',
    method: 'GET',
    path: '/v1/images/:id/preview',
    summary: 'Retrieve the preview of an image, created if missing',
    description:
      'Only images of earlier releases lack a preview file. For all others, `preview` of the image is its permanent URL.',
    scope: 'read',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 200: { raw: ['image/jpeg', 'image/webp'] } },
    errors: ['not_found', 'file_missing', 'file_damaged', 'image_failed', 'render_timeout', 'storage_unavailable'],
  }),
  file: endpoint({
    name: 'images-file',
    method: 'GET',
    path: '/images/:id/:file',
    summary: 'Download an image',
    description: 'If images are served by the bucket, the response is a 302 redirect.',
    scope: null,
    ignoresQuery: true,
    params: z.strictObject({ id: pathId, file: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{3,5}$/) }),
    answers: { 200: { raw: imageTypes }, 302: null },
    errors: ['not_found', 'image_unpublished', 'file_missing', 'file_damaged', 'storage_unavailable'],
  }),
  signed: endpoint({
    name: 'images-signed',
    method: 'GET',
    path: '/i/:file',
    summary: 'Render an image from the values in a signed URL',
    description:
      'Create URLs with `signImageUrl()` of the client, or as in the guide on signed image URLs. `sig` covers path and query exactly as sent, up to `&sig=`; `kid` and `sig` are the last two parameters.',
    scope: null,
    signed: true,
    params: z.strictObject({
      file: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}\.[a-z0-9]{2,5}$/)
        .meta({
          description: `\`<template id>.<extension>\`. Extensions: ${imageFormats.map((format) => fileTypes[format].extension).join(', ')}`,
          examples: ['tpl_01jd3v.png'],
        }),
    }),
    query: z.strictObject({
      values: z
        .record(z.string(), z.string())
        .exactOptional()
        .meta({ description: 'Each value under its own name, with a leading dot if a setting has that name' }),
      v: z
        .int()
        .min(1)
        .exactOptional()
        .meta({ description: 'Version of the template. Default: the published version' }),
      width: z.int().min(1).max(10_000).exactOptional().meta({ description: 'Width in pixels; the height follows' }),
      scale: z
        .number()
        .min(0.1)
        .max(8)
        .exactOptional()
        .meta({ description: "Multiplies the template's size. 0.1 to 8" }),
      quality: z.int().min(1).max(100).exactOptional(),
      exp: z
        .int()
        .min(1)
        .exactOptional()
        .meta({ description: 'Time of expiry in Unix seconds. Required, unless the key has `allow_permanent`' }),
      kid: z.string().meta({ description: 'Id of the URL key' }),
      sig: z.string().meta({ description: 'HMAC-SHA256 with the secret of the key, base64url without padding' }),
    }),
    answers: { 200: { raw: imageTypes } },
    errors: [
      'signature_invalid',
      'address_expired',
      'not_found',
      'image_failed',
      'render_timeout',
      'rate_limited',
      'storage_unavailable',
    ],
  }),
}
