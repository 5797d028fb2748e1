import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'

const hourMs = 3_600_000

const choices = [
  { value: String(hourMs), label: t('webhooks.since_hour') },
  { value: String(24 * hourMs), label: t('webhooks.since_day') },
  { value: String(7 * 24 * hourMs), label: t('webhooks.since_week') },
  { value: String(30 * 24 * hourMs), label: t('webhooks.since_month') },
]

/** A receiver was down and is back: what it missed for good is sent again. */
export function ReplayFailed({ id }: { id: string }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [agoMs, setAgoMs] = useState(String(24 * hourMs))
  const replay = useMutation({
    ...api.webhooks.replayFailed.mutation(),
    meta: { form: true },
    onSuccess: ({ replayed }) => {
      queries.invalidateQueries({ queryKey: api.webhooks.deliveries.key })
      setOpen(false)
      toast.done(t('webhooks.replayed', { count: replayed }))
    },
  })
  const submit = () => {
    const since = new Date(Date.now() - Number(agoMs)).toISOString()
    replay.mutate({ params: { id }, body: { since } })
  }
  return (
    <>
      <Button size="small" icon={<RotateCcw />} onClick={() => setOpen(true)}>
        {t('webhooks.replay_failed')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('webhooks.replay_failed')}
          description={t('webhooks.replay_failed_help')}
          submit={t('webhooks.replay_submit')}
          isSending={replay.isPending}
          error={replay.error}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <Field label={t('webhooks.replay_since')}>
            {(control) => <Select {...control} options={choices} value={agoMs} onChange={setAgoMs} />}
          </Field>
        </FormDialog>
      )}
    </>
  )
}
