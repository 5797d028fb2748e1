import type { Mailer } from '#core/ports/mail.ts'
import { metricCatalogue } from '#core/ports/metrics.ts'
import { createFontCatalogs } from '#font-catalogs/index.ts'
import { loadAuthorities } from '#net/dial.ts'
import { createFetchFont } from '#net/fetch-font.ts'
import { createGuardedFetch } from '#net/guarded-fetch.ts'
import { createGuardedLookup, type GuardedLookupSetup } from '#net/guarded-lookup.ts'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createOperatorPolicy } from '#net/policy/operator-policy.ts'
import { createWebhookGuard } from '#net/policy/webhook-guard.ts'
import { createMailer } from '#net/send-mail.ts'
import { createSendWebhook } from '#net/send-webhook.ts'
import type { Config } from '#server/settings/config.ts'
import type { MetricsRegistry } from '#telemetry/metrics.ts'
import { createRedact } from '#webhooks/receivers.ts'

type SmtpConfig = Pick<Config, Extract<keyof Config, `PICTABLE_SMTP_${string}` | 'PICTABLE_CA_FILE'>>

/** Mail through the server of the operator; null where there is none. */
export function openMailer(config: SmtpConfig, lookup: Omit<GuardedLookupSetup, 'use'>): Mailer | null {
  const { PICTABLE_SMTP_HOST: host, PICTABLE_SMTP_FROM: from, PICTABLE_SMTP_SECURITY: security } = config
  const { PICTABLE_SMTP_USER: user, PICTABLE_SMTP_PASSWORD: password } = config
  if (host === undefined || from === undefined) return null
  const port = config.PICTABLE_SMTP_PORT ?? (security === 'tls' ? 465 : 587)
  return createMailer(
    { host, port, security, user, password, from },
    {
      createSocket: createGuardedLookup(createOperatorPolicy(host), { ...lookup, use: 'smtp' }).createSocket,
      authorities: loadAuthorities(config.PICTABLE_CA_FILE),
      redact: createRedact(password === undefined ? [] : [password]),
    },
  )
}

/** Where names are asked for. */
export const dnsOf = ({ PICTABLE_DNS_SERVERS: servers }: Pick<Config, 'PICTABLE_DNS_SERVERS'>) =>
  servers === undefined ? {} : { dnsServers: servers.split(',') }

/** The way out for whatever a tenant can steer. */
export function openNet(config: Config, metrics: MetricsRegistry) {
  const onBlocked = ({ code }: { code: string }) => {
    const reason = metricCatalogue.egress_blocked_total.values.find((one) => code === `blocked_${one}`)
    if (reason !== undefined) metrics.count('egress_blocked_total', { reason })
  }
  const policy = createAddressPolicy({ allow: config.PICTABLE_EGRESS_ALLOW })
  const dns = dnsOf(config)
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
      mail: openMailer(config, { ...dns, onBlocked }),
      webhookGuard: createWebhookGuard(policy, webhooks),
    },
  }
}
