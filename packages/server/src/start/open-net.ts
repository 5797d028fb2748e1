import { metricCatalogue } from '#core/ports/metrics.ts'
import { createFontCatalogs } from '#font-catalogs/index.ts'
import { loadAuthorities } from '#net/dial.ts'
import { createFetchFont } from '#net/fetch-font.ts'
import { createGuardedFetch } from '#net/guarded-fetch.ts'
import { createGuardedLookup } from '#net/guarded-lookup.ts'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createWebhookGuard } from '#net/policy/webhook-guard.ts'
import { createSendWebhook } from '#net/send-webhook.ts'
import type { Config } from '#server/settings/config.ts'
import type { MetricsRegistry } from '#telemetry/metrics.ts'

/** The way out for whatever a tenant can steer. */
export function openNet(config: Config, metrics: MetricsRegistry) {
  const onBlocked = ({ code }: { code: string }) => {
    const reason = metricCatalogue.egress_blocked_total.values.find((one) => code === `blocked_${one}`)
    if (reason !== undefined) metrics.count('egress_blocked_total', { reason })
  }
  const policy = createAddressPolicy({ allow: config.PICTABLE_EGRESS_ALLOW })
  const dns = config.PICTABLE_DNS_SERVERS === undefined ? {} : { dnsServers: config.PICTABLE_DNS_SERVERS.split(',') }
  const guardedFetch = createGuardedFetch({
    policy,
    onBlocked,
    ...(config.PICTABLE_CA_FILE === undefined ? {} : { caFile: config.PICTABLE_CA_FILE }),
    ...dns,
  })
  const webhooks = { allowHttp: config.PICTABLE_WEBHOOKS_ALLOW_HTTP }
  return {
    guardedFetch,
    /** Of source databases. */
    sql: {
      createSocket: createGuardedLookup(policy, { ...dns, onBlocked }).createSocket,
      authorities: loadAuthorities(config.PICTABLE_CA_FILE),
    },
    sendWebhook: createSendWebhook(guardedFetch, webhooks),
    /** Those of the world. */
    ports: {
      fontCatalogs: createFontCatalogs({
        fontPack: config.PICTABLE_FONT_PACK,
        googleFontsUrl: config.PICTABLE_GOOGLE_FONTS_URL,
        fetchFile: createFetchFont(guardedFetch),
      }),
      webhookGuard: createWebhookGuard(policy, webhooks),
    },
  }
}
