import { metricCatalogue } from '@pictable/server/core/ports/metrics.ts'
import { code, page, table } from './markdown.ts'

export function metricsPage(): string {
  const rows = Object.entries(metricCatalogue).map(([name, { kind, help, labels }]) => [
    code(name),
    kind,
    labels.map(code).join(', '),
    help,
  ])
  return page(
    '# Metrics',
    `With \`PICTABLE_ADMIN_PORT\` set, \`GET /metrics\` on that port answers these in Prometheus' text format. It needs no key: keep
the port inside your own network. Labels never hold ids, addresses or anything that people write; \`route\` is the path with its
parameters as they stand in the [API reference](api.md).`,
    table(['Metric', 'Kind', 'Labels', 'Meaning'], rows),
    `## Values of labels

| Label | Values |
|---|---|
| \`result\` of webhooks | \`delivered\`; \`retry\`: failed, will be tried again; \`failed\`: given up; \`gone\`: answered 410, the webhook rests |
| \`result\` of renders | \`rendered\`; \`failed\`: by its own values or pictures; \`cancelled\`; \`error\`: no render process could be had |
| \`state\` of runs, of records | \`completed\`, \`failed\`, \`cancelled\`; \`rendered\`, \`skipped\`, \`failed\`, \`cancelled\` |
| \`queue\` | \`webhooks\`, or the name of a kind of job |
| \`part\` | \`database\`, \`storage\`, \`rendering\` |
| \`folder\` of files that are missing | \`images\`, \`assets\`, \`fonts\` |
| \`reason\` of egress | \`address\`, \`url\`, \`port\`: which rule refused |
| \`reason\` of render processes | \`timed_out\`, \`crashed\`, \`recycled\` |`,
  )
}
