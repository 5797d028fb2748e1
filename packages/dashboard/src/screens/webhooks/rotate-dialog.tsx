import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
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
    <Dialog open onClose={onClose} title={t('webhooks.rotate')} description={t('webhooks.rotate_help')}>
      <div className="grid gap-4">
        {rotate.error && <Failure error={rotate.error} />}
        <Field label={t('webhooks.rotate_overlap')}>
          {(control) => <Select {...control} options={overlaps} value={overlap} onChange={setOverlap} />}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            look="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate({ params: { id }, body: { overlap_hours: Number(overlap) } })}
          >
            {t('webhooks.rotate')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
