import { z } from 'zod'
import { checkTogether } from './check-together.ts'
import { endpoint } from './endpoint.ts'
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
import { design } from './templates.ts'

const inputs = z.strictObject({ values: templateValues, modifications: z.array(jsonObject) })

const file = {
  url: z.string(),
  width: z.int(),
  height: z.int(),
  format: fileFormat,
  bytes: z.int().meta({ description: 'Size of the file' }),
}

const filling = { values: templateValues.default({}), modifications: modifications.default([]) }

const delayMs = z.int().min(10).max(600_000)

const image = z
  .strictObject({
    id: z.string(),
    ...file,
    urls: z.partialRecord(fileFormat, z.string()).meta({ description: 'Permanent, by format; no key is needed' }),
    files: z.array(z.strictObject(file)),
    thumbnail: z.strictObject(file).nullable().meta({ description: 'When one was asked for' }),
    preview: z.strictObject(file).nullable().meta({
      description:
        'For lists: the whole image, at most 480 px a side and 20 kB, as JPEG or, where something shines through, WebP. Null for an image of an earlier release until `GET /v1/images/:id/preview` has made it',
    }),
    template_id: z.string().nullable(),
    template_version: z.int().nullable(),
    design: design.nullable().meta({ description: 'The one that came with the request, in place of a template' }),
    action_id: z.string().nullable(),
    run_id: z.string().nullable(),
    record_id: z.string().nullable(),
    values: templateValues,
    modifications: z.array(jsonObject),
    pages: z.array(inputs).nullable(),
    frames: z.array(inputs).nullable(),
    metadata: jsonObject.nullable(),
    report: jsonObject.meta({ description: 'What the renderer says: times, fits, warnings' }),
    webhook_ids: z.array(z.string()).meta({ description: 'Receivers that `webhook_url` named for this image alone' }),
    created_at: time,
  })
  .meta({ id: 'Image' })

const filter = {
  action_id: idText.exactOptional(),
  run_id: idText.exactOptional(),
  template_id: idText.exactOptional(),
  record_id: sourceName.exactOptional(),
  created_from: moment.exactOptional().meta({ description: 'Made then or later' }),
  created_until: moment.exactOptional().meta({ description: 'Made before then' }),
}

