import type { CallAnswer, Contract } from '@pictable/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { Until } from '#dashboard/parts/until.tsx'
import { t } from '#dashboard/strings/webhooks.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { MailBody } from './mail-body.tsx'

type DeliveryLog = CallAnswer<Contract['deliveries']['get']>
type Attempt = DeliveryLog['attempt_log'][number]

/** JSON as people read it; anything else as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function Part({ title, code }: { title: string; code: string }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <h4 className="text-[13px] text-ink-soft">{title}</h4>
      <CodeBlock samples={[{ name: title, code }]} />
    </div>
  )
}

function timingText({ dns, connect, first_byte: firstByte, total }: Attempt['timings_ms']): string {
  return [
    t('webhooks.timings', { total: Math.round(total) }),
    dns !== null && t('webhooks.timing_dns', { ms: Math.round(dns) }),
    connect !== null && t('webhooks.timing_connect', { ms: Math.round(connect) }),
    firstByte !== null && t('webhooks.timing_first_byte', { ms: Math.round(firstByte) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function AttemptLog({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { n, at, status, error } = attempt
  return (
    <details open={isOpen} className="group rounded-lg border border-line">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 rounded-lg px-3 py-2 hover:bg-hover">
        <ChevronRight aria-hidden className="size-4 text-ink-soft group-open:rotate-90 rtl:not-group-open:rotate-180" />
        <span className="font-medium">{t('webhooks.attempt', { number: n })}</span>
        <Badge tone={error === null ? 'good' : 'bad'}>{status ?? t('webhooks.no_answer')}</Badge>
        <span className="ms-auto text-[13px] text-ink-soft">
          <Time at={at} />
        </span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        {error && <p className="rounded-lg bg-bad-soft p-3 break-words text-bad">{error.message}</p>}
        <p className="text-[13px] text-ink-soft">{timingText(attempt.timings_ms)}</p>
        <Part title={t('webhooks.request_headers')} code={headerLines(attempt.request_headers)} />
        {/* An email is answered without any. */}
        {Object.keys(attempt.answer_headers).length > 0 && (
          <Part title={t('webhooks.answer_headers')} code={headerLines(attempt.answer_headers)} />
        )}
        {status !== null && attempt.answer_body === '' && (
          <p className="text-[13px] text-ink-soft">{t('webhooks.answer_empty')}</p>
        )}
        {attempt.answer_body !== '' && <Part title={t('webhooks.answer_body')} code={readable(attempt.answer_body)} />}
      </div>
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

function Facts({ delivery }: { delivery: DeliveryLog }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
      <Fact name={t('webhooks.state')}>
        <DeliveryState delivery={delivery} />
      </Fact>
      <Fact name={t('webhooks.when')}>
        <Time at={delivery.created_at} />
      </Fact>
      {delivery.next_attempt_at !== null && (
        <Fact name={t('webhooks.next')}>
          <Until at={delivery.next_attempt_at} />
        </Fact>
      )}
      <Fact name={t('webhooks.message_id')}>
        <CopyId id={delivery.message_id} />
      </Fact>
      {delivery.recipient !== null && (
        <Fact name={t('webhooks.recipient')}>
          <span dir="ltr" className="break-all">
            {delivery.recipient}
          </span>
        </Fact>
      )}
      {delivery.run_id !== null && (
        <Fact name={t('webhooks.run')}>
          <CopyId id={delivery.run_id} />
        </Fact>
      )}
      {delivery.record_id !== null && (
        <Fact name={t('webhooks.record')}>
          <CopyId id={delivery.record_id} />
        </Fact>
      )}
    </dl>
  )
}

/** One delivery: what was sent, and what came back at each attempt. */
export function DeliveryDialog({ id, mayWrite, onClose }: { id: string; mayWrite: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const delivery = useQuery(api.deliveries.get.query({ params: { id } }))
  const replay = useMutation({
    ...api.deliveries.replay.mutation(),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.deliveries.get.key })
      queries.invalidateQueries({ queryKey: api.webhooks.deliveries.key })
      toast.done(t('webhooks.replay_done'))
    },
  })
  const { data } = delivery
  return (
    <Dialog open wide place="end" onClose={onClose} title={data?.event ?? t('webhooks.deliveries')}>
      {delivery.isLoadingError && <Failure error={delivery.error} again={() => delivery.refetch()} />}
      {delivery.isPending && <Skeleton lines={8} />}
      {data && (
        <div className="grid gap-5">
          <Facts delivery={data} />
          {mayWrite && (
            <div>
              <Button
                size="small"
                icon={<RotateCcw />}
                busy={replay.isPending}
                onClick={() => replay.mutate({ params: { id } })}
              >
                {t('webhooks.replay')}
              </Button>
            </div>
          )}
          <section className="grid min-w-0 gap-2">
            <h3 className="font-semibold">{t('webhooks.attempts')}</h3>
            {data.attempt_log.length === 0 && <p className="text-ink-soft">{t('webhooks.not_tried')}</p>}
            {data.attempt_log.toReversed().map((attempt, place) => (
              <AttemptLog key={attempt.n} attempt={attempt} isOpen={place === 0} />
            ))}
          </section>
          <section className="grid min-w-0 gap-2">
            <h3 className="font-semibold">
              {t(data.recipient === null ? 'webhooks.request_body' : 'webhooks.mail_message')}
            </h3>
            {data.body === null ? (
              <p className="text-ink-soft">{t('webhooks.body_too_large')}</p>
            ) : data.recipient === null ? (
              <CodeBlock samples={[{ name: t('webhooks.request_body'), code: readable(data.body) }]} />
            ) : (
              <MailBody body={data.body} />
            )}
          </section>
        </div>
      )}
    </Dialog>
  )
}
