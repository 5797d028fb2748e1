import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  idText,
  imageFormat,
  jsonObject,
  listOf,
  modifications,
  outputOptions,
  pageQuery,
  pathId,
  sourceName,
  templateValues,
  time,
  webhookUrl,
} from './primitives.ts'

const file = {
  url: z.string(),
  width: z.int(),
  height: z.int(),
  format: imageFormat,
  bytes: z.int().meta({ description: 'Size of the file' }),
}

const image = z
  .strictObject({
    id: z.string(),
    ...file,
    urls: z.partialRecord(imageFormat, z.string()).meta({ description: 'Permanent, by format; no key is needed' }),
    files: z.array(z.strictObject(file)),
    template_id: z.string(),
    template_version: z.int(),
    action_id: z.string().nullable(),
    run_id: z.string().nullable(),
    record_id: z.string().nullable(),
    values: templateValues,
    modifications: z.array(jsonObject),
    metadata: jsonObject.nullable(),
    report: jsonObject.meta({ description: 'What the renderer says: times, fits, warnings' }),
    webhook_ids: z.array(z.string()).meta({ description: 'Receivers that `webhook_url` named for this image alone' }),
    created_at: time,
  })
  .meta({ id: 'Image' })

export const images = {
  list: endpoint({
    name: 'images-list',
    method: 'GET',
    path: '/v1/images',
    summary: 'Images, newest first',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({
      ...pageQuery,
      action_id: idText.exactOptional(),
      run_id: idText.exactOptional(),
      template_id: idText.exactOptional(),
      record_id: sourceName.exactOptional(),
    }),
    answers: { 200: listOf(image) },
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
        template_id: idText,
        version: z.int().min(1).exactOptional().meta({ description: 'The published one when absent' }),
        values: templateValues.default({}),
        modifications: modifications.default([]),
        formats: z.array(imageFormat).min(1).max(3).default(['png']),
        ...outputOptions,
        metadata: jsonObject.exactOptional(),
        webhook_url: webhookUrl,
      })
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
  file: endpoint({
    name: 'images-file',
    method: 'GET',
    path: '/images/:id/:file',
    summary: 'The bytes of an image',
    scope: null,
    params: z.strictObject({ id: pathId, file: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{3,5}$/) }),
    answers: { 200: { raw: ['image/png', 'image/jpeg', 'image/webp'] } },
    errors: ['not_found', 'storage_unavailable'],
  }),
}
