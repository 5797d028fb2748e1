import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
