import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { destinationOf, nameOf, type WebhookJson } from './webhook.ts'

const LOOK_EVERY_MS = 1000

/** What became of the test so far; the events of the server tell it too, but not every browser hears them. */
function TestResult({ id }: { id: string }) {
  const { data } = useQuery({
    ...api.deliveries.get.query({ params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LOOK_EVERY_MS : false),
  })
  if (data === undefined) return null
  return (
    <div role="status" className="grid justify-items-start gap-2">
      <DeliveryState delivery={data} />
      {data.error && <p className="rounded-lg bg-bad-soft p-3 break-words text-bad">{data.error.message}</p>}
      {data.state === 'delivered' && <p className="text-ink-soft">{t('webhooks.test_arrived')}</p>}
    </div>
  )
}

/** The last step of a new webhook for people: one look shows whether it arrives. */
export function TestStep({ webhook, onClose }: { webhook: WebhookJson; onClose: () => void }) {
  const test = useMutation({ ...api.webhooks.test.mutation(), meta: { form: true } })
  const { id, format } = webhook
  return (
    <Dialog open stays onClose={onClose} title={t('webhooks.added', { name: nameOf(webhook) })}>
      <div className="grid gap-4">
        <p className="break-words text-ink-soft">
          {t(format === 'email' ? 'webhooks.test_mail_help' : 'webhooks.test_slack_help', {
            destination: destinationOf(webhook),
          })}
        </p>
        <FormFailure error={test.error} />
        {test.data && <TestResult key={test.data.id} id={test.data.id} />}
        <DialogActions>
          <Button icon={<Send />} busy={test.isPending} onClick={() => test.mutate({ params: { id } })}>
            {t('webhooks.test')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('webhooks.done')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
