import { errorCatalogue } from '@pictable/server/core/errors.ts'
import { code, page, table } from './markdown.ts'

export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue)
    .toSorted(([, one], [, other]) => one.status - other.status)
    .map(([name, { status, title, fix, retryable }]) => [
      code(name),
      String(status),
      title,
      fix,
      retryable ? 'yes' : 'no',
    ])
  return page(
    '# Errors',
    `Every error response is \`application/problem+json\` (RFC 9457). \`code\` is for programs. \`detail\` is for people: it says what
failed, where, and how to fix it.`,
    `\`\`\`json
{
  "type": "urn:pictable:problem:invalid_request",
  "title": "The request is invalid",
  "status": 400,
  "detail": "The request is invalid: /vaules is not a known key.",
  "code": "invalid_request",
  "request_id": "req_01m7xfks2bpn95dntn2d4at9en",
  "errors": [{ "pointer": "/vaules", "detail": "is not a known key" }]
}
\`\`\``,
    `Each entry of \`errors\` has a JSON Pointer to an invalid value in the body; pointers to query parameters begin with \`/query\`.
\`request_id\` is also in the header \`X-Request-Id\` and in the log. If a request is retryable, wait for the seconds in
\`Retry-After\` before you retry, if the header is present.`,
    table(['Code', 'Status', 'Title', 'What to do', 'Retryable'], rows),
    `## Errors of records

A record that fails does not fail its run: \`GET /v1/runs/:id/records?state=failed\` returns the \`reason\` of each, with a
code and a message such as *Record row_… "Pocket Speaker": the image in field Photo is incomplete: its end is missing;
replace the file (image_truncated)*.`,
  )
}
