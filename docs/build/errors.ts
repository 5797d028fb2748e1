import { errorCatalogue } from '@pictable/server/core/errors.ts'
import { code, page, table } from './markdown.ts'

export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue)
    .toSorted(([, one], [, other]) => one.status - other.status)
    .map(([name, { status, title, retryable }]) => [code(name), String(status), title, retryable ? 'yes' : 'no'])
  return page(
    '# Errors',
    `Every refusal is \`application/problem+json\` (RFC 9457). \`code\` is for programs, \`detail\` for people: it names what
is wrong, where, and the cure.`,
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
    `\`errors\` points at each place of the body by JSON Pointer; places of the query begin with \`/query\`. The answer also
carries \`request_id\` as the header \`X-Request-Id\`, and the log has it. Where trying again can help, wait for
\`Retry-After\` (seconds) if it is there.`,
    table(['Code', 'Status', 'Title', 'Can trying again help?'], rows),
    `## Reasons of records

A record that fails does not fail its run: \`GET /v1/runs/:id/records?state=failed\` tells the \`reason\` of each, with a
code and a message such as *Record row_… "Pocket Speaker": the image in field Photo is incomplete: its end is missing;
upload it again (image_truncated)*.`,
  )
}
