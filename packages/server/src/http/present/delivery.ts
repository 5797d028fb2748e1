import type { CallAnswer, Contract } from '@pictable/client'
import { type Attempt, type Delivery, messageIdOf } from '#core/webhook/webhook.ts'
import { presentFailure } from '#http/present/failure.ts'

type DeliveryJson = CallAnswer<Contract['deliveries']['replay']>
type DeliveryWithAttemptsJson = CallAnswer<Contract['deliveries']['get']>

export function presentDelivery(delivery: Delivery): DeliveryJson {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    message_id: messageIdOf(delivery),
    event_id: delivery.eventId,
    event: delivery.event,
    action_id: delivery.actionId,
    run_id: delivery.runId,
    record_id: delivery.recordId,
    recipient: delivery.recipient,
    test: delivery.isTest,
    state: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
    last_status: delivery.lastStatus,
    error: presentFailure(delivery.reason),
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  }
}

function presentAttempt(attempt: Attempt): DeliveryWithAttemptsJson['attempt_log'][number] {
  const { dnsMs, connectMs, firstByteMs, totalMs } = attempt.timings
  return {
    n: attempt.n,
    at: attempt.at.toISOString(),
    timings_ms: { dns: dnsMs, connect: connectMs, first_byte: firstByteMs, total: totalMs },
    request_headers: { ...attempt.requestHeaders },
    status: attempt.status,
    answer_headers: { ...attempt.answerHeaders },
    answer_body: attempt.answerBody,
    error: presentFailure(attempt.error),
    next_attempt_at: attempt.nextAttemptAt?.toISOString() ?? null,
  }
}

export function presentDeliveryWithAttempts(
  delivery: Delivery,
  attempts: readonly Attempt[],
): DeliveryWithAttemptsJson {
  return { ...presentDelivery(delivery), body: delivery.body, attempt_log: attempts.map(presentAttempt) }
}
