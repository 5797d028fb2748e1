import type { Route } from 'playwright-core'

/** Answers a request in place of the server, with a problem in these words, as a route of a page. */
export const fails = (detail: string) => (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      ...{ type: 'about:blank', title: 'Unavailable', status: 503, detail, code: 'unavailable', request_id: 'req_1' },
      errors: [],
    }),
  })
