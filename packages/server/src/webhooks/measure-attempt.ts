import type { ClaimedDelivery, SettledAttempt } from '#core/ports/data/webhooks.ts'
import type { Metrics } from '#core/ports/metrics.ts'

/** In the words of an operator: `gone` is 410, `failed` the last attempt of all. */
const results = {
  delivered: 'delivered',
  pending: 'retry',
  failed: 'failed',
  paused: 'gone',
} as const satisfies Record<SettledAttempt['state'], string>

export function measureAttempt(
  metrics: Metrics,
  { createdAt, replayedAfter }: ClaimedDelivery,
  { state, attempt }: SettledAttempt,
): void {
  const { at, timings } = attempt
  const result = results[state]
  metrics.count('webhook_attempts_total', { result })
  metrics.observe('webhook_attempt_duration_seconds', { result }, timings.totalMs / 1000)
  if (state !== 'delivered' || replayedAfter > 0) return
  const latencyMs = at.getTime() - createdAt.getTime() + timings.totalMs
  metrics.observe('webhook_delivery_latency_seconds', {}, Math.max(0, latencyMs) / 1000)
}