export const images = {
  list: endpoint({
    name: 'images-list',
    method: 'GET',
    path: '/v1/images',
    summary: 'Images, newest first',
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
    summary: 'How many images match, and how large they are',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject(filter),
    answers: {
      200: z.strictObject({
        count: z.int(),
        bytes: z.int().meta({ description: 'Size of their files, without thumbnails' }),
        accuracy: z.enum(['exact', 'at_least', 'estimate']).meta({
          description:
            '`exact`: every image that matches was counted, usually up to some hundred. `estimate`: more match, and the statistics of the database say how many. `at_least`: more match, and the statistics do not know of them',
        }),
      }),
    },
    errors: [],
  }),
  archive: endpoint({
    name: 'images-archive',
    method: 'GET',
    path: '/v1/images/archive',
    summary: 'The files of the images that match, as a ZIP archive, or their PDFs as one',
    description:
      'At most 10,000 images. `images.csv` in the archive names each file with its image id, action, record id, label, URL and time; a file that cannot be read stands there with the reason. Thumbnails are left out. With `format=pdf` all PDFs are joined to one, in the order in which they were made, which is that of the table in a run; of a record only its newest image is in it. Images without a PDF are refused.',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({ ...filter, format: z.enum(['zip', 'pdf']).default('zip') }),
    answers: { 200: { raw: ['application/zip', 'application/pdf'] } },
    headers: { 'Content-Disposition': 'The name of the file' },
    errors: [],
  }),
  create: endpoint({
    name: 'images-create',
    method: 'POST',
    path: '/v1/images',
    summary: 'Render one image now and keep it',
    scope: 'trigger',
    body: z
      .strictObject({
        template_id: idText.exactOptional(),
        template: design
          .exactOptional()
          .meta({ description: 'A design that is used this once, in place of `template_id`' }),
        version: versionNumber.exactOptional().meta({ description: 'The published one when absent' }),
        ...filling,
        pages: z.array(z.strictObject(filling)).min(1).max(200).exactOptional().meta({
          description: 'In place of values and modifications: a PDF with a page for each',
        }),
        frames: z.array(z.strictObject(filling)).min(1).max(200).exactOptional().meta({
          description: 'In place of values and modifications: a picture that moves, with a frame for each',
        }),
        delay_ms: z
          .union([delayMs, z.array(delayMs)])
          .exactOptional()
          .meta({ description: 'How long each frame is seen, or all of them; 1000 when absent' }),
        loop: z.int().min(0).max(65_535).exactOptional().meta({ description: 'How often it plays; 0: for ever' }),
        formats: z.array(fileFormat).min(1).max(6).exactOptional().meta({
          description: '`["png"]` when absent; pages are `["pdf"]`; frames `gif` (when absent) or `webp`',
        }),
        ...outputOptions,
        thumbnail,
        metadata: jsonObject.exactOptional(),
        webhook_url: webhookUrl,
      })
      .superRefine(checkTogether)
      .meta({
        id: 'ImageCreate',
        examples: [{ template_id: 'tpl_01jd3v', values: { title: 'Teapot' }, formats: ['png', 'webp'] }],
      }),
    answers: { 201: image },
    headers: { Location: 'The new image' },
    errors: ['not_found', 'image_failed', 'render_timeout', 'storage_unavailable'],
  }),
  get: endpoint({
    name: 'images-get',
    method: 'GET',
    path: '/v1/images/:id',
    summary: 'One image with the inputs it was made from',
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
    summary: 'Delete an image: its URLs stop working',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  preview: endpoint({
    name: 'images-preview',
    method: 'GET',
    path: '/v1/images/:id/preview',
    summary: 'The preview of an image, which is made when there is none',
    description: 'Only images of earlier releases have none: `preview` of the image is its permanent URL.',
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
    summary: 'The bytes of an image',
    description: 'Where images are fetched from the bucket itself, 302 shows the way.',
    scope: null,
    params: z.strictObject({ id: pathId, file: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{3,5}$/) }),
    answers: { 200: { raw: imageTypes }, 302: null },
    errors: ['not_found', 'file_missing', 'file_damaged', 'storage_unavailable'],
  }),
  signed: endpoint({
    name: 'images-signed',
    method: 'GET',
    path: '/i/:file',
    summary: 'An image rendered from the values in its address, which is signed',
    description:
      'Make such addresses with `signImageUrl()` of the client, or as the guide on signed addresses shows. `sig` covers path and query exactly as they are sent, up to `&sig=`; `kid` and `sig` are the last two parameters.',
    scope: null,
    signed: true,
    params: z.strictObject({
      file: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}\.[a-z0-9]{2,5}$/)
        .meta({ description: '`<template id>.<png, jpg or webp>`', examples: ['tpl_01jd3v.png'] }),
    }),
    query: z.strictObject({
      values: z
        .record(z.string(), z.string())
        .exactOptional()
        .meta({ description: 'Each value under its own name; a dot in front where a setting has that name' }),
      v: z
        .int()
        .min(1)
        .exactOptional()
        .meta({ description: 'Pins a version of the template; the published one when absent' }),
      width: z.int().min(1).max(10_000).exactOptional().meta({ description: 'Pixels; the height follows' }),
      scale: z
        .number()
        .min(0.1)
        .max(8)
        .exactOptional()
        .meta({ description: "Multiplies the template's size, 0.1 to 8" }),
      quality: z.int().min(1).max(100).exactOptional(),
      exp: z
        .int()
        .min(1)
        .exactOptional()
        .meta({ description: 'Unix seconds; only a key with `allow_permanent` may do without' }),
      kid: z.string().meta({ description: 'Id of the URL key' }),
      sig: z.string().meta({ description: 'HMAC-SHA256 under its secret, base64url without padding' }),
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
