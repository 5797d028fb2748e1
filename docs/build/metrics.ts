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
    `If \`PICTABLE_ADMIN_PORT\` is set, \`GET /metrics\` on that port returns these metrics in the Prometheus text format. It needs no key, so keep
the port inside your network. Labels never contain ids, IP addresses or user input; \`route\` is the path with parameter names, as
in the [API reference](api.md).`,
    table(['Metric', 'Kind', 'Labels', 'Meaning'], rows),
    `## Label values

| Label | Values |
|---|---|
| \`result\` of webhooks | \`delivered\`; \`retry\`: the attempt failed and will be retried; \`failed\`: attempts exhausted; \`gone\`: the receiver returned 410, which pauses the webhook |
| \`result\` of renders | \`rendered\`; \`failed\`: because of its values or pictures; \`cancelled\`; \`error\`: no render process was available |
| \`state\` of runs, of records | \`completed\`, \`failed\`, \`cancelled\`; \`rendered\`, \`skipped\`, \`failed\`, \`cancelled\` |
| \`queue\` | \`webhooks\`, or a job kind |
| \`part\` | \`database\`, \`storage\`, \`rendering\` |
| \`folder\` of missing and damaged files | \`images\`, \`assets\`, \`fonts\` |
| \`reason\` of egress | ${code('address')}, \`url\`, \`port\`: the rule that blocked the request |
| \`reason\` of render processes | \`timed_out\`, \`crashed\`, \`recycled\` |`,
  )
}
