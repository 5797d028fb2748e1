import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { imageTypes, pathId } from './primitives.ts'

/** What leads nowhere is not found, whatever its form: no one learns what exists. */
const part = z.string().min(1).max(2000)

const raw = {
  scope: null,
  ignoresQuery: true,
  answers: { 200: { raw: imageTypes }, 302: null },
  errors: ['not_found', 'image_unpublished', 'file_missing', 'file_damaged', 'storage_unavailable', 'rate_limited'],
} as const

export const stableUrls = {
  image: endpoint({
    name: 'stable-urls-image',
    method: 'GET',
    path: '/r/:id/:file',
    summary: 'Download the newest image of a record by its key',
    description:
      'For actions with `stable_urls`. `file` is the key of the record, or its slug, with the extension of a format of the first output. Caches may serve a response for a minute. If images are served by the bucket, the response is a 302 redirect. An unknown key, or an action without stable URLs, returns a 404.',
    ...raw,
    params: z.strictObject({ id: pathId, file: part.meta({ examples: ['sku-1.png'] }) }),
  }),
  output: endpoint({
    name: 'stable-urls-output',
    method: 'GET',
    path: '/r/:id/:key/:file',
    summary: 'Download the newest image of an output of a record by its key',
    description:
      'Like `stable-urls-image`, for an action with several outputs: `file` is the name of the output with the extension of one of its formats.',
    ...raw,
    params: z.strictObject({ id: pathId, key: part, file: part.meta({ examples: ['square.png'] }) }),
  }),
}

export const feeds = {
  get: endpoint({
    name: 'feeds-get',
    method: 'GET',
    path: '/v1/feeds/:token/:file',
    summary: 'Download the product feed of an action',
    description:
      'The current images of an action with `stable_urls.feed`, as CSV or as RSS 2.0 in the form of Google Merchant Center. Each product has the key of its record as `id`, the stable URL of its first output as `image_link`, and those of up to ten other outputs as `additional_image_link`. At most 60 requests a minute.',
    scope: null,
    ignoresQuery: true,
    params: z.strictObject({
      token: z.string().regex(/^[0-9a-z]{32}$/),
      file: z.enum(['products.csv', 'products.xml']),
    }),
    answers: { 200: { raw: ['text/csv; charset=utf-8', 'application/xml; charset=utf-8'] } },
    errors: ['not_found', 'rate_limited'],
  }),
}
