import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const overlaps = [
  { value: '24', label: t('webhooks.rotate_hours', { count: 24 }) },
  { value: '1', label: t('webhooks.rotate_hours', { count: 1 }) },
  { value: '168', label: t('webhooks.rotate_days') },
  { value: '0', label: t('webhooks.rotate_now') },
]

/** A new secret without a gap. */
export function RotateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [overlap, setOverlap] = useState('24')
  const rotate = useMutation({
    ...api.webhooks.rotateSecret.mutation(),
    meta: { form: true },
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: api.webhooks.get.key }),
  })
  if (rotate.data?.secret) return <SecretDialog secret={rotate.data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={t('webhooks.rotate')}
      description={t('webhooks.rotate_help')}
      submit={t('webhooks.rotate')}
      isSending={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate({ params: { id }, body: { overlap_hours: Number(overlap) } })}
      onClose={onClose}
    >
      <Field label={t('webhooks.rotate_overlap')}>
        {(control) => <Select {...control} options={overlaps} value={overlap} onChange={setOverlap} />}
      </Field>
    </FormDialog>
  )
}
